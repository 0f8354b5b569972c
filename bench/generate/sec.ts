import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { companyNames, personNames } from './names.js';
import { pickFrom, randomFrom, zipf } from './random.js';
import { ZipWriter } from './zip-writer.js';

const FIRST_DAY = Date.UTC(1993, 0, 1) / 86_400_000;
const LAST_DAY = Date.UTC(2026, 9, 31) / 86_400_000;
/** Form 4 is 38 % of all filings; the rest falls off by Zipf's law over some sixty forms. */
const OTHER_FORMS = (
  '8-K,10-Q,SC 13G/A,424B2,3,10-K,SC 13G,FWP,D,6-K,497,424B5,NPORT-P,S-8,DEF 14A,13F-HR,SC 13D/A,10-Q/A,5,4/A,424B3,497K,' +
  'CORRESP,UPLOAD,SC 13D,D/A,485BPOS,N-CSR,8-K/A,S-3,25-NSE,15-12G,N-Q,S-1/A,EFFECT,DEFA14A,11-K,S-1,10-K/A,POS AM,SD,NT 10-K,' +
  'N-PX,40-17G,S-4,F-6EF,20-F,ARS,S-3ASR,NT 10-Q,CERT,RW,144,PRE 14A,1-A,X-17A-5,TA-2,10-D,ABS-EE,24F-2NT'
).split(',');
const ADDRESSES = [
  'AUSTIN TX',
  'NEW YORK NY',
  'BOSTON MA',
  'DENVER CO',
  'CHICAGO IL',
  'PALO ALTO CA',
  'WILMINGTON DE',
];

interface Filed {
  readonly accession: string;
  readonly form: string;
  readonly filed: string;
}

/**
 * Writes `submissions.zip` and `master.idx` in the SEC's layouts: a third of the accessions have several filers, dates
 * run from 1993 to 2026, a few rows come twice or late. The same numbers give the same bytes.
 */
export function generateSec(folder: string, filings: number): void {
  const filers = Math.max(100, Math.round(filings * 0.045));
  const random = randomFrom(7);
  const drawFiler = zipf(filers, random);
  const drawForm = zipf(OTHER_FORMS.length, random);
  const filedBy = Array.from({ length: filers }, (): Filed[] => []);
  for (let number = 0; number < filings; number++) {
    const form = random() < 0.38 ? '4' : (OTHER_FORMS[drawForm()] ?? '4');
    const filed = dateOf(FIRST_DAY + Math.floor((LAST_DAY - FIRST_DAY) * Math.sqrt(random())));
    const filing = { accession: accessionOf(number, filed), form, filed };
    const others = random() < 0.34 ? 1 + Math.floor(random() * random() * 3) : 0;
    const owners = new Set(Array.from({ length: 1 + others }, () => spread(drawFiler(), filers)));
    for (const owner of owners) filedBy[owner]?.push(filing);
  }
  writeFiles(folder, filedBy);
}

function writeFiles(folder: string, filedBy: readonly Filed[][]): void {
  const random = randomFrom(11);
  const company = companyNames(random);
  const person = personNames(random);
  const zip = new ZipWriter(join(folder, 'submissions.zip'));
  const master = openSync(join(folder, 'master.idx'), 'w');
  writeSync(master, masterHeader());
  filedBy.forEach((filings, filer) => {
    const cik = 1_000 + filer;
    const isPerson = random() < 0.5;
    const name = isPerson ? person() : company();
    filings.sort((a, b) => (a.filed < b.filed ? 1 : -1));
    zip.add(
      `CIK${String(cik).padStart(10, '0')}.json`,
      submissions(cik, name, isPerson ? null : pickFrom(ADDRESSES, random), filings),
    );
    const lines = filings.flatMap((filing) => {
      const line = `${cik}|${name}|${filing.form}|${filing.filed}|edgar/data/${cik}/${filing.accession}.txt\n`;
      return random() < 0.001 ? [line, line] : [line];
    });
    writeSync(master, lines.join(''));
  });
  zip.close();
  closeSync(master);
}

function submissions(cik: number, name: string, address: string | null, filings: readonly Filed[]): string {
  const place = address === null ? null : address.slice(-2);
  const city = address === null ? null : address.slice(0, -3);
  const column = <T>(value: (filing: Filed) => T) => filings.map(value);
  return JSON.stringify({
    cik: String(cik).padStart(10, '0'),
    entityType: address === null ? 'other' : 'operating',
    sic: address === null ? '' : String(1_000 + (cik % 400) * 20),
    name,
    tickers: address !== null && cik % 100 === 0 ? [`T${cik.toString(36).toUpperCase()}`] : [],
    exchanges: [],
    ein: '000000000',
    stateOfIncorporation: address === null ? '' : 'DE',
    addresses: { mailing: {}, business: { city, stateOrCountry: place } },
    formerNames: [],
    filings: {
      recent: {
        accessionNumber: column((filing) => filing.accession),
        filingDate: column((filing) => filing.filed),
        reportDate: column((filing) => (filing.form === '4' ? filing.filed : '')),
        form: column((filing) => filing.form),
        items: column((filing) => (filing.form === '8-K' ? '2.02,9.01' : '')),
        primaryDocument: column(() => 'doc.htm'),
        primaryDocDescription: column((filing) => `FORM ${filing.form}`),
      },
      files: [],
    },
  });
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

function accessionOf(number: number, filed: string): string {
  const agent = String(1_000_000 + (number % 50_021)).padStart(10, '0');
  return `${agent}-${filed.slice(2, 4)}-${String(Math.floor(number / 50_021)).padStart(6, '0')}`;
}

function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** Frequent filers stand anywhere among the CIKs, not all at the front. */
function spread(rank: number, count: number): number {
  return (rank * 7_919) % count;
}
