import { readFileSync } from 'node:fs';

export const SOURCE = 'us_co_business_entities';
export const RECORDS = 2_000;

/** Each version of the register gives every record another name. */
export function nameOf(key: number, version: number): string {
  return `SOAK NUMBER ${key} COMPANY v${version}`;
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
