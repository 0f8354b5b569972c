import type { CandidateEntity, KeyedRows } from '../../data/candidates.js';
import type { EntityLink, LinkState, SharedKey } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import { type OnReadFault, SharedReadTransactions } from '../file/shared-read-transactions.js';
import { VersionMemo } from '../file/version-memo.js';
import { EvidenceLines } from './evidence-lines.js';
import { bucketColumns, bucketOf, rowsWithKey } from './key-buckets.js';
import { SharedReader } from './shared-entities.js';
import { linkMaker, servedStatements } from './statements.js';

const NONE: readonly EntityLink[] = [];

/** Reads for requests. */
export class LinkReader {
  readonly candidateEntities: ServedCandidates;
  readonly #turns: SharedReadTransactions | undefined;
  readonly #sql;
  readonly #toLink;
  readonly #shared: SharedReader;
  /** Without data sets there are no links to read. */
  readonly #hasAny = new VersionMemo(() => this.#sql.any.get() === 1);
  readonly #states = new VersionMemo((dataset: string) => this.#sql.state.get(dataset));

  /** `isServing`: the connection only serves requests, and reads of a few milliseconds share a transaction. */
  constructor(database: Sqlite, isServing: boolean, onReadFault?: OnReadFault) {
    this.#turns = isServing ? new SharedReadTransactions(database, onReadFault) : undefined;
    this.candidateEntities = new ServedCandidates(database, () => this.#turns?.enter());
    this.#sql = servedStatements(database);
    this.#toLink = linkMaker(new EvidenceLines(database));
    this.#shared = new SharedReader(database);
  }

  version(): number | undefined {
    return this.#turns?.enter();
  }

  async ofEntity(entity: string): Promise<readonly EntityLink[]> {
    const version = this.#turns?.enter();
    if (version !== undefined && !this.#hasAny.get('', version)) return NONE;
    const rows = this.#sql.ofEntity.all(entity, entity);
    return rows.length === 0 ? NONE : rows.map(this.#toLink);
  }

  async linkedAmong(entities: readonly string[], datasets: readonly string[]): Promise<ReadonlySet<string>> {
    const version = this.#turns?.enter();
    if (entities.length === 0 || (version !== undefined && !this.#hasAny.get('', version))) return new Set();
    const [among, of] = [JSON.stringify(entities), JSON.stringify(datasets)];
    return new Set(this.#sql.linkedAmong.all({ entities: among, datasets: of }));
  }

  async entitiesOf(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const version = this.#turns?.enter();
    if (version !== undefined && !this.#hasAny.get('', version)) return new Map();
    const keys = JSON.stringify([...new Set(parties)]);
    const best = new Map<string, EntityLink>();
    for (const link of this.#sql.ofParties.all(dataset, keys, dataset, keys).map(this.#toLink)) {
      const before = best.get(link.party);
      if (link.attached && (!before || link.probability > before.probability)) best.set(link.party, link);
    }
    return new Map([...best].map(([party, { entity }]) => [party, entity]));
  }

  async state(dataset: string): Promise<LinkState | undefined> {
    const version = this.#turns?.enter();
    return version === undefined ? this.#sql.state.get(dataset) : this.#states.get(dataset, version);
  }

  async countSharing(key: SharedKey): Promise<number> {
    this.#turns?.enter();
    return this.#shared.count(key);
  }

  async sharing(key: SharedKey, max: number): Promise<readonly string[]> {
    this.#turns?.enter();
    return this.#shared.entities(key, max);
  }
}

/**
 * The candidate entities for requests. A full run in another process may divide the keys into other buckets at any time, so
 * nothing about the buckets is cached between two reads.
 */
class ServedCandidates implements Pick<KeyedRows<CandidateEntity>, 'get' | 'withKey'> {
  readonly #enter: () => unknown;
  readonly #sql;

  /** `enter` is called before each read. */
  constructor(database: Sqlite, enter: () => unknown) {
    this.#enter = enter;
    this.#sql = {
      get: database.prepare<[number], CandidateEntity>(
        'SELECT * FROM candidate_entity_rows WHERE number = ?',
      ),
      bucket: database
        .prepare<[number, number, number], [Buffer | null, Buffer | null, Buffer | null]>(
          `SELECT ${bucketColumns('candidate_entity', '? & mask')} FROM candidate_mask`,
        )
        .raw(),
      isCounted: database
        .prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM candidate_entity_counted WHERE hash = ?)')
        .pluck(),
    };
  }

  get(number: number): CandidateEntity | undefined {
    this.#enter();
    return this.#sql.get.get(number);
  }

  withKey(hash: number, max: number): readonly number[] | undefined {
    this.#enter();
    if (this.#sql.isCounted.get(hash) === 1) return undefined;
    const rows = rowsWithKey(hash, bucketOf(this.#sql.bucket.get(hash, hash, hash)));
    return rows.length > max ? undefined : rows;
  }
}
