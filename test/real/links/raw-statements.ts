import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { realFile } from '../../support/real-data.js';
import { federal } from '../real-files.js';

/** A record of a publisher's file: the numbers that it states of one body, as `scheme:value`, read without the readers of Dossier. */
export interface RawStatement {
  readonly source: string;
  readonly name: string;
  readonly numbers: readonly string[];
}

/** Returns the statements of all files of `joined.test.ts` in which bodies have numbers of their own, except exclusion lists. */
export function rawStatements(): readonly RawStatement[] {
  return [
    ...organizations(),
    ...banks(),
    ...returns(),
    ...filers(),
    ...leis(),
    ...auditees(),
    ...registrations(),
    ...plans(),
  ];
}

/** A number as `identify` shows it, in the form of the raw statements. */
export function rawNumber(scheme: string, value: string): string {
  const text = /^(?:ein|cik|fdic)$/.test(scheme) ? value.replace(/\D/g, '').replace(/^0+/, '') : value;
  return `${scheme}:${text.toUpperCase()}`;
}

/** Blank and placeholder numbers are left out. */
function statement(
  source: string,
  name: string | undefined,
  numbers: Record<string, string | undefined>,
): RawStatement {
  const stated = Object.entries(numbers).flatMap(([scheme, value = '']) =>
    /^(?:|(.)\1{8}|(.)\2{11})$/.test(value) ? [] : rawNumber(scheme, value),
  );
  return { source, name: spaced(name ?? ''), numbers: stated };
}

export const spaced = (text: string) => text.trim().replace(/\s+/g, ' ');

function organizations() {
  return ['ct', 'de'].flatMap((state) =>
    rowsOf(unzipped(federal('irs_bmf', `eo_${state}.csv.gz`))).map(({ EIN, NAME }) =>
      statement('us_irs_eo_bmf', NAME, { ein: EIN }),
    ),
  );
}

function banks() {
  return rowsOf(unzipped(federal('fdic', 'institutions_2025Q3_derived.csv.gz'))).map(
    ({ cert_id, bank_name }) => statement('us_fdic_institutions', bank_name, { fdic: cert_id }),
  );
}

function returns() {
  return ['irs_990', 'irs_990_more'].flatMap((folder) =>
    readdirSync(federal(folder)).flatMap((file) => {
      if (!/^(?:excerpt_)?990(?!T).*\.xml(?:\.gz)?$/.test(file)) return [];
      const path = federal(folder, file);
      const xml = file.endsWith('.gz') ? unzipped(path) : readFileSync(path, 'utf8');
      const filer = /<Filer\b[^>]*>([\s\S]*?)<\/Filer>/.exec(xml)?.[1] ?? '';
      const of = (name: string) =>
        new RegExp(`<${name}>([^<]*)<`).exec(filer)?.[1]?.replaceAll('&amp;', '&').replaceAll('&apos;', "'");
      const lines = [1, 2].map((line) => of(`BusinessNameLine${line}(?:Txt)?`) ?? '');
      return statement('us_irs_form_990', lines.join(' '), { ein: of('EIN') });
    }),
  );
}

function filers() {
  const [header = '', ...lines] = memberOf(readFileSync(realFile('sec', 'fsds', '2009q3.zip')), 'sub.txt')
    .trimEnd()
    .split('\n');
  const place = (name: string) => header.split('\t').indexOf(name);
  return lines.flatMap((line) => {
    const cells = line.split('\t');
    const [cik = '', ein = '', name] = ['cik', 'ein', 'name'].map((column) => cells[place(column)]);
    const found = statement('us_sec_financial_statements', name, { cik, ein });
    return found.numbers.length === 2 ? [found] : [];
  });
}

interface Text {
  readonly $?: string;
}

interface RawLei {
  readonly LEI: Text;
  readonly Entity: {
    readonly LegalName: Text;
    readonly LegalJurisdiction?: Text;
    readonly LegalAddress?: { readonly Country?: Text };
    readonly EntityCategory?: Text;
    readonly RegistrationAuthority?: Record<
      'RegistrationAuthorityID' | 'RegistrationAuthorityEntityID',
      Text
    >;
  };
}

/** Numbers of state registers are left out: which codes are read is a decision. */
function leis() {
  const text = readFileSync(federal('gleif', 'lei2-intra-day_20240505_cut.json'), 'utf8');
  const { records } = JSON.parse(text) as { records: readonly RawLei[] };
  return records.flatMap(({ LEI, Entity }) => {
    const isAmerican = /^US\b/.test(Entity.LegalJurisdiction?.$ ?? Entity.LegalAddress?.Country?.$ ?? '');
    const isInAmerica = Entity.LegalAddress?.Country?.$ === 'US';
    if (!isAmerican && !isInAmerica) return [];
    const { RegistrationAuthorityID: code, RegistrationAuthorityEntityID: number } =
      Entity.RegistrationAuthority ?? {};
    const isBank = code?.$ === 'RA000744' && Entity.EntityCategory?.$ !== 'BRANCH';
    const numbers = { lei: LEI.$, ...(isBank && { fdic: number?.$ }) };
    return statement('us_gleif_lei_records', Entity.LegalName.$, numbers);
  });
}

function auditees() {
  const rows = rowsOf(readFileSync(federal('fac', 'fac_auditee_ids_2016_2022.csv'), 'utf8'));
  return rows.flatMap(({ AUDITEENAME, EIN, UEI }) => {
    const found = statement('us_fac_auditees', AUDITEENAME, { ein: EIN, uei: UEI });
    return found.numbers.length === 2 ? [found] : [];
  });
}

function registrations() {
  const text = readFileSync(federal('sam', 'SAM_PUBLIC_V2_3rec_20260906.dat'), 'latin1');
  return text.split(/\r?\n/).flatMap((line) => {
    const cells = line.split('|');
    if (cells.length < 100) return [];
    return statement('us_sam_registrations', cells[11], { uei: cells[0], cage: cells[3] });
  });
}

function plans() {
  const text = readFileSync(federal('dol_5500', 'f5500_2009_one_filing_as_json.json'), 'utf8');
  const { f_5500: rows } = JSON.parse(text) as { f_5500: Record<string, string>[] };
  return rows.map(({ SPONSOR_DFE_NAME, SPONS_DFE_EIN }) =>
    statement('us_dol_form_5500', SPONSOR_DFE_NAME, { ein: SPONS_DFE_EIN }),
  );
}

const unzipped = (path: string) => gunzipSync(readFileSync(path)).toString('utf8');

/** Rows of a file of lines with a header; quotes may be around values with commas. */
function rowsOf(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
        (quoted?.replaceAll('""', '"') ?? plain).trim(),
      ),
    );
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
}

/** A member of a zip by its local headers, as the format describes them. */
export function memberOf(zip: Buffer, name: string): string {
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const length = zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + 46, at + 46 + length) !== name) continue;
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20))).toString('utf8');
  }
  throw new Error(`There is no ${name}.`);
}
