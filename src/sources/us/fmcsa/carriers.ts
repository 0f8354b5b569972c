import type { DeclaredDraft } from '../../../domain/entity.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { portalDate, yearFirstDate } from '../../../domain/time/dates.js';
import { defineSource, type Row } from '../../declare/index.js';
import { socrataFiles } from '../../families/socrata.js';
import { dateIn } from '../../support/values.js';
import { addressIn, assumedNames, event, inRole } from '../parts.js';
import { statusOfCode } from '../words.js';
import { CARRIER_COLUMNS } from './carrier-columns.js';

type CarrierColumn = (typeof CARRIER_COLUMNS)['columns' | 'optional'][number];

const PLACE = ['phy_city', 'phy_state', 'phy_zip', 'phy_country'] as const;

function carrierRecord(row: Row<CarrierColumn>): DeclaredDraft | undefined {
  const number = row.need('dot_number');
  const name = row.take('legal_name');
  // A lookup of an unassigned number.
  if (name === undefined) return undefined;
  const form = row.take('business_org_desc');
  const subjectType = NO_PERSON.has(form ?? '')
    ? 'organization'
    : subjectTypeOfName(name, hasManyDrivers(row) ? DOUBT_OF_MANY_DRIVERS : undefined);
  return {
    key: number,
    name,
    otherNames: assumedNames(name, row.take('dba_name')),
    subjectType,
    state: stateCode(row.take('phy_state')) ?? null,
    type: form,
    typeClass: undefined,
    ...statusOfCode(row, 'status_code', { A: ['Active', 'active'] }),
    principalAddress: addressIn(row, subjectType, ['phy_street'], ...PLACE),
    officers: (['company_officer_1', 'company_officer_2'] as const).flatMap((column) =>
      inRole('Company officer', row.take(column)),
    ),
    // The form by which a carrier updates its registration every two years.
    filings: event('MCS-150', dateIn(row, 'mcs150_date', mcs150Date)),
    identifiers: [{ scheme: 'usdot', value: number }],
    linkKeys: [{ scheme: 'usdot', value: number }],
  };
}

/** `20240315 1210` in the census file, with a time behind the day; other files write the day as portals do. */
function mcs150Date(text: string): string | undefined {
  return yearFirstDate(text.split(' ')[0]) ?? portalDate(text);
}

function hasManyDrivers(row: Row<CarrierColumn>): boolean {
  return Number(row.take('total_drivers') ?? 0) >= MANY_DRIVERS;
}

const MANY_DRIVERS = 10;
/** Odds of fifty to one, in natural logarithms: few named individuals employ so many drivers. */
const DOUBT_OF_MANY_DRIVERS = 4;

/** Business forms in the census that are not individuals; for others the name decides. */
const NO_PERSON: ReadonlySet<string> = new Set(['CORPORATION', 'LIMITED LIABILITY COMPANY', 'PARTNERSHIP']);

export const usFmcsaCarriers = defineSource({
  id: 'us_fmcsa_carriers',
  title: 'FMCSA Motor Carrier Census',
  agency: {
    name: 'Federal Motor Carrier Safety Administration',
    level: 'federal',
    url: 'https://www.fmcsa.dot.gov',
  },
  licence: 'public domain',
  every: 'month',
  fetch: socrataFiles('data.transportation.gov', 'az4n-8mr2'),
  layout: 'unverified',
  coverage:
    'Carriers with a USDOT number. A person’s street address is not kept; nor are telephone and e-mail.',
  recordClass: 'federal_registration',
  idScheme: 'bulk',
  state: null,
  publishes: { formedDate: false },
  expect: { min: 1_000_000, filled: { principalAddress: 0.9 } },
  ...CARRIER_COLUMNS,
  record: carrierRecord,
});
