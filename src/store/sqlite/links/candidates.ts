import type { CandidateEntity, CandidateParty, Candidates, KeyedRows } from '../../data/candidates.js';
import type { Sqlite } from '../file/driver.js';
import { requireRoom } from '../file/room-on-disk.js';
import { keepLogShort } from '../file/wal-checkpoint.js';
import { KeyBuckets } from './key-buckets.js';

/** The lowest bits of a hash select its bucket; a bucket should have about a hundred rows. */
const FEWEST_BITS = 16;
const PER_BUCKET = 200;
/** An entity key with more rows is counted but not listed: nothing reads the list, and each change would rewrite it. */
const MAX_LISTED = 2_000;
/** Number of keys that a very large load sorts at once. */
const KEYS_AT_ONCE = 2 ** 23;

export class CandidatesFile implements Candidates {
  readonly entities: Table<CandidateEntity>;
  readonly parties: Table<CandidateParty>;
  readonly #database: Sqlite;
  readonly #sql;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#sql = prepare(database);
    const mask = this.#sql.mask.get() ?? 2 ** FEWEST_BITS - 1;
    this.entities = new Table(database, 'entity', ['number', 'id', 'source', 'state', 'mark', 'sketch'], {
      mask,
      maxListed: MAX_LISTED,
    });
    this.parties = new Table(database, 'party', ['number', 'dataset', 'party', 'least', 'sketch'], {
      mask,
      maxListed: Number.POSITIVE_INFINITY,
    });
  }

  clear(keys: number): void {
    const bits = Math.min(24, Math.max(FEWEST_BITS, Math.ceil(Math.log2(keys / PER_BUCKET + 1))));
    this.together(() => {
      this.#database.exec('DELETE FROM candidate_states; DELETE FROM waiting;');
      this.#sql.setMask.run(2 ** bits - 1);
      this.entities.clear(2 ** bits - 1);
      this.parties.clear(2 ** bits - 1);
    });
  }

  together<Result>(work: () => Result): Result {
    if (!this.#database.inTransaction) requireRoom(this.#database);
    const result = this.#database.transaction(work).immediate();
    if (!this.#database.inTransaction) keepLogShort(this.#database);
    return result;
  }

  partyNumber(dataset: string, party: string): number | undefined {
    return this.#sql.partyNumber.get(dataset, party);
  }

  newPartyNumber(): number {
    return (this.#sql.lastParty.get() ?? 0) + 1;
  }

  states(): ReadonlyMap<string, number> {
    return new Map(this.#sql.states.all());
  }

  countState(state: string, by: number): void {
    this.#sql.countState.run(state, by);
  }

  waiting(dataset: string, max: number): readonly string[] {
    return this.#sql.waiting.all(dataset, max);
  }

  isWaiting(): boolean {
    return this.#sql.isWaiting.get() === 1;
  }

  wait(dataset: string, party: string): void {
    this.#sql.wait.run(dataset, party);
  }

  waitAll(): void {
    this.#sql.waitAll.run();
  }

  settled(dataset: string, parties: readonly string[]): void {
    for (const party of parties) this.#sql.settle.run(dataset, party);
  }
}

class Table<Row extends { readonly number: number }> implements KeyedRows<Row> {
  readonly #database: Sqlite;
  readonly #buckets: KeyBuckets;
  readonly #sql;

  constructor(
    database: Sqlite,
    name: 'entity' | 'party',
    columns: readonly string[],
    limits: { mask: number; maxListed: number },
  ) {
    this.#database = database;
    this.#buckets = new KeyBuckets(database, `candidate_${name}`, limits);
    const table = `candidate_${name}_rows`;
    this.#sql = {
      count: database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck(),
      get: database.prepare<[number], Row>(`SELECT * FROM ${table} WHERE number = ?`),
      put: database.prepare<[Row]>(
        `INSERT OR REPLACE INTO ${table} VALUES (${columns.map((column) => `@${column}`).join()})`,
      ),
      drop: database.prepare(`DELETE FROM ${table} WHERE number = ?`),
      clear: database.prepare(`DELETE FROM ${table}`),
    };
  }

  clear(mask: number): void {
    this.#sql.clear.run();
    this.#buckets.clear(mask);
  }

  count(): number {
    return this.#sql.count.get() ?? 0;
  }

  get(number: number): Row | undefined {
    return this.#sql.get.get(number);
  }

  put(row: Row): void {
    this.#sql.put.run(row);
  }

  drop(number: number): void {
    this.#sql.drop.run(number);
  }

  withKey(hash: number, max: number): readonly number[] | undefined {
    return this.#buckets.withKey(hash, max);
  }

  addKeys(number: number, hashes: readonly number[]): void {
    for (const hash of hashes) this.#buckets.add(hash, number);
  }

  dropKeys(number: number, hashes: readonly number[]): void {
    for (const hash of hashes) this.#buckets.drop(hash, number);
  }

  mergeRecent(): void {
    this.#buckets.mergeRecent();
  }

  addMany(count: number, each: (take: (hash: number, number: number) => void) => void): void {
    const room = Math.min(count, KEYS_AT_ONCE);
    const [hashes, numbers] = [new Uint32Array(room), new Uint32Array(room)];
    let length = 0;
    const flush = () => {
      requireRoom(this.#database);
      const work = () => this.#buckets.addMany(hashes.subarray(0, length), numbers.subarray(0, length));
      this.#database.transaction(work).immediate();
      keepLogShort(this.#database);
      length = 0;
    };
    each((hash, number) => {
      hashes[length] = hash;
      numbers[length] = number;
      length += 1;
      if (length === room) flush();
    });
    if (length > 0) flush();
  }
}

function prepare(database: Sqlite) {
  return {
    mask: database.prepare<[], number>('SELECT mask FROM candidate_mask').pluck(),
    setMask: database.prepare('INSERT OR REPLACE INTO candidate_mask VALUES (1, ?)'),
    partyNumber: database
      .prepare<[string, string], number>(
        'SELECT number FROM candidate_party_rows WHERE dataset = ? AND party = ?',
      )
      .pluck(),
    lastParty: database.prepare<[], number | null>('SELECT max(number) FROM candidate_party_rows').pluck(),
    states: database.prepare<[], [string, number]>('SELECT state, entities FROM candidate_states').raw(),
    countState: database.prepare(
      `INSERT INTO candidate_states VALUES (?, ?) ON CONFLICT DO UPDATE SET entities = entities + excluded.entities`,
    ),
    waiting: database
      .prepare<[string, number], string>('SELECT party FROM waiting WHERE dataset = ? ORDER BY party LIMIT ?')
      .pluck(),
    isWaiting: database.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM waiting)').pluck(),
    wait: database.prepare('INSERT OR IGNORE INTO waiting VALUES (?, ?)'),
    waitAll: database.prepare(
      'INSERT OR IGNORE INTO waiting SELECT dataset, party FROM candidate_party_rows',
    ),
    settle: database.prepare('DELETE FROM waiting WHERE dataset = ? AND party = ?'),
  };
}
