import { portalDate } from '../../../domain/dates.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { addressIn, assumedNames, LISTED, numberedOrNamed } from '../parts.js';
import { ASKED_BY, certificationsOf, contactOf, VENDOR_COLUMNS } from './nyc-mwbe-columns.js';

export const usNyNycMwbe = defineSource({
  ...socrata('NY:nyc-mwbe', 'data.cityofnewyork.us', 'ci93-uc8s', ASKED_BY),
  id: 'us_ny_nyc_mwbe',
  title: 'New York City M/WBE, LBE, and EBE Certified Business List',
  // A city: the contract has no level for it, so that neither level nor agency is shown.
  agency: { name: 'NYC Department of Small Business Services', level: null, url: 'https://www.nyc.gov/sbs' },
  licence: 'NYC Open Data terms of use',
  every: 'week',
  layout: 'unverified',
  coverage: 'Certified firms only. Files before account numbers are keyed by the vendor’s name.',
  recordClass: 'government_vendor',
  publishes: { formedDate: true },
  expect: { min: 5_000, filled: { type: 0.95 } },
  ...VENDOR_COLUMNS,
  record: (row) => {
    const name = row.need('vendor_formal_name');
    const subjectType = subjectTypeOfName(name);
    return {
      ...numberedOrNamed(row.take('account_number'), name),
      name,
      otherNames: assumedNames(name, row.take('vendor_dba')),
      subjectType,
      type: row.take('certification'),
      ...LISTED,
      formedDate: portalDate(row.take('date_of_establishment')),
      principalAddress: addressIn(row, subjectType, ['address1', 'address2'], 'city', 'state', 'zip'),
      officers: contactOf(row),
      filings: certificationsOf(row),
    };
  },
});
