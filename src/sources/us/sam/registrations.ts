import type { Identifier } from '../../../domain/entity.js';
import { personName } from '../../../domain/people/person-name.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { partyAddress } from '../../support/parties.js';
import { codeIn, dateIn } from '../../support/values.js';
import { CAGE, UEI } from '../keys.js';
import { usSamEntities } from './entities.js';
import {
  CONTACTS,
  type Contact,
  EXTRACT_COLUMNS,
  extractDay,
  FIELDS,
  FRAME,
  POSITIONS,
  registrationIn,
} from './extract-layout.js';

const { agency, licence, every, fetch, layout, coverage } = usSamEntities;

/** Read here and not by the entity source. */
const FURTHER = {
  cage_code: 4,
  state_of_incorporation: 29,
  business_types: 32,
  primary_naics: 33,
} as const;

/** The registration that goes with the record `us_sam_entities` makes of the same file. */
export const usSamRegistrations = defineDataset({
  id: 'us_sam_registrations',
  title: 'SAM.gov Public Entity Registrations, contractor data',
  ...{ agency, licence, every, fetch, layout, ...(coverage !== undefined && { coverage }) },
  statesDay: extractDay,
  filesOf: usSamEntities.id,
  delivery: 'snapshot',
  expect: { min: 600_000 },
  main: 'registrations',
  tables: {
    registrations: {
      format: {
        kind: 'delimited',
        delimiter: '|',
        headerless: true,
        positions: { fields: FIELDS, of: { ...POSITIONS, ...FURTHER } },
        frame: FRAME,
      },
      columns: [...EXTRACT_COLUMNS, ...(Object.keys(FURTHER) as (keyof typeof FURTHER)[])],
      groupBy: 'uei',
      keys: { uei: UEI },
      ignore: ['entity_start_date'],
    },
  },
  record: (group) => {
    const row = registrationIn(group.all('registrations'));
    if (row === undefined || row.take('no_public_display') !== undefined) return undefined;
    const uei = row.need('uei');
    const name = row.need('legal_business_name');
    const assumed = row.take('dba_name');
    // A sole proprietor is a person, and the address a home.
    const isPerson = row.take('entity_structure') === '2J' && subjectTypeOfName(name) === 'person';
    const address = partyAddress({
      street: [row.take('physical_address_line_1'), row.take('physical_address_line_2')],
      city: row.take('physical_address_city'),
      state: row.take('physical_address_state'),
      zip: [row.take('physical_address_zip'), row.take('physical_address_zip_4')]
        .filter((part) => part !== undefined)
        .join('-'),
    });
    const incorporationState = row.take('state_of_incorporation');
    const officers = (Object.keys(CONTACTS) as Contact[]).flatMap((contact) => contactOf(row, contact));
    const isAbroad = row.take('physical_address_country') !== 'USA';
    return {
      key: uei,
      document: {
        uei,
        cageCode: codeIn(row, 'cage_code', CAGE) ?? null,
        naicsCode: row.take('primary_naics')?.slice(0, 6) ?? null,
        businessTypes: listOf(row.take('business_types')),
        extractCode: row.need('extract_code'),
        expirationDate: dateIn(row, 'registration_expiration_date', yearFirstDate) ?? null,
        officers,
      },
      parties: [
        {
          key: `uei:${uei}`,
          names: [
            { text: name, kind: 'current' },
            ...(assumed === undefined ? [] : [{ text: assumed, kind: 'assumed' } as const]),
          ],
          ...(address && !isPerson && !isAbroad && { address }),
          ...(incorporationState !== undefined && { incorporationState }),
          people: [...new Set(officers.map((officer) => officer.name))],
          identifiers: [{ scheme: 'uei', value: uei }, ...cageCodes(group.all('registrations'))],
        },
      ],
    };
  },
});

/** A registrant has one for each bank account. */
function cageCodes(rows: readonly Row<'cage_code'>[]): Identifier[] {
  const codes = rows.flatMap((row) => codeIn(row, 'cage_code', CAGE) ?? []);
  return [...new Set(codes)].map((value) => ({ scheme: 'cage', value }));
}

/** `2X~MF`; items are padded with blanks. */
function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split('~')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A contact without a title is called by the role of the block. */
function contactOf(row: Row, contact: Contact): { name: string; title: string }[] {
  const name = personName({
    first: row.take(`${contact}_first`),
    middle: row.take(`${contact}_middle`),
    last: row.take(`${contact}_last`),
  });
  const title = row.take(`${contact}_title`) ?? CONTACTS[contact][1];
  return name === undefined ? [] : [{ name, title }];
}
