import type { TypeClass } from '../../../contract/vocabulary.js';
import type { Officer } from '../../../domain/entity.js';
import { personName } from '../../../domain/people/person-name.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import { REGISTRATION_STATUS } from '../../../domain/records/current-record.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import { defineGroupedSource, type Row } from '../../declare/index.js';
import { token } from '../../declare/setting.js';
import { dateIn } from '../../support/values.js';
import { UEI } from '../keys.js';
import { assumedNames, inRole, subjectAddress } from '../parts.js';
import { statusOfCode } from '../words.js';
import {
  CONTACTS,
  type Contact,
  EXTRACT_COLUMNS,
  type ExtractField,
  extractDay,
  FIELDS,
  FRAME,
  POSITIONS,
  registrationIn,
} from './extract-layout.js';

const SOLE_PROPRIETOR = '2J';

export const usSamEntities = defineGroupedSource({
  id: 'us_sam_entities',
  title: 'SAM.gov Public Entity Registrations',
  agency: { name: 'US General Services Administration', level: 'federal', url: 'https://sam.gov' },
  licence: 'public domain',
  every: 'month',
  fetch: {
    kind: 'urls',
    urls: [
      'https://api.sam.gov/data-services/v1/extracts?fileType=ENTITY&sensitivity=PUBLIC&frequency=MONTHLY' +
        '&charset=UTF8&date={MM/YYYY}',
    ],
    host: 'api.sam.gov',
    perSecond: 1,
    key: {
      setting: token('DOSSIER_SAM_KEY', 'API key of SAM.gov (free). Required to download SAM files.'),
      required: true,
      as: { parameter: 'api_key' },
    },
  },
  layout: 'verified',
  coverage:
    'Active registrations and those that expired in the six months before the file, as of its day. Officers are ' +
    'the points of contact: SAM publishes no officers.',
  statesDay: extractDay,
  recordClass: 'federal_registration',
  idScheme: 'bulk',
  state: null,
  officerSource: 'sam',
  publishes: { filings: false },
  expect: { min: 600_000, filled: { status: 0.99, type: 0.9, principalAddress: 0.9 } },
  tables: {
    main: {
      format: {
        kind: 'delimited',
        delimiter: '|',
        headerless: true,
        positions: { fields: FIELDS, of: POSITIONS },
        frame: FRAME,
      },
      columns: EXTRACT_COLUMNS,
      groupBy: 'uei',
      keys: { uei: UEI },
    },
  },
  main: 'main',
  record: (group) => {
    const row = registrationIn(group.all('main'));
    // The registrant opted out of publication.
    if (row === undefined || row.take('no_public_display') !== undefined) return undefined;
    const uei = row.need('uei');
    const name = row.need('legal_business_name');
    const structure = row.take('entity_structure');
    const subjectType = structure === SOLE_PROPRIETOR ? subjectTypeOfName(name) : 'organization';
    return {
      key: uei,
      name,
      otherNames: assumedNames(name, row.take('dba_name')),
      subjectType,
      state: stateCode(row.take('physical_address_state')) ?? null,
      ...typeOf(row, structure),
      // The dates of an expired registration may read like those of an active one: the code decides as of the file's day.
      ...statusOfCode(row, 'extract_code', {
        A: [REGISTRATION_STATUS.A, 'active'],
        E: [REGISTRATION_STATUS.E, 'inactive'],
      }),
      expirationDate: dateIn(row, 'registration_expiration_date', yearFirstDate),
      formedDate: dateIn(row, 'entity_start_date', yearFirstDate),
      principalAddress: subjectAddress(subjectType, {
        street: [row.take('physical_address_line_1'), row.take('physical_address_line_2')],
        city: row.take('physical_address_city'),
        state: row.take('physical_address_state'),
        zip: zipOf(row),
        country: row.take('physical_address_country'),
      }),
      officers: (Object.keys(CONTACTS) as Contact[]).flatMap((contact) => contactOf(row, contact)),
      identifiers: [{ scheme: 'uei', value: uei }],
      linkKeys: [{ scheme: 'uei', value: uei }],
    };
  },
});

function typeOf(row: Row<ExtractField>, code: string | undefined) {
  const [type, typeClass] = STRUCTURES.get(code ?? '') ?? [];
  if (code !== undefined && type === undefined) row.unknown('entity_structure', code);
  return { type: type ?? code, typeClass };
}

/** The legend of the layout. */
const STRUCTURES: ReadonlyMap<string, readonly [type: string, typeClass: TypeClass]> = new Map([
  [SOLE_PROPRIETOR, ['Sole Proprietorship', 'sole_proprietorship']],
  ['2K', ['Partnership or Limited Liability Partnership', 'other']],
  ['2L', ['Corporate Entity (Not Tax Exempt)', 'corporation']],
  ['8H', ['Corporate Entity (Tax Exempt)', 'nonprofit']],
  ['2A', ['U.S. Government Entity', 'other']],
  ['CY', ['Country - Foreign Government', 'other']],
  ['X6', ['International Organization', 'other']],
  ['ZZ', ['Other', 'other']],
]);

/** A contact without a title is called by the role of the block. */
function contactOf(row: Row<ExtractField>, contact: Contact): readonly Officer[] {
  const name = personName({
    first: row.take(`${contact}_first`),
    middle: row.take(`${contact}_middle`),
    last: row.take(`${contact}_last`),
  });
  const title = row.take(`${contact}_title`) ?? CONTACTS[contact][1];
  return inRole(title, name);
}

function zipOf(row: Row<ExtractField>): string {
  const parts = [row.take('physical_address_zip'), row.take('physical_address_zip_4')];
  return parts.filter((part) => part !== undefined).join('-');
}
