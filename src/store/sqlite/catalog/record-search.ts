import { CONTRACTS, LOBBYING } from '../../../domain/searched-records.js';
import type { ContractQuery, DatasetRecord, LobbyingQuery, RecordPage } from '../../store.js';
import type { Sqlite } from '../driver.js';

/** A condition in SQL and its value; a value of null asks nothing. */
type Condition = readonly [sql: string, value: string | number | null];

interface Search {
  readonly table: 'contract' | 'lobbying';
  readonly names: readonly (string | null)[];
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
    this.#record = database.prepare<[number], DatasetRecord>(
      'SELECT key, document, date FROM dataset_records WHERE number = ?',
    );
  }

  contracts(query: ContractQuery): RecordPage {
    const { recipient, agency, minAmount, maxAmount, naics, from, to, sort, limit, offset } = query;
    return this.#page({
      table: 'contract',
      names: [
        allWords(recipient, 'recipient', 'former', 'assumed'),
        allWords(agency, 'agency', 'sub_agency'),
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
      names: [allWords(client, 'client'), allWords(registrant, 'registrant'), allWords(issue, 'issues')],
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

  /** Page and total in one read transaction, so that a load between them cannot set them apart. */
  #page({ table, names, conditions, order, limit, offset }: Search): RecordPage {
    const words = names.filter((name) => name !== null).join(' AND ');
    const inNames = `record IN (SELECT rowid FROM ${table}_names WHERE ${table}_names MATCH ?)`;
    const all: readonly Condition[] = [[inNames, words === '' ? null : words], ...conditions];
    const asked = all.filter(([, value]) => value !== null);
    const where = asked.map(([sql]) => sql).join(' AND ') || 'true';
    const values = asked.map(([, value]) => value);
    const read = (columns: string, rest = '') =>
      this.#database
        .prepare<unknown[], number>(`SELECT ${columns} FROM ${table}_search WHERE ${where} ${rest}`)
        .pluck();
    return this.#database.transaction(() => {
      const totalCount = read('count(*)').get(...values) ?? 0;
      const page = read('record', `ORDER BY ${order} LIMIT ? OFFSET ?`).all(...values, limit, offset);
      return { totalCount, records: page.flatMap((number) => this.#record.get(number) ?? []) };
    })();
  }
}

/** FTS5: all words in one of the columns. Words hold letters and digits only, and are quoted all the same. */
function allWords(text: string | null, ...columns: readonly string[]): string | null {
  if (text === null) return null;
  const words = [...new Set(text.split(' '))].map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  return `(${columns.map((column) => `${column} : (${words})`).join(' OR ')})`;
}
