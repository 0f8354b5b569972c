import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { companyNames, personNames } from '../names.js';
import { numberAt, pickFrom, randomFrom } from '../writers/random.js';
import { ZipWriter } from '../writers/zip-writer.js';
import { type Filed, Filings } from './filings.js';
import { submissionFiles } from './submissions.js';

/** Rows of the master index that come twice, and that come late: some filers after their own. */
const DUPLICATES = 0.001;
const LATE = 0.001;
const LATE_BY = 500;
const ADDRESSES = [
  'AUSTIN TX',
  'NEW YORK NY',
  'BOSTON MA',
  'DENVER CO',
  'CHICAGO IL',
  'PALO ALTO CA',
  'WILMINGTON DE',
];

export interface InventedFiler {
  readonly cik: number;
  readonly name: string;
  /** `CITY ST`; null for a person. */
  readonly address: string | null;
}

/**
 * Writes `submissions.zip` and `master.idx` in the SEC's layouts, filer by filer, in memory that does not grow
 * with their number. A third of the accessions have several filers; dates run from 1993 to 2026; a few rows of
 * the index come twice or late. The same numbers give the same bytes.
 */
export function generateSec(
  folder: string,
  count: number,
  seed: number,
  progress: (share: number) => void,
): void {
  const filings = new Filings(count, seed);
  const zip = new ZipWriter(join(folder, 'submissions.zip.partial'));
  const master = openSync(join(folder, 'master.idx.partial'), 'w');
  writeSync(master, masterHeader());
  const lines = lateLines(seed);
  const filerAt = inventFilers(filings, seed);
  for (let number = 0; number < filings.filers; number++) {
    const filer = filerAt(number);
    const own = filings.of(number).sort(newestFirst);
    if (own.length > 0) for (const { name, text } of submissionFiles(filer, own)) zip.add(name, text);
    writeSync(master, lines(filer, own));
    if (number % 1_000 === 0) progress(number / filings.filers);
  }
  writeSync(master, lines(null, []));
  zip.close();
  closeSync(master);
  for (const name of ['submissions.zip', 'master.idx']) {
    renameSync(join(folder, `${name}.partial`), join(folder, name));
  }
}

/** The busiest tenth are companies almost all; half of all filers are persons. */
function inventFilers(filings: Filings, seed: number): (number: number) => InventedFiler {
  const random = randomFrom(seed + 11);
  const company = companyNames(random);
  const person = personNames(random);
  return (number) => {
    const isBusy = filings.rankOf(number) < filings.filers / 10;
    const isPerson = random() < (isBusy ? 0.05 : 0.55);
    const name = isPerson ? person() : company();
    return { cik: 1_000 + number, name, address: isPerson ? null : pickFrom(ADDRESSES, random) };
  };
}

/** The index lines of a filer, after the late ones of filers before; `null` brings the last late ones. */
function lateLines(seed: number): (filer: InventedFiler | null, filings: readonly Filed[]) => string {
  const random = randomFrom(seed + 13);
  let late: { line: string; due: number }[] = [];
  return (filer, filings) => {
    const due = late.filter((one) => filer === null || one.due <= filer.cik);
    late = late.filter((one) => !due.includes(one));
    const lines = due.map(({ line }) => line);
    for (const filing of filer === null ? [] : filings) {
      const { cik, name } = filer as InventedFiler;
      const line = `${cik}|${name}|${filing.form}|${filing.filed}|edgar/data/${cik}/${filing.accession}.txt\n`;
      const drawn = random();
      if (drawn < LATE) late.push({ line, due: cik + Math.ceil(numberAt(cik, seed) * LATE_BY) });
      else lines.push(line, ...(drawn < LATE + DUPLICATES ? [line] : []));
    }
    return lines.join('');
  };
}

function newestFirst(one: Filed, other: Filed): number {
  if (one.filed !== other.filed) return one.filed < other.filed ? 1 : -1;
  return one.accession < other.accession ? 1 : -1;
}

function masterHeader(): string {
  return [
    'Description:           Master Index of EDGAR Dissemination Feed',
    'Last Data Received:    October 31, 2026',
    'Comments:              webmaster@sec.gov',
    ' ',
    'CIK|Company Name|Form Type|Date Filed|Filename',
    `${'-'.repeat(80)}\n`,
  ].join('\n');
}
