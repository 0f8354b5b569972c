import { createHash } from 'node:crypto';
import type { Identifier } from '../../../domain/entity.js';
import { readNumber } from '../../../domain/numbers.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { exclusion } from '../../support/exclusions.js';
import { dateIn } from '../../support/values.js';
import { NAME } from '../keys.js';
import { usSamEntities } from './entities.js';

const COLUMNS = [
  'Classification',
  'Name',
  'City',
  'State / Province',
  'Country',
  'Exclusion Program',
  'Excluding Agency',
  'CT Code',
  'Exclusion Type',
  'Active Date',
  'Termination Date',
  'Cross-Reference',
  'CAGE',
  'NPI',
] as const;
/** The name of the column of UEIs changed. */
const OPTIONAL = ['Unique Entity Identifier (SAM)', 'Unique Entity ID', 'SAM Number'] as const;

const IGNORED: readonly string[] = [
  ...['Prefix', 'First', 'Middle', 'Last', 'Suffix', 'Address 1', 'Address 2', 'Address 3', 'Address 4'],
  ...['Zip Code', 'D&B Open Data Flag', 'Open Data Flag', 'Unique Entity Identifier (DUNS)', 'Creation_Date'],
  ...['Blank (Deprecated)', 'Additional Comments', 'Record Status'],
];

type ExclusionRow = Row<(typeof COLUMNS)[number] | (typeof OPTIONAL)[number]>;

/** SAM's own exclusions of organizations. Entries that repeat OFAC's lists are left out: some stay here after OFAC removed them. */
export const usSamExclusions = defineDataset({
  id: 'us_sam_exclusions',
  title: 'SAM.gov Exclusions',
  agency: usSamEntities.agency,
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'manual',
    how: 'Download SAM_Exclusions_Public_Extract_V2_YYDDD.ZIP from https://sam.gov/data-services/Exclusions/Public%20V2.',
  },
  layout: 'verified',
  coverage:
    'Organizations that are excluded on the day of the file. Named individuals, vessels and entries of OFAC are not kept, nor are ' +
    'addresses and comments.',
  statesDay: ({ name }) => julianDay(/Exclusions\w*_(\d{5})\b/i.exec(name)?.[1]),
  delivery: 'snapshot',
  expect: { min: 1 },
  tables: {
    exclusions: {
      format: { kind: 'delimited', delimiter: ',', everyQuoted: true },
      columns: COLUMNS,
      optional: OPTIONAL,
      keys: { Name: NAME },
      ignore: IGNORED,
    },
  },
  record: (group) => {
    const row = group.one('exclusions');
    const name = row?.take('Name');
    const kind = row?.take('Classification');
    if (row === undefined || name === undefined || kind === 'Individual' || kind === 'Vessel')
      return undefined;
    const agency = row.take('Excluding Agency') ?? null;
    if (agency !== null && /\bOFAC\b/i.test(agency)) return undefined;
    const identifiers = numbersIn(row);
    const end = row.take('Termination Date');
    const program = row.take('Exclusion Program') ?? null;
    const list = row.take('Exclusion Type') ?? 'Exclusion';
    const startDate = dateIn(row, 'Active Date') ?? null;
    const parts = [kind, name, ...identifiers.map(({ value }) => value), agency, program, list, startDate];
    return exclusion({
      key: createHash('sha1')
        .update(JSON.stringify([...parts, row.take('CT Code') ?? null]))
        .digest('hex'),
      names: [name, ...otherNames(row.take('Cross-Reference'))],
      identifiers,
      ...{ list, program, agency, startDate },
      endDate:
        end === undefined || /^indefinite$/i.test(end) ? null : (dateIn(row, 'Termination Date') ?? null),
      place: {
        city: row.take('City') ?? null,
        state: stateCode(row.take('State / Province')) ?? null,
        country: row.take('Country') ?? null,
      },
    });
  },
});

function numbersIn(row: ExclusionRow): Identifier[] {
  row.take('SAM Number');
  const uei = row.take('Unique Entity Identifier (SAM)') ?? row.take('Unique Entity ID');
  const npi = row.take('NPI')?.replace(/\.0$/, '');
  const found = [
    uei === undefined ? undefined : readNumber('uei', uei),
    readNumber('cage', row.take('CAGE') ?? ''),
    readNumber('npi', npi ?? ''),
  ];
  return found.flatMap((number) =>
    number ? [{ scheme: number.scheme as 'uei' | 'cage' | 'npi', value: number.value }] : [],
  );
}

/** `(also A, B)`, without named individuals. A name with a comma before its legal form is one name. */
function otherNames(text: string | undefined): string[] {
  const [, list = ''] = /^\(also (.*)\)$/i.exec(text ?? '') ?? [];
  return list
    .split(/,(?!\s*(?:inc|llc|l\.l\.c|ltd|corp|co|lp|s\.?a|c\.?a)\b\.?)/i)
    .map((name) => name.trim())
    .filter((name) => name !== '' && subjectTypeOfName(name) === 'organization');
}

/** `20049` is day 49 of 2020. */
function julianDay(digits: string | undefined): string | undefined {
  const day = Number(digits?.slice(2));
  if (digits === undefined || !(day >= 1 && day <= 366)) return undefined;
  return new Date(Date.UTC(2000 + Number(digits.slice(0, 2)), 0, day)).toISOString().slice(0, 10);
}
