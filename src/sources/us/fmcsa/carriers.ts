import type { SubjectType } from '../../../contract/vocabulary.js';
import { stateCode } from '../../../domain/place-codes.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare.js';
import { socrataFiles } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { addressIn, assumedNames } from '../parts.js';
import { statusOfCode } from '../words.js';

/** What the census says of the form of business, where it does. Of the others only the name can tell. */
const NO_PERSON: ReadonlySet<string> = new Set(['CORPORATION', 'LIMITED LIABILITY COMPANY', 'PARTNERSHIP']);

/**
 * The columns are those that the census file and look-ups of single carriers have in common; the look-ups, in a
 * table of somebody else's making, prove the values. Unverified are the file's further columns (`business_org_desc`
 * is known from programs that read it; the rest is reported unread) and every status but `A`.
 */
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
  publishes: { formedDate: false, officers: false, filings: false },
  expect: { min: 1_000_000, filled: { principalAddress: 0.9 } },
  columns: columns(
    'dot_number legal_name dba_name status_code phy_street phy_city phy_state phy_zip phy_country',
  ),
  optional: columns('business_org_desc'),
  ignore: columns(
    'phone fax cell_phone email_address telephone company_officer_1 company_officer_2 carrier_mailing_street',
    'carrier_mailing_city carrier_mailing_state carrier_mailing_zip carrier_mailing_country mcs150_date add_date',
    'carrier_operation power_units total_drivers total_power_units record_retrieval_date allowed_to_operate',
    'carrier_operation_code carrier_operation_description census_type census_type_description census_type_id',
    'is_passenger_carrier mcs150_outdated oos_date review_date review_type',
  ),
  record: (row) => {
    const number = row.need('dot_number');
    const name = row.take('legal_name');
    // A look-up of a number that nobody has.
    if (name === undefined) return undefined;
    const form = row.take('business_org_desc');
    const subjectType: SubjectType =
      form !== undefined && NO_PERSON.has(form) ? 'organization' : subjectTypeOfName(name);
    return {
      key: number,
      name,
      otherNames: assumedNames(name, row.take('dba_name')),
      subjectType,
      state: stateCode(row.take('phy_state')) ?? null,
      type: form,
      ...statusOfCode(row, 'status_code', { A: ['Active', 'active'] }),
      principalAddress: addressIn(
        row,
        subjectType,
        ['phy_street'],
        'phy_city',
        'phy_state',
        'phy_zip',
        'phy_country',
      ),
      identifiers: [{ scheme: 'usdot', value: number }],
      linkKeys: [{ scheme: 'usdot', value: number }],
    };
  },
});
