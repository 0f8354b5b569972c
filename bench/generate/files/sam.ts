import { FIELDS, POSITIONS } from '../../../src/sources/us/sam/extract-layout.js';
import { companyNames } from '../names.js';
import { type About, type Body, bodies } from '../namesakes.js';
import { pickFrom, randomFrom } from '../writers/random.js';
import { writeLines } from '../writers/write-lines.js';
import type { BesideColorado } from './bmf.js';

/** Every second row is a Colorado entity's, every fourth that of a namesake in another state. */
export const ABOUT_SAM: readonly About[] = ['entity', 'namesake', 'entity', 'stranger'];
const DAY = '20261101';
/** Without I and O, as UEIs are. */
const UEI_DIGITS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Corporations three fifths; the others exempt, partnerships, sole proprietors, and what has no code of its own. */
const STRUCTURES = ['2L', '2L', '2L', '2L', '2L', '2L', '8H', '2K', '2J', 'ZZ'];
const NAICS = ['541330', '541512', '236220', '561720', '621111'];
/** Beside the positions that both sources of the extract read. */
const FURTHER = {
  cage_code: 4,
  purpose: 7,
  registration_date: 8,
  expiration_date: 9,
  last_update_date: 10,
  activation_date: 11,
  fiscal_year_end: 26,
  state_of_incorporation: 29,
  country_of_incorporation: 30,
  business_type_counter: 31,
  business_types: 32,
  primary_naics: 33,
  naics_counter: 34,
  naics: 35,
  psc_counter: 36,
  ends: FIELDS,
} as const;
const PLACES: Readonly<Record<string, number>> = { ...POSITIONS, ...FURTHER };

/**
 * Writes an invented public extract of SAM, version 2: a line with the number of rows before and after them, 142
 * fields between bars, lists joined by `~`. The same numbers give the same bytes.
 */
export async function generateSam(
  path: string,
  request: BesideColorado,
  progress: (share: number) => void,
): Promise<void> {
  await writeLines(path, lines(request, progress));
}

function* lines(request: BesideColorado, progress: (share: number) => void): Generator<string> {
  const frame = `PUBLIC V2 00000000 ${DAY} ${String(request.rows).padStart(7, '0')} 0008331`;
  const random = randomFrom(request.seed + 103);
  const assumed = companyNames(random);
  yield `BOF ${frame}`;
  let row = 0;
  for (const body of bodies({ ...request, about: ABOUT_SAM }, random)) {
    const registration = { ...contractor(body, random), uei: ueiOf(row), cage_code: cageOf(row) };
    const dba = random() < 0.15 ? { dba_name: assumed() } : {};
    yield fieldsOf({ ...registration, ...dba });
    row += 1;
    if (row % 1_000 === 0) progress(row / request.rows);
  }
  yield `EOF ${frame}`;
}

function contractor(body: Body, random: () => number): Record<string, string> {
  const { name, person, street, city, state, zip } = body;
  const isActive = random() < 0.9;
  const naics = pickFrom(NAICS, random);
  return {
    extract_code: isActive ? 'A' : 'E',
    ...{ purpose: 'Z2', registration_date: '20150105', activation_date: '20260427' },
    ...{ expiration_date: isActive ? '20270417' : '20260825', last_update_date: '20260427' },
    legal_business_name: name,
    ...{ physical_address_line_1: street, physical_address_city: city, physical_address_state: state },
    ...{ physical_address_zip: zip, physical_address_zip_4: '0123', physical_address_country: 'USA' },
    ...{ entity_start_date: `${1990 + Math.floor(random() * 34)}0315`, fiscal_year_end: '1231' },
    entity_structure: pickFrom(STRUCTURES, random),
    ...{ state_of_incorporation: state, country_of_incorporation: 'USA' },
    ...{ business_type_counter: '0002', business_types: '2X~MF' },
    ...{ primary_naics: naics, naics_counter: '0002', naics: `${naics}Y~561990 `, psc_counter: '0000' },
    ...contact('govt_business', person.first, person.last, random() < 0.3 ? 'PRESIDENT' : ''),
    ...contact('electronic_business', person.first, person.last, ''),
    ends: '!end',
  };
}

function contact(block: string, first: string, last: string, title: string): Record<string, string> {
  return { [`${block}_first`]: first, [`${block}_last`]: last, [`${block}_title`]: title };
}

function fieldsOf(values: Readonly<Record<string, string>>): string {
  const fields = new Array<string>(FIELDS).fill('');
  for (const [field, value] of Object.entries(values)) fields[(PLACES[field] ?? 0) - 1] = value;
  return fields.join('|');
}

function ueiOf(row: number): string {
  let rest = row;
  let digits = '';
  for (let place = 0; place < 8; place++) {
    digits = UEI_DIGITS[rest % UEI_DIGITS.length] + digits;
    rest = Math.floor(rest / UEI_DIGITS.length);
  }
  return `BNCH${digits}`;
}

function cageOf(row: number): string {
  return row.toString(36).toUpperCase().padStart(5, '0');
}
