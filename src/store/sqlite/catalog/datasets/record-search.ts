import type { Party } from '../../../../domain/records/dataset.js';
import { CONTRACTS, LOBBYING } from '../../../../domain/records/searched-records.js';
import type { ContractQuery, DatasetRecord, FoundRecord, LobbyingQuery, RecordPage } from '../../../store.js';
import type { Sqlite } from '../../driver.js';
import { type NameMatch, nameMatch } from './name-match.js';

/** A condition in SQL and its value; a value of null asks nothing. */
type Condition = readonly [sql: string, value: string | number | null];

interface StoredRecord extends DatasetRecord {
  /** JSON text. */
  readonly parties: string;
}

interface Search {
  readonly table: 'contract' | 'lobbying';
  readonly names: readonly (NameMatch | null)[];
  readonly conditions: readonly Condition[];
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
}

/** Searches over the records of data sets: words by FTS5, the rest by plain columns; the total counts the same rows. */
export class RecordSearch {
  readonly #database: Sqlite;
  readonly #record;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#record = database.prepare<[number], StoredRecord>(
      'SELECT key, document, date, parties FROM dataset_records WHERE number = ?',
    );
  }

  contracts(query: ContractQuery): RecordPage {
    const { recipient, agency, minAmount, maxAmount, naics, from, to, sort, limit, offset } = query;
    return this.#page({
      table: 'contract',
      names: [
        nameMatch(recipient, 'recipient', 'former', 'assumed'),
        nameMatch(agency, 'agency', 'sub_agency'),
      ],
      conditions: [
        ['amount >= ?', minAmount],
        ['amount <= ?', maxAmount],
        ['naics >= ?', naics],
        // The character behind 9.
        ['naics < ?', naics && `${naics}:`],
        ['date >= ?', from],
        ["date != '' AND date <= ?", to],
      ],
      order: sort === 'date' ? 'date DESC, key' : 'amount DESC, key',
      limit,
      offset,
    });
  }

  lobbying({ client, registrant, issue, year, type, limit, offset }: LobbyingQuery): RecordPage {
    return this.#page({
      table: 'lobbying',
      names: [nameMatch(client, 'client'), nameMatch(registrant, 'registrant'), nameMatch(issue, 'issues')],
      conditions: [
        ['year = ?', year],
        ['type = ?', type],
      ],
      order: 'date DESC, filing',
      limit,
      offset,
    });
  }

  unsearched(): { sourceId: string; records: number }[] {
    const count = (table: Search['table'], sourceId: string) => {
      const held = this.#database
        .prepare<[string], number>('SELECT records FROM sources WHERE id = ?')
        .pluck()
        .get(sourceId);
      const found = this.#database.prepare<[], number>(`SELECT count(*) FROM ${table}_search`).pluck().get();
      return { sourceId, records: (held ?? 0) - (found ?? 0) };
    };
    const counts = this.#database.transaction(() => [
      count('contract', CONTRACTS),
      count('lobbying', LOBBYING),
    ]);
    return counts().filter(({ records }) => records > 0);
  }

  #foundAt(number: number): FoundRecord[] {
    const record = this.#record.get(number);
    if (record === undefined) return [];
    const parties = JSON.parse(record.parties) as Party[];
    return [{ ...record, parties: parties.map(({ key }) => key) }];
  }

  /** Page and total in one read transaction, so that a load between them cannot set them apart. */
  #page({ table, names, conditions, order, limit, offset }: Search): RecordPage {
    const given = names.filter((name) => name !== null);
    const inNames = `record IN (SELECT rowid FROM ${table}_names WHERE ${table}_names MATCH ?)`;
    const others = conditions.filter(([, value]) => value !== null);
    const where =
      [...(given.length > 0 ? [inNames] : []), ...others.map(([sql]) => sql)].join(' AND ') || 'true';
    const read = (columns: string, rest = '') =>
      this.#database
        .prepare<unknown[], number>(`SELECT ${columns} FROM ${table}_search WHERE ${where} ${rest}`)
        .pluck();
    const valuesWith = (how: keyof NameMatch) => [
      ...(given.length > 0 ? [given.map((name) => name[how]).join(' AND ')] : []),
      ...others.map(([, value]) => value),
    ];
    const hasForm = given.some(({ whole, core }) => whole !== core);
    return this.#database.transaction(() => {
      const total = (how: keyof NameMatch) => read('count(*)').get(...valuesWith(how)) ?? 0;
      const whole = total('whole');
      const how = whole === 0 && hasForm ? 'core' : 'whole';
      const page = read('record', `ORDER BY ${order} LIMIT ? OFFSET ?`).all(
        ...valuesWith(how),
        limit,
        offset,
      );
      return {
        totalCount: how === 'whole' ? whole : total('core'),
        records: page.flatMap((number) => this.#foundAt(number)),
      };
    })();
  }
}
