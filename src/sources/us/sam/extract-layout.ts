import { yearFirstDate } from '../../../domain/time/dates.js';
import type { Row } from '../../declare/index.js';

/** Fields of a row, the end mark included. */
export const FIELDS = 142;

/** `BOF PUBLIC V2 00000000 20260906 …`: the day of the file. */
export function extractDay({ head }: { readonly head: string }): string | undefined {
  return yearFirstDate(/^BOF PUBLIC V2 \d{8} (\d{8})\b/.exec(head)?.[1]);
}

/** The first and the last line. Files of 2014 had other positions and no `V2`: they are not read. */
export const FRAME = { first: 'BOF PUBLIC V2 ', last: 'EOF PUBLIC V2 ', rows: declaredRows } as const;

/**
 * Returns the record count of `BOF PUBLIC V2 00000000 20260906 0895932 0008331`. The first date is that of the previous
 * file, zeros in a monthly one. Throws for a daily file, whose deletions are rows without a name.
 */
function declaredRows(line: string): number | undefined {
  const [, since, count] = /^[BE]OF PUBLIC V2 (\d{8}) \d{8} (\d+)/.exec(line) ?? [];
  if (since !== undefined && Number(since) > 0) {
    throw new Error(
      `contains only the changes since ${yearFirstDate(since) ?? since}, deletions included; load the monthly extract.`,
    );
  }
  return count === undefined ? undefined : Number(count);
}

/** First field of each contact's block of eleven: first name, middle initial, last name, title, address. */
export const CONTACTS = {
  govt_business: [47, 'Government business contact'],
  alt_govt_business: [58, 'Alternate government business contact'],
  past_performance: [69, 'Past performance contact'],
  alt_past_performance: [80, 'Alternate past performance contact'],
  electronic_business: [91, 'Electronic business contact'],
  alt_electronic_business: [102, 'Alternate electronic business contact'],
} as const;
export type Contact = keyof typeof CONTACTS;

const ENTITY_POSITIONS = {
  uei: 1,
  extract_code: 6,
  registration_expiration_date: 9,
  legal_business_name: 12,
  dba_name: 13,
  physical_address_line_1: 16,
  physical_address_line_2: 17,
  physical_address_city: 18,
  physical_address_state: 19,
  physical_address_zip: 20,
  physical_address_zip_4: 21,
  physical_address_country: 22,
  entity_start_date: 25,
  entity_structure: 28,
  no_public_display: 119,
  eft_indicator: 3,
} as const;

const PARTS = { first: 0, middle: 1, last: 2, title: 3 } as const;
type ContactField = `${Contact}_${keyof typeof PARTS}`;
export type ExtractField = keyof typeof ENTITY_POSITIONS | ContactField;

/** The positions that are read, of the public V2 layout (SAM Master Extract Mapping 6.0). */
export const POSITIONS: Readonly<Record<string, number>> = {
  ...ENTITY_POSITIONS,
  ...Object.fromEntries(
    Object.entries(CONTACTS).flatMap(([contact, [start]]) =>
      Object.entries(PARTS).map(([part, offset]) => [`${contact}_${part}`, start + offset]),
    ),
  ),
};

export const EXTRACT_COLUMNS = Object.keys(POSITIONS) as readonly ExtractField[];

/**
 * Returns the row that is the registration. A registrant has one more row for each further bank account, which differs in the EFT
 * indicator and the CAGE code: the row without an indicator decides, else that with the lowest; of equal ones the last.
 */
export function registrationIn<Extract extends Row<'eft_indicator'>>(
  rows: readonly Extract[],
): Extract | undefined {
  let best: { readonly row: Extract; readonly indicator: string } | undefined;
  for (const row of rows) {
    const indicator = row.take('eft_indicator') ?? '';
    if (best === undefined || indicator <= best.indicator) best = { row, indicator };
  }
  return best?.row;
}
