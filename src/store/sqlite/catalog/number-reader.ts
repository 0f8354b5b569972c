import { IDENTIFIER_SCHEMES } from '../../../contract/vocabulary.js';
import type { EntityData, Identifier } from '../../../domain/entity.js';
import type { Party } from '../../../domain/records/dataset.js';
import type { Filer } from '../../../domain/sec/sec.js';
import type { NumberedRecord, Numbers } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { SharedReadTransactions } from '../file/shared-read-transactions.js';

interface EntityRow {
  readonly id: string;
  readonly source: string;
  readonly run: number;
  readonly files: string | null;
  readonly linkKeys: string | null;
  readonly document: string;
}

interface RecordRow {
  readonly key: string;
  readonly source: string;
  readonly run: number;
  readonly files: string | null;
  readonly parties: string;
}

/** No data set uses these as party keys. */
const NEVER_PARTIES: ReadonlySet<string> = new Set([
  'state_number',
  'ubi',
  'ticker',
  'sec_file',
  'accession',
  'cage',
]);

const RECORD_COLUMNS = 'key, sources.id AS source, run, files, parties';

/** Finds live records by their identifiers; one index lookup for each kind of record. */
export class NumberReader implements Numbers {
  readonly #turns: SharedReadTransactions | undefined;
  readonly #entities;
  readonly #entity;
  readonly #ofParty;
  readonly #further;
  readonly #filers;
  readonly #filer;
  readonly #sources;

  constructor(database: Sqlite, turns?: SharedReadTransactions) {
    this.#turns = turns;
    const entity = 'entities.id AS id, sources.id AS source, run, files, link_keys AS linkKeys, document';
    const from = 'JOIN sources ON sources.number = entities.source';
    this.#entities = database.prepare<[string, string, number], EntityRow>(
      `SELECT ${entity} FROM entity_keys JOIN entities ON entities.number = entity_keys.number ${from}
       WHERE scheme = ? AND value = ? AND gone_since IS NULL LIMIT ?`,
    );
    this.#entity = database.prepare<[number], EntityRow>(
      `SELECT ${entity} FROM entities ${from} WHERE entities.number = ? AND gone_since IS NULL`,
    );
    this.#ofParty = database.prepare<[number, string, number], RecordRow>(
      `SELECT ${RECORD_COLUMNS} FROM dataset_parties
       JOIN dataset_records ON dataset_records.number = record JOIN sources ON sources.number = dataset_records.source
       WHERE dataset_parties.source = ? AND party = ? ORDER BY dataset_parties.date DESC, record DESC LIMIT ?`,
    );
    this.#further = database.prepare<[string, string, number], RecordRow>(
      `SELECT ${RECORD_COLUMNS} FROM record_numbers
       JOIN dataset_records ON dataset_records.number = record JOIN sources ON sources.number = dataset_records.source
       WHERE scheme = ? AND value = ? ORDER BY record DESC LIMIT ?`,
    );
    this.#filers = database
      .prepare<[string, string, number], number>(
        'SELECT cik FROM filer_numbers WHERE scheme = ? AND value = ? LIMIT ?',
      )
      .pluck();
    this.#filer = database.prepare<[number], string>('SELECT filer FROM filers WHERE cik = ?').pluck();
    this.#sources = database.prepare<[string], { readonly number: number; readonly id: string }>(
      `SELECT number, id FROM sources
       WHERE EXISTS (SELECT 1 FROM dataset_parties WHERE source = sources.number AND party = ?)`,
    );
  }

  async find(identifier: Identifier, datasets: readonly string[], max: number): Promise<NumberedRecord[]> {
    this.#turns?.enter();
    const { scheme, value } = identifier;
    const party = `${scheme}:${value}`;
    const states = ({ key, identifiers = [] }: Party) =>
      key === party || identifiers.some((one) => one.scheme === scheme && one.value === value);
    const keyed = NEVER_PARTIES.has(scheme) ? [] : this.#sources.all(party);
    const records = [
      ...keyed
        .filter(({ id }) => datasets.includes(id))
        .flatMap(({ number }) => this.#ofParty.all(number, party, max)),
      ...this.#further.all(scheme, value, max).filter(({ source }) => datasets.includes(source)),
    ];
    const ciks = scheme === 'cik' ? [Number(value)] : this.#filers.all(scheme, value, max);
    return [
      ...this.#entities.all(scheme, value, max).map(ofEntity),
      ...ciks.flatMap((cik) => {
        const filer = this.#filer.get(cik);
        return filer === undefined ? [] : ofFiler(JSON.parse(filer) as Filer, identifier);
      }),
      ...records.flatMap((row) => ofRecord(row, states)),
    ];
  }

  /** The entity as a record with identifiers. */
  async ofEntity(number: number): Promise<NumberedRecord | undefined> {
    this.#turns?.enter();
    const row = this.#entity.get(number);
    return row && ofEntity(row);
  }
}

function ofEntity({ id, source, run, files, linkKeys, document }: EntityRow): NumberedRecord {
  const data = JSON.parse(document) as EntityData;
  const linkKeyList = linkKeys === null ? [] : (JSON.parse(linkKeys) as Identifier[]);
  return {
    kind: 'entity',
    source,
    key: id,
    names: [data.name, ...(data.otherNames ?? []).map(({ name }) => name)],
    identifiers: [...linkKeyList, ...(data.identifiers ?? [])],
    entity: data,
    ...{ run, files: placesOf(files) },
  };
}

/** A filer has many file numbers; the result has the one by which it was found. */
function ofFiler({ cik, name, formerNames, ein, tickers }: Filer, found: Identifier): NumberedRecord {
  return {
    kind: 'filer',
    source: 'us_sec_submissions',
    key: String(cik),
    names: [name, ...formerNames.map((former) => former.name)],
    identifiers: [
      { scheme: 'cik', value: String(cik) },
      ...(ein === null ? [] : [{ scheme: 'ein', value: ein } as const]),
      ...tickers.map((ticker) => ({ scheme: 'ticker', value: ticker.toUpperCase() }) as const),
      ...(found.scheme === 'sec_file' ? [found] : []),
    ],
    ...{ run: null, files: null },
  };
}

/** The record as its first party with the identifier. */
function ofRecord(row: RecordRow, states: (party: Party) => boolean): NumberedRecord[] {
  const { key, source, run, files, parties } = row;
  const found = (JSON.parse(parties) as Party[]).find(states);
  if (found === undefined) return [];
  return [
    {
      ...{ kind: 'record', source, key },
      names: found.names.map(({ text }) => text),
      identifiers: [...keyOf(found), ...(found.identifiers ?? [])],
      ...{ run, files: placesOf(files) },
    },
  ];
}

/** The number in a party's key, if any. */
function keyOf({ key }: Party): readonly Identifier[] {
  const [, scheme, value] = /^([a-z_]+):(.+)$/.exec(key) ?? [];
  const known = IDENTIFIER_SCHEMES.find((one) => one === scheme);
  return known === undefined || value === undefined ? [] : [{ scheme: known, value }];
}

function placesOf(files: string | null): readonly number[] | null {
  return files === null ? null : files.split(',').map(Number);
}
