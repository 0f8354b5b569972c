import { COUNTRIES } from '../../../../domain/business-names/countries.js';
import { spellingsOfForm, splitForms } from '../../../../domain/business-names/legal-forms.js';
import { spellingsOf } from '../../../../domain/business-names/spellings.js';
import type { Party } from '../../../../domain/records/dataset.js';
import { CONTRACTS, LOBBYING } from '../../../../domain/records/searched-records.js';
import type {
  ContractQuery,
  DatasetRecord,
  FoundRecord,
  LobbyingQuery,
  RecordPage,
  RecordSearch,
} from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';

/** A condition in SQL and its value; null disables it. */
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

/** Searches records of data sets: words by FTS5, the rest by plain columns. The total counts the same rows. */
export class RecordSearchReader implements RecordSearch {
  readonly #database: Sqlite;
  readonly #record;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#record = database.prepare<[number], StoredRecord>(
      'SELECT key, document, date, parties FROM dataset_records WHERE number = ?',
    );
  }

  async searchContracts(query: ContractQuery): Promise<RecordPage> {
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
        // The character after 9.
        ['naics < ?', naics && `${naics}:`],
        ['date >= ?', from],
        ["date != '' AND date <= ?", to],
      ],
      order: sort === 'date' ? 'date DESC, key' : 'amount DESC, key',
      limit,
      offset,
    });
  }

  async searchLobbying(query: LobbyingQuery): Promise<RecordPage> {
    const { client, registrant, issue, year, type, limit, offset } = query;
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

  async countUnsearched(): Promise<{ sourceId: string; records: number }[]> {
    const count = (table: Search['table'], sourceId: string) => {
      const listed = this.#database
        .prepare<[string], number>('SELECT records FROM sources WHERE id = ?')
        .pluck()
        .get(sourceId);
      const found = this.#database.prepare<[], number>(`SELECT count(*) FROM ${table}_search`).pluck().get();
      return { sourceId, records: (listed ?? 0) - (found ?? 0) };
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

  /** Page and total in one read transaction, so that they agree during a load. */
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

/**
 * An FTS5 condition on names: all words in one column, abbreviations in any spelling, words joined or split. Null if there is
 * no condition.
 */
interface NameMatch {
  /** With the legal form, in any spelling. */
  readonly whole: string;
  /** Without it; equal if there is none. */
  readonly core: string;
}

function nameMatch(text: string | null, ...columns: readonly string[]): NameMatch | null {
  if (text === null) return null;
  const { core, forms } = splitForms(text.split(' '));
  const telling = core.filter((word) => word !== 'and');
  const words = wordsOf(telling.length > 0 ? telling : core);
  const inOne = (condition: string) =>
    `(${columns.map((column) => `${column} : (${condition})`).join(' OR ')})`;
  const spelt = [...new Set(forms)].map((form) =>
    anyOf(spellingsOfForm(form).map((one) => allOf(one.split(' ')))),
  );
  return { whole: inOne([words, ...spelt].join(' AND ')), core: inOne(words) };
}

/** Each word matches as it is, as a part of two or three joined words, or split in two. */
function wordsOf(words: readonly string[]): string {
  const ways = words.map((word) => new Set(spellingsOf(word).map(phrase)));
  for (const length of JOINED) {
    for (let from = 0; from + length <= words.length; from++) {
      const joined = phrase(words.slice(from, from + length).join(''));
      for (let at = from; at < from + length; at++) ways[at]?.add(joined);
    }
  }
  for (const { from, length, other } of countriesIn(words)) {
    for (let at = from; at < from + length; at++) ways[at]?.add(phrase(other));
  }
  if (words.length <= MAX_SPLIT) {
    for (const [at, word] of words.entries()) for (const two of splits(word)) ways[at]?.add(two);
  }
  return [...new Set(ways.map((way) => anyOf([...way])))].join(' AND ');
}

const JOINED = [2, 3];
/** Longer texts are not split: each position requires a lookup. */
const MAX_SPLIT = 8;
const LONGEST_SPLIT = 24;

/** `o reilly` for `oreilly`, and `at and t` for `att`: two adjacent words, at every position. */
function splits(word: string): string[] {
  const letters = [...word];
  if (letters.length > LONGEST_SPLIT) return [];
  return letters.slice(1).flatMap((_, at) => {
    const [first, second] = [letters.slice(0, at + 1).join(''), letters.slice(at + 1).join('')];
    return [phrase(`${first} ${second}`), phrase(`${first} and ${second}`)];
  });
}

/** The positions at which words name a country, in any spelling, and the other spellings. */
function* countriesIn(words: readonly string[]) {
  for (const [short, long] of COUNTRIES) {
    const { length } = long.split(' ');
    for (const [at, word] of words.entries()) {
      if (word === short) yield { from: at, length: 1, other: long };
      if (words.slice(at, at + length).join(' ') === long) yield { from: at, length, other: short };
    }
  }
}

function anyOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' OR ')})`;
}

function allOf(words: readonly string[]): string {
  return `(${words.map(phrase).join(' AND ')})`;
}

/** One word, or adjacent words. They contain letters and digits only, but are quoted anyway. */
function phrase(words: string): string {
  return `"${words.replaceAll('"', '""')}"`;
}
