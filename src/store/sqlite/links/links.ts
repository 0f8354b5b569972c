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
import { openDatabase, type SchemaMode } from '../file/database.js';
import type { Sqlite } from '../file/driver.js';
import type { OnReadFault } from '../file/shared-read-transactions.js';
import { CandidatesFile } from './candidates.js';
import { EvidenceLines } from './evidence-lines.js';
import { KeyScans } from './key-scans.js';
import { LinkReader } from './link-reader.js';
import { LinkWriter } from './link-writer.js';
import { LINKS_MIGRATIONS } from './schema.js';
import type { ServedCandidates } from './served-candidates.js';
import { SharedEntities } from './shared-entities.js';
import { exportStatements, linkMaker, statements } from './statements.js';

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

class LinksFile implements SqliteLinks {
  readonly #database: Sqlite;
  readonly #requests: Sqlite;
  readonly candidates: CandidatesFile;
  readonly candidateEntities: ServedCandidates;
  readonly #sql;
  readonly #toLink;
  readonly #scans: KeyScans;
  readonly #exported;
  readonly #shared: SharedEntities;
  readonly #reader: LinkReader;
  readonly #writer: LinkWriter;

  constructor(database: Sqlite, requests?: Sqlite, onReadFault?: OnReadFault) {
    this.#database = database;
    this.#requests = requests ?? database;
    this.candidates = new CandidatesFile(database);
    this.#sql = statements(database);
    const lines = new EvidenceLines(database);
    this.#toLink = linkMaker(lines);
    this.#scans = new KeyScans(database);
    this.#exported = exportStatements(database);
    this.#shared = new SharedEntities(database);
    this.#reader = new LinkReader(this.#requests, requests !== undefined, onReadFault);
    this.candidateEntities = this.#reader.candidates;
    this.#writer = new LinkWriter(this.candidates, this.#sql, lines);
  }

  close(): void {
    this.#requests.close();
    this.#database.close();
  }

  version(): number | undefined {
    return this.#reader.version();
  }

  async ofEntity(entity: string): Promise<readonly EntityLink[]> {
    return this.#reader.ofEntity(entity);
  }

  async linkedAmong(entities: readonly string[], datasets: readonly string[]) {
    return this.#reader.linkedAmong(entities, datasets);
  }

  async entitiesOf(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#reader.entitiesOf(dataset, parties);
  }

  async state(dataset: string): Promise<LinkState | undefined> {
    return this.#reader.state(dataset);
  }

  async countSharing(key: SharedKey): Promise<number> {
    return this.#reader.countSharing(key);
  }

  async sharing(key: SharedKey, max: number): Promise<readonly string[]> {
    return this.#reader.sharing(key, max);
  }

  async putJudgements(dataset: string, judgements: readonly Judgement[], contested?: Contested) {
    this.#writer.putJudgements(dataset, judgements, contested);
  }

  async dropParties(dataset: string, parties: readonly string[], contested?: Contested) {
    this.#writer.dropParties(dataset, parties, contested);
  }

  async settle(settled: Settled): Promise<void> {
    this.#writer.settle(settled);
  }

  async setMade(dataset: string, state: LinkState): Promise<void> {
    this.#writer.setMade(dataset, state);
  }

  async correct(correction: Correction): Promise<void> {
    this.#writer.correct(correction);
  }

  async uncorrect(of: Parameters<Links['uncorrect']>[0]): Promise<boolean> {
    return this.#writer.uncorrect(of);
  }

  async countLinks(filter: LinkFilter): Promise<number> {
    return this.#exported.count.get(toFilterRow(filter)) ?? 0;
  }

  async linksAfter(after: LinkKey | null, max: number, filter: LinkFilter): Promise<readonly EntityLink[]> {
    const { entity = '', dataset = '', party = '' } = after ?? {};
    const place = { afterEntity: entity, afterDataset: dataset, afterParty: party };
    return this.#exported.after.all({ ...toFilterRow(filter), ...place, max }).map(this.#toLink);
  }

  async claimsOn(dataset: string, party: string): Promise<readonly EntityLink[]> {
    return this.#sql.ofParty
      .all(party, party)
      .map(this.#toLink)
      .filter((link) => link.dataset === dataset);
  }

  async ofParty(party: string): Promise<readonly EntityLink[]> {
    return this.#sql.ofParty
      .all(party, party)
      .map(this.#toLink)
      .filter((link) => link.attached);
  }

  async fingerprints(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return valuesOf(parties, (party) => this.#sql.fingerprint.get(dataset, party));
  }

  knownParties(dataset: string): KnownKeys {
    return this.#scans.parties(dataset);
  }

  async relinked(max: number) {
    const noted = this.#sql.relinked.all(max);
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
      yield this.#sql.claims.all(dataset, after, last).map(this.#toLink);
      after = last;
    }
  }

  async setState(dataset: string, { run, at, weights }: LinkState): Promise<void> {
    this.#sql.setState.run(dataset, run, at, weights);
  }

  async linkChanges(max: number): Promise<readonly LinkChange[]> {
    return this.#sql.linkChanges.all(max).map(({ before, after, ...change }) => ({
      ...change,
      before: JSON.parse(before) as string[],
      after: JSON.parse(after) as string[],
    }));
  }

  async forgetLinkChanges(upTo: number): Promise<void> {
    this.#sql.forgetLinkChanges.run(upTo);
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

  async loadShared(entities: readonly SharedEntity[], gone: readonly string[]): Promise<boolean> {
    let isChanged = false;
    this.#inTransaction(() => {
      for (const entity of entities) if (this.#shared.load(entity)) isChanged = true;
      for (const entity of gone) if (this.#shared.forget(entity)) isChanged = true;
    });
    return isChanged;
  }

  async indexShared(): Promise<void> {
    this.#inTransaction(() => this.#shared.index());
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
