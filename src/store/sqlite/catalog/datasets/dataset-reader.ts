import { createHash } from 'node:crypto';
import { LOOKUP, type Party } from '../../../../domain/records/dataset.js';
import type {
  DatasetRecord,
  DatasetState,
  Datasets,
  PartyRecords,
  StoredParty,
  YearCount,
} from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { SharedReadTransactions } from '../../file/shared-read-transactions.js';
import { VersionMemo } from '../../file/version-memo.js';

const ROWS_PER_PAGE = 2_000;

interface PartyRow {
  readonly party: string;
  readonly date: string;
  readonly record: number;
  readonly parties: string;
}

interface Newest {
  readonly date: string;
  readonly record: number;
}

/** Reads the records and parties of data sets. */
export class DatasetReader implements Datasets {
  readonly #source;
  readonly #newest;
  readonly #record;
  readonly #countOne;
  readonly #countSome;
  readonly #yearsOfOne;
  readonly #yearsOfSome;
  readonly #countParties;
  readonly #page;
  readonly #state;
  readonly #ofParty;
  readonly #missing;
  readonly #turns: SharedReadTransactions | undefined;
  readonly #states = new VersionMemo((sourceId: string) => this.#readState(sourceId));

  constructor(database: Sqlite, turns?: SharedReadTransactions) {
    this.#turns = turns;
    this.#source = database.prepare<[string], number>('SELECT number FROM sources WHERE id = ?').pluck();
    this.#newest = database.prepare<[number, string, number], Newest>(
      `SELECT date, record FROM dataset_parties WHERE source = ? AND party = ?
       ORDER BY date DESC, record DESC LIMIT ?`,
    );
    this.#record = database.prepare<[number], DatasetRecord>(
      'SELECT key, document, date FROM dataset_records WHERE number = ?',
    );
    this.#countOne = database
      .prepare<[number, string], number>(
        'SELECT count(*) FROM dataset_parties WHERE source = ? AND party = ?',
      )
      .pluck();
    this.#countSome = database
      .prepare<[number, string], number>(
        `SELECT count(DISTINCT record) FROM dataset_parties
         WHERE source = ? AND party IN (SELECT value FROM json_each(?))`,
      )
      .pluck();
    this.#yearsOfOne = database.prepare<[number, string], YearCount>(
      `SELECT substr(date, 1, 4) AS year, count(*) AS count FROM dataset_parties
       WHERE source = ? AND party = ? AND date > '' GROUP BY year ORDER BY year DESC`,
    );
    this.#yearsOfSome = database.prepare<[number, string], YearCount>(
      `SELECT substr(date, 1, 4) AS year, count(DISTINCT record) AS count FROM dataset_parties
       WHERE source = ? AND party IN (SELECT value FROM json_each(?)) AND date > ''
       GROUP BY year ORDER BY year DESC`,
    );
    this.#countParties = database
      .prepare<[string], number>(
        `SELECT count(DISTINCT party) FROM dataset_parties
         WHERE source = (SELECT number FROM sources WHERE id = ?) AND party NOT GLOB '${LOOKUP}*'`,
      )
      .pluck();
    this.#page = database.prepare<[number, string, string, number, number], PartyRow>(
      `SELECT party, dataset_parties.date AS date, record, parties FROM dataset_parties
       JOIN dataset_records ON number = record
       WHERE dataset_parties.source = ? AND (party, dataset_parties.date, record) > (?, ?, ?)
         AND party NOT GLOB '${LOOKUP}*'
       ORDER BY party, dataset_parties.date, record LIMIT ?`,
    );
    this.#ofParty = database
      .prepare<[number, string], string>(
        `SELECT parties FROM dataset_parties JOIN dataset_records ON number = record
         WHERE dataset_parties.source = ? AND party = ? ORDER BY dataset_parties.date, record`,
      )
      .pluck();
    this.#state = database.prepare<[string], { run: number; publishedAt: string | null }>(
      `SELECT id AS run, published_at AS publishedAt FROM runs
       WHERE source = ? AND outcome = 'done' ORDER BY id DESC LIMIT 1`,
    );
    // An increment does not show missing companions: the last full load does, or the last load if none was full.
    this.#missing = database
      .prepare<[string], string>(
        `SELECT json_extract(warning.value, '$.detail') FROM
           (SELECT warning_list FROM runs WHERE source = ? AND outcome = 'done' ORDER BY complete DESC, id DESC LIMIT 1)
           AS run, json_each(run.warning_list) AS warning
         WHERE json_extract(warning.value, '$.code') IN ('companion_not_loaded', 'field_not_loaded')`,
      )
      .pluck();
  }

  async getPartyRecords(sourceId: string, parties: readonly string[], max: number): Promise<PartyRecords> {
    this.#turns?.enter();
    const source = this.#source.get(sourceId);
    if (source === undefined || parties.length === 0) return { records: [], totalCount: 0 };
    const newest = this.#newestOf(source, parties, max);
    const records = newest.flatMap((number) => this.#record.get(number) ?? []);
    return { records, totalCount: this.#countOf(source, parties) };
  }

  /** Finds the newest of each party in one index step, however many records it has. */
  #newestOf(source: number, parties: readonly string[], max: number): number[] {
    const found = parties.flatMap((party) => this.#newest.all(source, party, max));
    const inOrder = found.sort((a, b) => b.date.localeCompare(a.date) || b.record - a.record);
    return [...new Set(inOrder.map(({ record }) => record))].slice(0, max);
  }

  #countOf(source: number, parties: readonly string[]): number {
    const [only] = parties;
    if (parties.length === 1 && only !== undefined) return this.#countOne.get(source, only) ?? 0;
    return this.#countSome.get(source, JSON.stringify(parties)) ?? 0;
  }

  async countPartyYears(sourceId: string, parties: readonly string[]): Promise<readonly YearCount[]> {
    this.#turns?.enter();
    const source = this.#source.get(sourceId);
    const [only] = parties;
    if (source === undefined || only === undefined) return [];
    return parties.length === 1
      ? this.#yearsOfOne.all(source, only)
      : this.#yearsOfSome.all(source, JSON.stringify(parties));
  }

  async state(sourceId: string): Promise<DatasetState | undefined> {
    const version = this.#turns?.enter();
    return version === undefined ? this.#readState(sourceId) : this.#states.get(sourceId, version);
  }

  #readState(sourceId: string): DatasetState | undefined {
    const state = this.#state.get(sourceId);
    return state && { ...state, missing: this.#missing.all(sourceId) };
  }

  /** Returns those that live records name, in the order of the keys. */
  async getParties(sourceId: string, keys: readonly string[]): Promise<StoredParty[]> {
    const source = this.#source.get(sourceId);
    if (source === undefined) return [];
    return keys.flatMap((key) => {
      let union: PartyUnion | undefined;
      for (const row of this.#ofParty.iterate(source, key)) {
        union ??= new PartyUnion(key);
        for (const one of JSON.parse(row) as Party[]) if (one.key === key) union.add(one);
      }
      return union ? union.stored() : [];
    });
  }

  async countParties(sourceId: string): Promise<number> {
    return this.#countParties.get(sourceId) ?? 0;
  }

  /** In pages, so that a long scan does not hold a read lock. */
  async *scanParties(sourceId: string): AsyncGenerator<readonly StoredParty[]> {
    const source = this.#source.get(sourceId);
    if (source === undefined) return;
    let [party, date, record] = ['', '', -1];
    let open: PartyUnion | undefined;
    for (;;) {
      const rows = this.#page.all(source, party, date, record, ROWS_PER_PAGE);
      const done: StoredParty[] = [];
      for (const row of rows) {
        if (open === undefined || row.party !== party) {
          if (open !== undefined) done.push(open.stored());
          open = new PartyUnion(row.party);
        }
        [party, date, record] = [row.party, row.date, row.record];
        for (const one of JSON.parse(row.parties) as Party[]) if (one.key === party) open.add(one);
      }
      if (rows.length === 0 && open !== undefined) done.push(open.stored());
      if (done.length > 0) yield done;
      if (rows.length === 0) return;
    }
  }
}

