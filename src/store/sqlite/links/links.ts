import { OFFICER_DATASETS } from '../../../domain/people/officers.js';
import type {
  Contested,
  Correction,
  EntityLink,
  Judgement,
  KnownKeys,
  LinkChange,
  LinkFilter,
  LinkKey,
  LinkState,
  Links,
  Settled,
  SharedEntity,
  SharedKey,
} from '../../store.js';
import { openDatabase, type SchemaMode } from '../database.js';
import type { Sqlite } from '../driver.js';
import { type OnReadFault, SharedReadTransactions } from '../shared-read-transactions.js';
import { VersionMemo } from '../version-memo.js';
import { CandidatesFile } from './candidates.js';
import { KeyScans } from './key-scans.js';
import { LINKS_MIGRATIONS } from './schema.js';
import { ServedCandidates } from './served-candidates.js';
import { SharedEntities, SharedReader } from './shared-entities.js';
import { exportStatements, servedStatements, statements, toLink } from './statements.js';

export interface SqliteLinks extends Links {
  close(): void;
}

/** Throws `SchemaMismatchError`. */
export function openLinks(options: {
  readonly path: string;
  readonly schema: SchemaMode;
  /** Requests read by a connection of their own, the reads of a few milliseconds together. */
  readonly serving?: boolean;
  /** Reads only. */
  readonly replica?: boolean;
  readonly mmapBytes?: number;
  /** For serving. */
  readonly onReadFault?: OnReadFault;
}): SqliteLinks {
  const file = {
    ...options,
    migrations: LINKS_MIGRATIONS,
    synchronous: 'normal',
    busyTimeoutMs: 30_000,
    logPages: LOG_PAGES,
    readOnly: options.replica ?? false,
  } as const;
  const database = openDatabase(file);
  if (!options.serving) return new LinksFile(database);
  return new LinksFile(database, openDatabase({ ...file, readOnly: true }), options.onReadFault);
}

/** 16 MB. */
const LOG_PAGES = 4_096;
const ROWS_PER_PAGE = 2_000;
const NONE: readonly EntityLink[] = [];

class LinksFile implements SqliteLinks {
  readonly #database: Sqlite;
  readonly #reader: Sqlite;
  readonly #turns: SharedReadTransactions | undefined;
  readonly candidates: CandidatesFile;
  readonly candidateEntities: ServedCandidates;
  readonly #sql;
  readonly #scans: KeyScans;
  readonly #exported;
  readonly #shared: SharedEntities;
  /** For requests, as `#servedShared`. */
  readonly #served;
  readonly #servedShared: SharedReader;
  /** Without data sets there are none, and none is looked for. */
  readonly #hasAny = new VersionMemo(() => this.#served.any.get() === 1);
  readonly #states = new VersionMemo((dataset: string) => this.#served.state.get(dataset));

