import type { CandidateEntity, Candidates, KeyedRows } from './candidates.js';
import type { LinkChange } from './changes.js';

/** Which data-set party is which entity: judgements made ahead of time, and the corrections of people. */
export interface Links {
  /** All links of an entity with corrections applied; one read. */
  ofEntity(entity: string): Promise<readonly EntityLink[]>;
  /** Those of the entities that a link or a correction of one of the data sets names, attached or not. */
  linkedAmong(entities: readonly string[], datasets: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Changes with every change of links and corrections; `undefined` if that is not watched. Asked for each lookup, so it
   * answers at once and may be some milliseconds old.
   */
  version(): number | undefined;
  /** Party -> the entity it is shown with, of those that are; one read. Among several it is the most probable one. */
  entitiesOf(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Every link of a party in one data set, attached or not, with corrections applied; in order of entity. */
  claimsOn(dataset: string, party: string): Promise<readonly EntityLink[]>;
  /** Attached links of a party, of any data set. */
  ofParty(party: string): Promise<readonly EntityLink[]>;

  /** Party -> what it was judged on, of those that were judged, so that a run goes on where one before it ended. */
  fingerprints(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The parties of a data set that were judged. */
  knownParties(dataset: string): KnownKeys;
  /** Replaces everything that was judged of these parties, and at once what is contested of their entities. */
  putJudgements(dataset: string, judgements: readonly Judgement[], contested?: Contested): Promise<void>;
  /** Forgets parties that the data set no longer names; what is left of their entities' links is contested again. */
  dropParties(dataset: string, parties: readonly string[], contested?: Contested): Promise<void>;
  /**
   * Entities whose links to data sets with officers, or corrections of these, were changed: the oldest changes first.
   * `upTo` is what `forgetRelinked` takes; 0 where there are none.
   */
  relinked(max: number): Promise<{ readonly entities: readonly Relinked[]; readonly upTo: number }>;
  /** Later notes on the same entities are kept. */
  forgetRelinked(upTo: number): Promise<void>;
  /** The links of a data set in order of entity, as they were judged. */
  scanClaims(dataset: string): AsyncIterable<readonly EntityLink[]>;

  /** How many links there are, with corrections applied; one read. */
  countLinks(filter: LinkFilter): Promise<number>;
  /** Those after a link, in order of entity, data set and party, at most `max`. */
  linksAfter(after: LinkKey | null, max: number, filter: LinkFilter): Promise<readonly EntityLink[]>;

  /** Writes what is judged of some parties, and in the same transaction what is made of it. */
  settle(settled: Settled): Promise<void>;

  state(dataset: string): Promise<LinkState | undefined>;
  setState(dataset: string, state: LinkState): Promise<void>;
  /** `setState` of a data set whose links are made; the first time `linkChanges` tells it. */
  setMade(dataset: string, state: LinkState): Promise<void>;
  /** Changes of shown links that were not forgotten, the oldest first. The first links of a data set are none. */
  linkChanges(max: number): Promise<readonly LinkChange[]>;
  /** Those up to this number. */
  forgetLinkChanges(upTo: number): Promise<void>;

  /** The state from which links were made last. */
  readonly candidates: Candidates;
  /** The entities of these, for requests: what another process writes is seen at the next read. Both answer at once. */
  readonly candidateEntities: Pick<KeyedRows<CandidateEntity>, 'get' | 'withKey'>;

  correct(correction: Correction): Promise<void>;
  /** Takes a correction back; false if there is none. */
  uncorrect(of: Pick<Correction, 'entity' | 'dataset' | 'party'>): Promise<boolean>;
  corrections(): Promise<readonly Correction[]>;

  /** Replaces what the entity shares with others: its agent and its address, as comparable texts. Nothing is written where that is as before. */
  putShared(entities: readonly SharedEntity[]): Promise<void>;
  /** Entity -> hash of a content its keys were taken from, of those that are known: another may have the same keys. */
  sharedHashes(of: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The entities of which it is known. */
  knownShared(): KnownKeys;
  dropShared(entities: readonly string[]): Promise<void>;
  /**
   * `putShared` and `dropShared` of very many, without the index by key: `countSharing` and `sharing` may answer as
   * before until `indexShared`. If a process ends between the two, `indexShared` makes up for it. False: nothing changed.
   */
  loadShared(entities: readonly SharedEntity[], gone: readonly string[]): Promise<boolean>;
  /** Builds the index by key over all that entities share. */
  indexShared(): Promise<void>;
  /** How many entities have the key; one read, however many. */
  countSharing(key: SharedKey): Promise<number>;
  /** Entities that share the key, in order of id, at most `max`. */
  sharing(key: SharedKey, max: number): Promise<readonly string[]>;
}

interface Relinked {
  readonly entity: string;
  /** Every note of it came with the first links of a data set. */
  readonly isFirst: boolean;
}

/** Keys of what was made before; what is made or forgotten while the pages are read may be among them. */
export interface KnownKeys {
  /** When it was asked for. */
  readonly count: number;
  readonly pages: AsyncIterable<readonly string[]>;
}

/** `null` asks nothing. */
export interface LinkFilter {
  readonly entity: string | null;
  readonly dataset: string | null;
  /** Whether the entity is shown with it. */
  readonly attached: boolean | null;
}

export type LinkKey = Pick<EntityLink, 'entity' | 'dataset' | 'party'>;

/** `linked`: the best candidate. `ambiguous`: one of several that no evidence tells apart. */
export interface EntityLink {
  readonly entity: string;
  readonly dataset: string;
  readonly party: string;
  readonly outcome: 'linked' | 'ambiguous';
  readonly tier: 'confirmed' | 'probable' | 'possible';
  /** Good enough to be shown; what a person confirmed always is, what one denied never. */
  readonly attached: boolean;
  readonly probability: number;
  readonly decidedBy: 'identifier' | 'model' | 'correction';
  readonly rivals: number;
  /** Whether the party's place agrees with the entity's: what tells claimants of one entity apart. */
  readonly samePlace: boolean;
  /** JSON text: `{ field, ours, theirs, verdict, weight, text }[]`. */
  readonly evidence: string;
}

/** The claims of one data set on one entity that cannot hold together with the others. Each claim is given as it was judged. */
export type Contested = (claims: readonly EntityLink[]) => readonly EntityLink[];

export interface Judgement {
  readonly party: string;
  readonly fingerprint: string;
  readonly links: readonly Omit<EntityLink, 'dataset' | 'party'>[];
}

export interface Settled {
  readonly dataset: string;
  readonly judgements: readonly Judgement[];
  /** Parties that the data set no longer names. */
  readonly gone: readonly string[];
  /** They wait no longer. */
  readonly settled: readonly string[];
  readonly contested?: Contested;
  /** `moved`: all parties of the data set with a claim on an entity that is touched. */
  also(moved: ReadonlySet<string>): void;
}

/** How far the links of a data set are made. */
export interface LinkState {
  /** The data set's run they were made from. */
  readonly run: number;
  /** When the making began; entities that changed later are not linked yet. */
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
