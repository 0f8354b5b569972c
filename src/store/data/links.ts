import type { CandidateEntity, Candidates, KeyedRows } from './candidates.js';
import type { LinkChange } from './changes.js';

/** Which party of a data set is which entity: decisions made when data is loaded, and corrections by operators. */
export interface Links {
  /** All links of an entity, corrections applied. One read. */
  ofEntity(entity: string): Promise<readonly EntityLink[]>;
  /** The entities among these that have a link or a correction, attached or not, in one of the data sets. */
  linkedAmong(entities: readonly string[], datasets: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Changes whenever links or corrections change; `undefined` if changes are not watched. Every lookup calls it, so it
   * returns at once and may be some milliseconds old.
   */
  version(): number | undefined;
  /** The entity with which each party is shown; of several, the most probable. Parties without one are left out. One read. */
  entitiesOf(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Every link of a party in one data set, attached or not, corrections applied, in order of entity. */
  claimsOn(dataset: string, party: string): Promise<readonly EntityLink[]>;
  /** Attached links of a party in any data set. */
  ofParty(party: string): Promise<readonly EntityLink[]>;

  /** The content on which each party was decided, so that a run continues where the previous one ended. */
  fingerprints(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The parties of a data set that were decided. */
  knownParties(dataset: string): KnownKeys;
  /** Replaces all decisions on these parties, and in the same transaction what is contested of their entities. */
  putJudgements(dataset: string, judgements: readonly Judgement[], contested?: Contested): Promise<void>;
  /** Deletes parties that the data set no longer contains; the remaining links of their entities are contested again. */
  dropParties(dataset: string, parties: readonly string[], contested?: Contested): Promise<void>;
  /**
   * Entities whose links to data sets with officers, or corrections of such links, changed: oldest change first. Pass `upTo`
   * to `forgetRelinked`; 0 if there are none.
   */
  relinked(max: number): Promise<{ readonly entities: readonly Relinked[]; readonly upTo: number }>;
  /** Keeps later changes of the same entities. */
  forgetRelinked(upTo: number): Promise<void>;
  /** The links of a data set as they were decided, in order of entity. */
  scanClaims(dataset: string): AsyncIterable<readonly EntityLink[]>;

  /** The number of links, corrections applied. One read. */
  countLinks(filter: LinkFilter): Promise<number>;
  /** At most `max` links after a link, in order of entity, data set and party. */
  linksAfter(after: LinkKey | null, max: number, filter: LinkFilter): Promise<readonly EntityLink[]>;

  /** Writes decisions on some parties, and in the same transaction what follows from them. */
  settle(settled: Settled): Promise<void>;

  state(dataset: string): Promise<LinkState | undefined>;
  setState(dataset: string, state: LinkState): Promise<void>;
  /** `setState` of a data set whose links are complete; the first time, it is a change in `linkChanges`. */
  setMade(dataset: string, state: LinkState): Promise<void>;
  /** Changes of attached links since `forgetLinkChanges`, oldest first. The first links of a data set are not changes. */
  linkChanges(max: number): Promise<readonly LinkChange[]>;
  /** Deletes changes up to this number. */
  forgetLinkChanges(upTo: number): Promise<void>;

  /** The entities and parties from which links were last made. */
  readonly candidates: Candidates;
  /** The entities among them, for requests: the next read sees what another process wrote. Synchronous. */
  readonly candidateEntities: Pick<KeyedRows<CandidateEntity>, 'get' | 'withKey'>;

  correct(correction: Correction): Promise<void>;
  /** Deletes a correction; false if there is none. */
  uncorrect(of: Pick<Correction, 'entity' | 'dataset' | 'party'>): Promise<boolean>;
  corrections(): Promise<readonly Correction[]>;

  /** Replaces the keys that entities share with others: agent and address as comparable texts. Equal keys are not written again. */
  putShared(entities: readonly SharedEntity[]): Promise<void>;
  /** For each known entity, the hash of a content that has these keys; other contents may have the same. */
  sharedHashes(of: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The entities with shared keys. */
  knownShared(): KnownKeys;
  dropShared(entities: readonly string[]): Promise<void>;
  /**
   * `putShared` and `dropShared` of very many, without the index by key: `countSharing` and `sharing` may return the
   * previous state until `indexShared` runs, also after a crash between the two. False: nothing changed.
   */
  loadShared(entities: readonly SharedEntity[], gone: readonly string[]): Promise<boolean>;
  /** Builds the index of shared keys. */
  indexShared(): Promise<void>;
  /** The number of entities with the key. One read, however many they are. */
  countSharing(key: SharedKey): Promise<number>;
  /** At most `max` entities with the key, in order of id. */
  sharing(key: SharedKey, max: number): Promise<readonly string[]>;
}

interface Relinked {
  readonly entity: string;
  /** All its changes are first links of a data set. */
  readonly isFirst: boolean;
}

/** Keys that exist; some that are written or deleted while the pages are read may be among them. */
export interface KnownKeys {
  /** At the time of the call. */
  readonly count: number;
  readonly pages: AsyncIterable<readonly string[]>;
}

/** `null`: any. */
export interface LinkFilter {
  readonly entity: string | null;
  readonly dataset: string | null;
  /** Whether the link is shown with the entity. */
  readonly attached: boolean | null;
}

export type LinkKey = Pick<EntityLink, 'entity' | 'dataset' | 'party'>;

/** `linked`: the best candidate. `ambiguous`: one of several that the evidence cannot distinguish. */
export interface EntityLink {
  readonly entity: string;
  readonly dataset: string;
  readonly party: string;
  readonly outcome: 'linked' | 'ambiguous';
  readonly tier: 'confirmed' | 'probable' | 'possible';
  /** Whether the link is shown: always if an operator confirmed it, never if one denied it. */
  readonly attached: boolean;
  readonly probability: number;
  readonly decidedBy: 'identifier' | 'model' | 'correction';
  readonly rivals: number;
  /** Whether the places of party and entity agree: this distinguishes several parties of one entity. */
  readonly samePlace: boolean;
  /** JSON text: `{ field, ours, theirs, verdict, weight, text }[]`. */
  readonly evidence: string;
}

/** Returns the links of one data set to one entity that contradict the others. Links are passed as they were decided. */
export type Contested = (claims: readonly EntityLink[]) => readonly EntityLink[];

export interface Judgement {
  readonly party: string;
  readonly fingerprint: string;
  readonly links: readonly Omit<EntityLink, 'dataset' | 'party'>[];
}

export interface Settled {
  readonly dataset: string;
  readonly judgements: readonly Judgement[];
  /** Parties that the data set no longer contains. */
  readonly gone: readonly string[];
  /** Parties to remove from the waiting list. */
  readonly settled: readonly string[];
  readonly contested?: Contested;
  /** `moved`: all parties of the data set with a link to an affected entity. */
  also(moved: ReadonlySet<string>): void;
}

/** From which data the links of a data set were made. */
export interface LinkState {
  /** The run of the data set. */
  readonly run: number;
  /** When linking began; entities that changed later are not linked yet. */
  readonly at: number;
  readonly weights: string;
}

export interface Correction {
  readonly entity: string;
  readonly dataset: string;
  readonly party: string;
  readonly verdict: 'confirmed' | 'denied';
  readonly note: string;
  readonly at: number;
}

export interface SharedEntity {
  readonly entity: string;
  readonly hash: string;
  readonly keys: readonly SharedKey[];
}

export interface SharedKey {
  readonly kind: 'registered_agent' | 'principal_address' | 'agent_office';
  readonly key: string;
}
