import { readFileSync } from 'node:fs';

export const SOURCE = 'us_co_business_entities';
export const RECORDS = 1_000;

/**
 * Each version of the register gives every record another name. Records have no other word in common: each is compared with
 * those that share a word, so a load of names with three shared words takes half a minute of processor time.
 */
export function nameOf(key: number, version: number): string {
  return `SOAK${key} NUMBER${key} v${version}`;
}

/** The words of a search that finds the record in any version. */
export function wordsOf(key: number): string {
  return `soak${key}+number${key}`;
}

/** A version in the columns of the register; those that the rows do not fill are blank. */
export function csv(version: number): string {
  const [header = ''] = readFileSync(
    'sample/us_co_business_entities/business-entities-in-colorado.csv',
    'utf8',
  ).split(/\r?\n/, 1);
  const columns = header.split(',');
  const rows = Array.from({ length: RECORDS }, (_, key) => {
    const values = new Map([
      ['entityid', String(key)],
      ['entityname', nameOf(key, version)],
      ['entitystatus', 'Good Standing'],
      ['entityformdate', '2020-01-01T00:00:00.000'],
    ]);
    return columns.map((column) => values.get(column) ?? '').join(',');
  });
  return `${[header, ...rows].join('\n')}\n`;
}
