import type { UnsignedEvidence } from '../../contract/records/evidence.js';
import type { LivePortals } from '../../domain/live.js';
import type { SourceFacts } from '../../domain/source-facts.js';
import type { SearchIndex } from '../../search/index.js';
import type {
  Catalog,
  Ledger,
  Links,
  MatchLists,
  NewWatch,
  SlowReads,
  Watches,
  WatchWithSecret,
} from '../../store/store.js';
import type { ToSubOperation } from './sub-request.js';

/** The parts with which operations work; `app.ts` hands them over. */
export interface Dependencies {
  readonly catalog: Catalog;
  /** Which data-set party is which entity. */
  readonly links: Pick<
    Links,
    | 'ofEntity'
    | 'linkedAmong'
    | 'entitiesOf'
    | 'ofParty'
    | 'claimsOn'
    | 'candidateEntities'
    | 'version'
    | 'state'
    | 'sharing'
    | 'countSharing'
  >;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly ledger: Pick<Ledger, 'balance' | 'listKeys'>;
  /** Answered by a thread of their own; nothing else may hold a serving thread for long. */
  readonly slowReads: SlowReads;
  readonly newChanges: NewChanges;
  /** Source id -> what answers say of it. */
  readonly sources: ReadonlyMap<string, SourceFacts>;
  /** The indexes of one build, or undefined before the first. A request takes them once. */
  readonly indexes: () => Indexes | undefined;
  /** Makes an operation a part of a batch. */
  readonly toSubOperation: ToSubOperation;
  readonly watches: WatchDesk;
  readonly matchLists: MatchLists;
  /** True where the data folder holds the bundled sample. */
  readonly sample: boolean;
  /** Portals read at request time; none where live mode is off. */
  readonly live?: LivePortals;
  /** Signs evidence with the installation's key: canonical JSON text. */
  readonly sign: (document: UnsignedEvidence) => string;
  /** An agent or address that more entities share relates none of them; 100 if omitted. */
  readonly maxRelated?: number;
  /** Reports an error to the operator that the response does not contain. */
  readonly reportFault: (error: unknown, detail: string) => void;
  /** Memory of this thread for answers of `getEntity` that are given again and again. */
  readonly answersKiB?: number;
}

export interface NewChanges {
  /** Resolves to true when the feed has an event after the position; to false after the milliseconds, or when the service ends. */
  behind(position: number, maxMs: number): Promise<boolean>;
}

/** Watches, and the rules for creating them. */
interface WatchDesk extends Omit<Watches, 'createWatch'> {
  /** Checks an endpoint without resolving its name. Returns the problem as a sentence, or `null`. */
  endpointFault(endpoint: string): string | null;
  /** Creates a watch that starts at the end of the feed. Resolves to a sentence if the endpoint is invalid. */
  addWatch(
    request: Omit<NewWatch, 'feed' | 'position'>,
  ): Promise<WatchWithSecret | { readonly fault: string }>;
}

export interface Indexes {
  readonly entities: SearchIndex;
  readonly filings: SearchIndex;
  readonly manifest: { readonly builtAt: number; readonly contentVersion: number };
}
