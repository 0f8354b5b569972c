import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usFlCorporations } from '../../../src/sources/us/fl/corporations.js';
import { readDrafts } from '../../sources/read-source.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

const skip = withoutRealData('Florida on lines rebuilt from real rows');

describe.skipIf(skip)('Florida, on real rows', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-real-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('Florida: lines rebuilt from 3,293 real rows keep every name, agent and date', async () => {
    const rows = pascoRows();
    const path = join(folder, 'fl.txt');
    writeFileSync(path, Buffer.from(rows.map(lineOf).join('\n'), 'latin1'));
    const { drafts, warnings } = await readDrafts(usFlCorporations, [path]);
    expect(drafts).toHaveLength(3_293);
    expect(warnings).toEqual({});
    expect(drafts.map(({ name }) => name)).toEqual(rows.map(({ name }) => name.trim()));
    const days = drafts.map(({ formedDate, registeredInStateDate }) => formedDate ?? registeredInStateDate);
    expect(days).toEqual(rows.map((row) => row.filing_date));
    expect(days.filter((day = '', at) => day > fileDate(rows[at]))).toHaveLength(148);
    const agents = drafts.map(({ registeredAgent }) => registeredAgent?.name);
    expect(agents).toContain('Ronald R Fieldstone esq.');
    expect(agents).toContain('Wilton Lee Iii');
    expect(agents.filter((name) => name === undefined || / {2}/.test(name))).toEqual([]);
    expect(rows.filter((row) => isPositional(row.registered_agent))).toHaveLength(2_739);
    const kinds = new Map<string, number>();
    for (const { type = '' } of drafts) kinds.set(type, (kinds.get(type) ?? 0) + 1);
    expect(Object.fromEntries(kinds)).toEqual({
      'Florida Limited Liability Company': 2_998,
      'Florida Profit Corporation': 189,
      'Florida Not For Profit Corporation': 75,
      'Foreign Limited Liability Company': 16,
      'Foreign Profit Corporation': 8,
      'Foreign Not For Profit Corporation': 3,
      'Foreign Limited Partnership': 3,
      'Florida Limited Partnership': 1,
    });
  });
});

interface PascoRow {
  readonly doc_number: string;
  readonly name: string;
  readonly entity_type: string;
  readonly filing_date: string;
  readonly city: string;
  readonly address: string;
  readonly registered_agent: string;
  readonly source_file: string;
}

function pascoRows(): PascoRow[] {
  const text = gunzipSync(
    readFileSync(realFile('state', 'fl', 'fl_sunbiz_daily_pasco_2026.ndjson.gz')),
  ).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function lineOf(row: PascoRow): string {
  const [year = '', month = '', day = ''] = row.filing_date.split('-');
  const cells: readonly (readonly [start: number, text: string])[] = [
    [1, row.doc_number],
    [13, row.name],
    [205, 'A'],
    [206, row.doc_number.startsWith('F') ? foreignKind(row) : ''],
    [221, row.address],
    [305, row.city],
    [333, 'FL'],
    [473, month + day + year],
    [545, row.registered_agent],
    [587, isPositional(row.registered_agent) ? 'P' : 'C'],
  ];
  return cells.reduce((line, [start, text]) => {
    const at = start - 1;
    return line.slice(0, at) + text + line.slice(at + text.length);
  }, ' '.repeat(1440));
}

/** The first name begins at place 21, after a gap. A few rows lost their positions before they were collected. */
function isPositional(agent: string): boolean {
  return / {2}/.test(agent) && /^.{19} \S/.test(agent);
}

function foreignKind(row: PascoRow): string {
  return /non|not/i.test(row.entity_type) ? 'FORNP' : 'FORP';
}

function fileDate(row: PascoRow | undefined): string {
  return row?.source_file.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3') ?? '';
}