  constructor(database: Sqlite, reader?: Sqlite, onReadFault?: OnReadFault) {
    this.#database = database;
    this.#reader = reader ?? database;
    this.#turns = reader && new SharedReadTransactions(reader, onReadFault);
    this.candidates = new CandidatesFile(database);
    this.candidateEntities = new ServedCandidates(this.#reader, () => this.#turns?.enter());
    this.#sql = statements(database);
    this.#scans = new KeyScans(database);
    this.#exported = exportStatements(database);
    this.#shared = new SharedEntities(database);
    this.#served = servedStatements(this.#reader);
    this.#servedShared = new SharedReader(this.#reader);
  }

  close(): void {
    this.#reader.close();
    this.#database.close();
  }

  async ofEntity(entity: string): Promise<readonly EntityLink[]> {
    const version = this.#turns?.enter();
    if (version !== undefined && !this.#hasAny.get('', version)) return NONE;
    const rows = this.#served.ofEntity.all(entity, entity);
    return rows.length === 0 ? NONE : rows.map(toLink);
  }

  async countLinks(filter: LinkFilter): Promise<number> {
    return this.#exported.count.get(toFilterRow(filter)) ?? 0;
  }

  async linksAfter(after: LinkKey | null, most: number, filter: LinkFilter): Promise<readonly EntityLink[]> {
    const { entity = '', dataset = '', party = '' } = after ?? {};
    const place = { afterEntity: entity, afterDataset: dataset, afterParty: party };
    return this.#exported.after.all({ ...toFilterRow(filter), ...place, most }).map(toLink);
  }

  async linkedAmong(entities: readonly string[], datasets: readonly string[]): Promise<ReadonlySet<string>> {
    const version = this.#turns?.enter();
    if (entities.length === 0 || (version !== undefined && !this.#hasAny.get('', version))) return new Set();
    const [among, of] = [JSON.stringify(entities), JSON.stringify(datasets)];
    return new Set(this.#served.linkedAmong.all({ entities: among, datasets: of }));
  }

  version(): number | undefined {
    return this.#turns?.enter();
  }

  async entitiesOf(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const version = this.#turns?.enter();
    if (version !== undefined && !this.#hasAny.get('', version)) return new Map();
    const asked = JSON.stringify([...new Set(parties)]);
    const best = new Map<string, EntityLink>();
    for (const link of this.#served.ofParties.all(dataset, asked, dataset, asked).map(toLink)) {
      const before = best.get(link.party);
      if (link.attached && (!before || link.probability > before.probability)) best.set(link.party, link);
    }
    return new Map([...best].map(([party, { entity }]) => [party, entity]));
  }

  async ofParty(party: string): Promise<readonly EntityLink[]> {
    return this.#sql.ofParty
      .all(party, party)
      .map(toLink)
      .filter((link) => link.attached);
  }

  async fingerprints(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return valuesOf(parties, (party) => this.#sql.fingerprint.get(dataset, party));
  }

  knownParties(dataset: string): KnownKeys {
    return this.#scans.parties(dataset);
  }

  async putJudgements(
    dataset: string,
    judgements: readonly Judgement[],
    contested?: Contested,
  ): Promise<void> {
    const entities = () => this.#entitiesOf(dataset, judgements, []);
    this.#inTransaction(() =>
      this.#tellChanges(dataset, entities, () => this.#put(dataset, judgements, contested)),
    );
  }

  async dropParties(dataset: string, parties: readonly string[], contested?: Contested): Promise<void> {
    const entities = () => this.#entitiesOf(dataset, [], parties);
    this.#inTransaction(() =>
      this.#tellChanges(dataset, entities, () => this.#drop(dataset, parties, contested)),
    );
  }

  async settle({ dataset, judgements, gone, settled, contested, also }: Settled): Promise<void> {
    this.#inTransaction(() => {
      const moved = new Set([...gone, ...settled]);
      const entities = this.#entitiesOf(dataset, judgements, gone);
      for (const entity of entities) {
        for (const { party } of this.#sql.claimsOn.all(dataset, entity)) moved.add(party);
      }
      this.#tellChanges(
        dataset,
        () => entities,
        () => {
          this.#put(dataset, judgements, contested);
          this.#drop(dataset, gone, contested);
        },
      );
      this.candidates.settled(dataset, settled);
      also(moved);
    });
  }

  async relinked(most: number) {
    const noted = this.#sql.relinked.all(most);
    const isFirst = new Map<string, boolean>();
    for (const { entity, is_first } of noted)
      isFirst.set(entity, is_first === 1 && isFirst.get(entity) !== false);
    const entities = [...isFirst].map(([entity, first]) => ({ entity, isFirst: first }));
    return { entities, upTo: noted.at(-1)?.number ?? 0 };
  }

  async forgetRelinked(upTo: number): Promise<void> {
    this.#sql.forgetRelinked.run(upTo);
  }

  /** As the model made them, without corrections and contests; an entity's links come in one page. */
  async *scanClaims(dataset: string): AsyncGenerator<readonly EntityLink[]> {
    for (let after = ''; ; ) {
      const entities = this.#sql.claimed.all(dataset, after, ROWS_PER_PAGE);
      const last = entities.at(-1);
      if (last === undefined) return;
      yield this.#sql.claims.all(dataset, after, last).map(toLink);
      after = last;
    }
  }

  async state(dataset: string): Promise<LinkState | undefined> {
    const version = this.#turns?.enter();
    return version === undefined ? this.#served.state.get(dataset) : this.#states.get(dataset, version);
  }

  async setState(dataset: string, { run, at, weights }: LinkState): Promise<void> {
    this.#sql.setState.run(dataset, run, at, weights);
  }

  async setMade(dataset: string, state: LinkState): Promise<void> {
    this.#inTransaction(() => {
      if (!this.#isMade(dataset)) this.#sql.putLinkChange.run(null, dataset, '[]', '[]');
      this.#sql.setState.run(dataset, state.run, state.at, state.weights);
    });
  }

  async linkChanges(most: number): Promise<readonly LinkChange[]> {
    return this.#sql.linkChanges.all(most).map(({ before, after, ...change }) => ({
      ...change,
      before: JSON.parse(before) as string[],
      after: JSON.parse(after) as string[],
    }));
  }

  async forgetLinkChanges(upTo: number): Promise<void> {
    this.#sql.forgetLinkChanges.run(upTo);
  }

  async correct({ entity, dataset, party, verdict, note, at }: Correction): Promise<void> {
    this.#inTransaction(() => {
      const before = this.#attached(dataset, entity);
      this.#sql.correct.run(entity, dataset, party, verdict, note, at);
      this.#tellChange(dataset, entity, before);
      this.candidates.wait(dataset, party);
      this.#noteRelinked(dataset, [entity]);
    });
  }

  async uncorrect({
    entity,
    dataset,
    party,
  }: Pick<Correction, 'entity' | 'dataset' | 'party'>): Promise<boolean> {
    let isUndone = false;
    this.#inTransaction(() => {
      const before = this.#attached(dataset, entity);
      isUndone = this.#sql.uncorrect.run(entity, dataset, party).changes > 0;
      this.#tellChange(dataset, entity, before);
      if (isUndone) this.#noteRelinked(dataset, [entity]);
    });
    return isUndone;
  }

  async corrections(): Promise<readonly Correction[]> {
    return this.#sql.corrections.all();
  }

  async putShared(entities: readonly SharedEntity[]): Promise<void> {
    this.#inTransaction(() => {
      for (const entity of entities) this.#shared.put(entity);
    });
  }

  async sharedHashes(of: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return valuesOf(of, (entity) => this.#shared.hashOf(entity));
  }

  knownShared(): KnownKeys {
    return this.#scans.shared();
  }

  async dropShared(entities: readonly string[]): Promise<void> {
    this.#inTransaction(() => {
      for (const entity of entities) this.#shared.drop(entity);
    });
  }

  async noteShared(entities: readonly SharedEntity[], gone: readonly string[]): Promise<void> {
    this.#inTransaction(() => {
      for (const entity of entities) this.#shared.note(entity);
      for (const entity of gone) this.#shared.forget(entity);
    });
  }

  async settleShared(): Promise<void> {
    this.#inTransaction(() => this.#shared.settle());
  }

  async countSharing(key: SharedKey): Promise<number> {
    this.#turns?.enter();
    return this.#servedShared.count(key);
  }

  async sharing(key: SharedKey, most: number): Promise<readonly string[]> {
    this.#turns?.enter();
    return this.#servedShared.entities(key, most);
  }

  /** All entities whose links the judgements, or the end of the parties, may change. */
  #entitiesOf(
    dataset: string,
    judgements: readonly Judgement[],
    gone: readonly string[],
  ): ReadonlySet<string> {
    const entities = new Set(judgements.flatMap(({ links }) => links.map(({ entity }) => entity)));
    for (const party of [...judgements.map((judgement) => judgement.party), ...gone]) {
      for (const entity of this.#sql.claimedBy.all(party, dataset)) entities.add(entity);
    }
    return entities;
  }

  /** Notes for the feed which shown links the work changes; nothing while the data set is linked for the first time. */
  #tellChanges(dataset: string, entities: () => ReadonlySet<string>, work: () => void): void {
    if (!this.#isMade(dataset)) {
      work();
      return;
    }
    const before = [...entities()].map((entity) => [entity, this.#attached(dataset, entity)] as const);
    work();
    for (const [entity, parties] of before) this.#tellChange(dataset, entity, parties);
  }

  #tellChange(dataset: string, entity: string, before: readonly string[]): void {
    const [was, is] = [JSON.stringify(before), JSON.stringify(this.#attached(dataset, entity))];
    if (was !== is) this.#sql.putLinkChange.run(entity, dataset, was, is);
  }

  /** Parties that are shown with the entity. */
  #attached(dataset: string, entity: string): readonly string[] {
    const links = this.#sql.attachable.all(entity, dataset, entity, dataset).map(toLink);
    return links.filter(({ attached }) => attached).map(({ party }) => party);
  }

  #isMade(dataset: string): boolean {
    return this.#sql.isMade.get(dataset) !== undefined;
  }

  #put(dataset: string, judgements: readonly Judgement[], contested?: Contested): void {
    const touched = new Set<string>();
    for (const { party, fingerprint, links } of judgements) {
      for (const entity of this.#sql.dropLinks.all(party, dataset)) touched.add(entity);
      this.#sql.putJudgement.run(dataset, party, fingerprint);
      for (const link of links) {
        touched.add(link.entity);
        this.#sql.putLink.run(
          ...[link.entity, dataset, party, link.outcome, link.tier, link.attached ? 1 : 0],
          ...[link.probability, link.decidedBy, link.rivals, link.samePlace ? 1 : 0, link.evidence],
        );
      }
    }
    if (contested) this.#contest(dataset, touched, contested);
    this.#noteRelinked(dataset, touched);
  }

  #drop(dataset: string, parties: readonly string[], contested?: Contested): void {
    const touched = new Set<string>();
    for (const party of parties) {
      for (const entity of this.#sql.dropLinks.all(party, dataset)) touched.add(entity);
      this.#sql.dropJudgement.run(dataset, party);
    }
    if (contested) this.#contest(dataset, touched, contested);
    this.#noteRelinked(dataset, touched);
  }

  #contest(dataset: string, entities: Iterable<string>, contested: Contested): void {
    for (const entity of entities) {
      const claims = this.#sql.claimsOn.all(dataset, entity).map(toLink);
      const parties = contested(claims).map(({ party }) => party);
      this.#sql.setContested.run({ dataset, entity, parties: JSON.stringify(parties) });
    }
  }

  #noteRelinked(dataset: string, entities: Iterable<string>): void {
    if (!OFFICER_DATASETS.includes(dataset)) return;
    const isFirst = this.#isMade(dataset) ? 0 : 1;
    for (const entity of entities) this.#sql.putRelinked.run(entity, isFirst);
  }

  #inTransaction(work: () => void): void {
    this.candidates.together(work);
  }
}

/** Entities that have one. */
function valuesOf(keys: readonly string[], lookUp: (key: string) => string | undefined): Map<string, string> {
  const values = new Map<string, string>();
  for (const key of keys) {
    const value = lookUp(key);
    if (value !== undefined) values.set(key, value);
  }
  return values;
}

function toFilterRow({ entity, dataset, attached }: LinkFilter) {
  return { entity, dataset, attached: attached === null ? null : attached ? 1 : 0 } as const;
}
