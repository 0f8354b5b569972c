import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { RecordName } from '../../src/matching/names/name-parts.js';
import type { LinkRecord } from '../../src/matching/records/record.js';

/** A query of the benchmark's layout; `truth` is undefined where the file does not tell. */
export interface Query {
  readonly record: LinkRecord;
  readonly truth: { readonly linkable: boolean; readonly id: string } | undefined;
}

/** The suites; what their second name column holds differs. */
export const DATASETS = ['nine90_bmf', 'sec_time', 'sam_bmf'] as const;
export type Dataset = (typeof DATASETS)[number];

export function readQueries(file: string, dataset: Dataset): readonly Query[] {
  return readTable(file).map((row) => ({
    record: recordOf(row, 'qid', namesOf(row, dataset === 'sec_time' ? 'former' : 'assumed')),
    truth:
      row.has('linkable') && row.has('true_id')
        ? { linkable: row.get('linkable') === '1', id: row.get('true_id') ?? '' }
        : undefined,
  }));
}

export function readRecords(file: string, dataset: Dataset): readonly LinkRecord[] {
  return readTable(file).map((row) => referenceOf(row, dataset));
}

/** Candidates by query. */
export function readCandidates(file: string, dataset: Dataset): ReadonlyMap<string, readonly LinkRecord[]> {
  const byQuery = new Map<string, LinkRecord[]>();
  for (const row of readTable(file)) {
    const query = row.get('qid') ?? '';
    byQuery.set(query, [...(byQuery.get(query) ?? []), referenceOf(row, dataset)]);
  }
  return byQuery;
}

export function isDataset(name: string): name is Dataset {
  return DATASETS.some((dataset) => dataset === name);
}

/** Only SAM queries come with candidates; the others name their publisher in `src`. */
export function datasetOf(queriesFile: string, hasCandidates: boolean): Dataset {
  if (hasCandidates) return 'sam_bmf';
  const source = readTable(queriesFile)[0]?.get('src') ?? '';
  return source.startsWith('efile') ? 'nine90_bmf' : 'sec_time';
}

function referenceOf(row: Row, dataset: Dataset): LinkRecord {
  const names = dataset === 'sec_time' ? namesOf(row, 'former') : linesOf(row);
  return recordOf(row, 'id', names);
}

type Row = ReadonlyMap<string, string>;

function readTable(file: string): readonly Row[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const columns = header.split('\t');
  return lines.map((line) => {
    const values = line.split('\t');
    return new Map(columns.map((column, index) => [column, values[index] ?? '']));
  });
}

function recordOf(row: Row, idColumn: string, names: readonly RecordName[]): LinkRecord {
  const address = {
    street: row.get('street') ?? '',
    city: row.get('city') ?? '',
    state: row.get('state') ?? '',
    zip: row.get('zip') ?? '',
  };
  const people = [row.get('person') ?? '', row.get('care_of') ?? ''].filter((person) => person !== '');
  return {
    id: row.get(idColumn) ?? '',
    names,
    address,
    incorporationState: row.get('inc_state') || undefined,
    people,
  };
}

function namesOf(row: Row, kind: 'former' | 'assumed'): readonly RecordName[] {
  const others = (row.get('alt') ?? '').split(' ; ').filter((name) => name !== '');
  return [{ text: row.get('name') ?? '', kind: 'current' }, ...others.map((text) => ({ text, kind }))];
}

/** The IRS prints a name on two lines; the second may continue the first, or be a name of its own. */
function linesOf(row: Row): readonly RecordName[] {
  const first = row.get('name') ?? '';
  const second = row.get('alt') ?? '';
  if (second === '') return [{ text: first, kind: 'current' }];
  return [
    { text: first, kind: 'current' },
    { text: `${first} ${second}`, kind: 'joined' },
    { text: second, kind: 'sort' },
  ];
}