/**
 * Maximum number of distinct names, people or identifiers of one party; the newest are kept. The largest recipients have
 * dozens.
 */
const MAX_DISTINCT = 1_000;

/**
 * Combines all records of a party, which must be added oldest first. Lists contain all names, people and identifiers, newest
 * first; single values are those of the newest record that has one. Memory is bounded, however many records there are.
 */
export class PartyUnion {
  readonly #key: string;
  readonly #names = new NewestDistinct<Party['names'][number]>();
  readonly #people = new NewestDistinct<string>();
  readonly #identifiers = new NewestDistinct<NonNullable<Party['identifiers']>[number]>();
  #address: Party['address'];
  #incorporationState: Party['incorporationState'];
  #activeYear: number | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  add({ names, people, identifiers, address, incorporationState, activeYear }: Party): void {
    this.#names.add(names);
    this.#people.add(people ?? []);
    this.#identifiers.add(identifiers ?? []);
    this.#address = address ?? this.#address;
    this.#incorporationState = incorporationState ?? this.#incorporationState;
    if (activeYear !== undefined) this.#activeYear = Math.min(activeYear, this.#activeYear ?? activeYear);
  }

  stored(): StoredParty {
    const party: Party = {
      key: this.#key,
      names: this.#names.list(),
      ...(this.#address && { address: this.#address }),
      ...(this.#incorporationState !== undefined && { incorporationState: this.#incorporationState }),
      people: this.#people.list(),
      identifiers: this.#identifiers.list(),
      ...(this.#activeYear !== undefined && { activeYear: this.#activeYear }),
    };
    const hash = createHash('sha1').update(JSON.stringify(party)).digest('hex').slice(0, 16);
    return { party, hash };
  }
}

/** The distinct values of lists added oldest first, as if the lists were read newest first. */
class NewestDistinct<Value> {
  /** In the order of the newest list that contains them, oldest first; within a list, last first. */
  readonly #values = new Map<string, Value>();

  add(list: readonly Value[]): void {
    for (const value of list.toReversed()) {
      const text = JSON.stringify(value);
      this.#values.delete(text);
      this.#values.set(text, value);
    }
    if (this.#values.size <= 2 * MAX_DISTINCT) return;
    for (const text of this.#values.keys()) {
      if (this.#values.size <= MAX_DISTINCT) return;
      this.#values.delete(text);
    }
  }

  list(): Value[] {
    return [...this.#values.values()].toReversed().slice(0, MAX_DISTINCT);
  }
}
