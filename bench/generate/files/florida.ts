import {
  CORPORATE_FIELDS,
  type CorporateField,
  RECORD_LENGTH,
} from '../../../src/sources/us/fl/corporate-layout.js';
import { companyNames, personNames } from '../names.js';
import { pickFrom, randomFrom } from '../writers/random.js';
import { writeLines } from '../writers/write-lines.js';

/** Writes an invented file in Florida's layout, records of 1,440 characters. */
export async function generateFlorida(path: string, rows: number, seed: number): Promise<void> {
  await writeLines(path, florida(rows, seed), 'latin1');
}

function* florida(rows: number, seed: number): Generator<string> {
  const random = randomFrom(seed);
  const company = companyNames(random);
  const person = personNames(random);
  for (let row = 0; row < rows; row++) {
    const [last = '', first = '', middle = ''] = person().split(' ');
    const name = last.padEnd(20).slice(0, 20) + first.padEnd(14).slice(0, 14) + middle;
    yield record({
      cor_number: `L${String(row).padStart(11, '0')}`,
      cor_name: company(),
      cor_status: pickFrom(['A', 'I'], random),
      cor_filing_type: 'FLAL',
      princ_add_1: `${row % 9_000} ${last} ST`,
      princ_city: 'MIAMI',
      princ_state: 'FL',
      princ_zip: '33101',
      file_date: `0${1 + (row % 9)}15${1990 + (row % 36)}`,
      ra_name: name,
      ra_name_type: 'P',
      ra_add_1: `${row % 9_000} ${first} AVE`,
      ra_city: 'MIAMI',
      ra_state: 'FL',
      ra_zip5: '33101',
      princ1_title: 'MGR',
      princ1_name_type: 'P',
      princ1_name: name,
      report_year_1: '2025',
      report_date_1: '04012025',
    });
  }
}

function record(values: Partial<Record<CorporateField, string>>): string {
  const cells = Object.entries(values).map(([field, value]) => ({ at: CORPORATE_FIELDS[field], value }));
  const sorted = cells.sort((a, b) => (a.at?.[0] ?? 0) - (b.at?.[0] ?? 0));
  let line = '';
  for (const { at: [start, length] = [0, 0], value } of sorted) {
    line = line.padEnd(start - 1) + value.slice(0, length);
  }
  return line.padEnd(RECORD_LENGTH);
}
