import { companyNames, personNames } from '../names.js';
import { pickFrom, randomFrom } from '../writers/random.js';
import { writeLines } from '../writers/write-lines.js';

const COLUMNS =
  'registry_number,business_name,entity_type,registry_date,associated_name_type,first_name,middle_name,last_name,' +
  'suffix,not_of_record_entity,entity_of_record_reg_number,entity_of_record_name,address,address_continued,city,' +
  'state,zip,business_details';
/** One row each: as many a business has in the mean. */
const ROLES = ['PRINCIPAL PLACE OF BUSINESS', 'REGISTERED AGENT', 'MAILING ADDRESS', 'MANAGER'];
const TYPES = [
  'DOMESTIC LIMITED LIABILITY COMPANY',
  'DOMESTIC BUSINESS CORPORATION',
  'ASSUMED BUSINESS NAME',
];

/** Writes an invented file in Oregon's layout: rows of one business are as far apart as they can be. */
export async function generateOregon(path: string, rows: number, seed: number): Promise<void> {
  await writeLines(path, oregon(rows, seed));
}

function* oregon(rows: number, seed: number): Generator<string> {
  const random = randomFrom(seed);
  const company = companyNames(random);
  const person = personNames(random);
  const businesses = Math.ceil(rows / ROLES.length);
  yield COLUMNS;
  for (let row = 0; row < rows; row++) {
    const business = row % businesses;
    const [last = '', first = '', middle = ''] = person().split(' ');
    const date = `${1990 + (business % 36)}-0${1 + (business % 9)}-15T00:00:00`;
    const head = [100_000_000 + business, company(), TYPES[business % TYPES.length], date];
    const street = `${100 + Math.floor(random() * 9_000)} ${last} ST`;
    const place = [street, '', pickFrom(['PORTLAND', 'SALEM', 'BEND'], random), 'OR', '97201', ''];
    const role = ROLES[Math.floor(row / businesses)];
    yield [...head, role, first, middle, last, '', '', '', '', ...place].join(',');
  }
}
