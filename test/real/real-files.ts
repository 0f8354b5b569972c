import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { EntitySource } from '../../src/sources/declare/index.js';
import { readDrafts, type Warnings } from '../sources/read-source.js';
import { realFile } from '../support/real-data.js';

export const state = (...path: string[]) => realFile('state', ...path);
export const federal = (...path: string[]) => realFile('federal', ...path);
export const portal = (host: string, dataset: string) => state('socrata2018', `${host}__${dataset}.csv`);

export interface Outcome {
  /** The last draft of each key, as the store keeps them. */
  readonly records: ReadonlyMap<string, EntityDraft>;
  readonly warnings: Warnings;
}

export async function load(source: EntitySource, ...paths: string[]): Promise<Outcome> {
  const { drafts, warnings } = await readDrafts(source, paths);
  return { records: new Map(drafts.map((draft) => [draft.key, draft])), warnings };
}

export const count = <T>(records: ReadonlyMap<string, T>, is: (record: T) => boolean) =>
  [...records.values()].filter(is).length;

/** A file of the test's own, for rows that lie in a file of another shape. */
export function write(name: string, content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'dossier-real-')), name);
  writeFileSync(path, content);
  return path;
}

/** The filing of 2009 as a file of the Department of Labor: the keys of the JSON are the columns. */
export function form5500(name = 'f5500_2009_one_filing_as_json.json'): {
  readonly path: string;
  readonly row: Readonly<Record<string, string>>;
} {
  const text = readFileSync(federal('dol_5500', name), 'utf8');
  const [row = {}] = (JSON.parse(text) as { f_5500: Record<string, string>[] }).f_5500;
  const quoted = (texts: readonly string[]) => texts.map((one) => `"${one}"`).join(',');
  const path = write('f_5500.csv', [quoted(Object.keys(row)), quoted(Object.values(row)), ''].join('\n'));
  return { path, row };
}

/** Certificates and names, in the columns of the FDIC: the file is somebody else's table. */
export function institutions(): string {
  const path = federal('fdic', 'institutions_2025Q3_derived.csv.gz');
  const text = gunzipSync(readFileSync(path)).toString();
  const [header = '', ...rows] = text.split('\n');
  const fields = header.replace('cert_id', 'CERT').replace('bank_name', 'NAME').replace('state', 'STNAME');
  return write('fdic.csv', [fields, ...rows].join('\n'));
}
