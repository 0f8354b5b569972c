import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateColorado } from '../../bench/generate/files/colorado.js';
import { type Filed, Filings } from '../../bench/generate/files/filings.js';
import { generateSec } from '../../bench/generate/files/sec.js';
import { submissionFiles } from '../../bench/generate/files/submissions.js';

const COUNT = 30_000;
const silent = () => {};

describe('generated filings', () => {
  const filings = new Filings(COUNT, 1);
  const filersOf = new Map<string, Set<number>>();
  const formOf = new Map<string, string>();
  const yearOf = new Map<string, string>();
  const sizes: number[] = [];
  for (let filer = 0; filer < filings.filers; filer++) {
    const own = filings.of(filer);
    sizes.push(own.length);
    for (const { accession, form, filed } of own) {
      filersOf.set(accession, (filersOf.get(accession) ?? new Set()).add(filer));
      formOf.set(accession, form);
      yearOf.set(accession, filed.slice(0, 4));
    }
  }
  const share = (holds: (accession: string) => boolean) => [...formOf.keys()].filter(holds).length / COUNT;

  it('are as many as asked for, each with a filer', () => {
    expect(filersOf.size).toBe(COUNT);
  });

  it('have form 4 on 37 to 40 % and some sixty forms', () => {
    const form4 = share((accession) => formOf.get(accession) === '4');
    expect(form4).toBeGreaterThan(0.37);
    expect(form4).toBeLessThan(0.4);
    expect(new Set(formOf.values()).size).toBeGreaterThan(55);
  });

  it('have several filers on about 34 % of the accessions', () => {
    const several = share((accession) => (filersOf.get(accession)?.size ?? 0) > 1);
    expect(several).toBeGreaterThan(0.32);
    expect(several).toBeLessThan(0.36);
  });

  it('run from 1993 to 2026', () => {
    const years = new Set(yearOf.values());
    expect([...years].sort()[0]).toBe('1993');
    expect([...years].sort().at(-1)).toBe('2026');
    expect(years.size).toBe(34);
  });

  it('are spread unevenly: the busiest hundredth of the filers has ten times its share and more', () => {
    const busiest = sizes.sort((a, b) => b - a).slice(0, Math.round(filings.filers / 100));
    const all = sizes.reduce((sum, size) => sum + size, 0);
    expect(busiest.reduce((sum, size) => sum + size, 0) / all).toBeGreaterThan(0.1);
  });

  it('differ with the seed', () => {
    expect(new Filings(COUNT, 2).at(17)).not.toEqual(filings.at(17));
  });
});

describe('generated files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-generate-'));
    await generateColorado(join(folder, 'colorado.csv'), 5_000, 1, silent);
    generateSec(folder, COUNT, 1, silent);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are the same bytes for the same numbers', async () => {
    const again = mkdtempSync(join(tmpdir(), 'dossier-generate-'));
    await generateColorado(join(again, 'colorado.csv'), 5_000, 1, silent);
    generateSec(again, COUNT, 1, silent);
    for (const name of ['colorado.csv', 'submissions.zip', 'master.idx']) {
      expect(readFileSync(join(again, name)).equals(readFileSync(join(folder, name)))).toBe(true);
    }
    rmSync(again, { recursive: true, force: true });
  });

  it('name by Zipf: INC on 25 to 35 % of the companies, the commonest word on 10 % and more', () => {
    const names = readFileSync(join(folder, 'colorado.csv'), 'utf8')
      .split('\n')
      .slice(1, -1)
      .map((line) => (line.split(',')[1] ?? '').split(' '));
    const share = (word: string) => names.filter((words) => words.includes(word)).length / names.length;
    expect(share('INC')).toBeGreaterThan(0.25);
    expect(share('INC')).toBeLessThan(0.35);
    expect(share('AN')).toBeGreaterThan(0.1);
    expect(new Set(names.flat()).size).toBeGreaterThan(3_000);
  });

  it('have rows of the index that come twice, and rows that come late', () => {
    const rows = readFileSync(join(folder, 'master.idx'), 'utf8').split('\n').slice(6, -1);
    expect(new Set(rows).size).toBeLessThan(rows.length);
    const ciks = rows.map((row) => Number(row.split('|')[0]));
    expect(ciks.some((cik, index) => cik < (ciks[index - 1] ?? 0))).toBe(true);
  });
});

it('keeps a thousand filings in the document of a filer and the older ones in continuations', () => {
  const filings = Array.from(
    { length: 12_500 },
    (_, number): Filed => ({ accession: String(number), form: '4', filed: '2020-01-01' }),
  );
  const files = [...submissionFiles({ cik: 7, name: 'X', address: null }, filings)];
  expect(files.map(({ name }) => name)).toEqual([
    'CIK0000000007-submissions-001.json',
    'CIK0000000007-submissions-002.json',
    'CIK0000000007.json',
  ]);
  const held = files.flatMap(({ text }) => {
    const document = JSON.parse(text);
    return (document.filings?.recent ?? document).accessionNumber as string[];
  });
  expect(held.toSorted()).toEqual(filings.map(({ accession }) => accession).toSorted());
});
