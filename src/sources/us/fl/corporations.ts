import { oneLineAddress } from '../../../domain/places/addresses.js';
import { monthFirstDate } from '../../../domain/time/dates.js';
import { defineSource } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { FL_DOCUMENT } from '../keys.js';
import * as layout from './corporate-layout.js';
import { statusOf, typeOf } from './filing-types.js';
import { agentOf, annualReportOf, officerOf } from './record-parts.js';
import { FLORIDA_LOGIN } from './sftp-login.js';

export const usFlCorporations = defineSource({
  id: 'us_fl_corporations',
  title: 'Florida Corporations',
  agency: {
    name: 'Florida Division of Corporations (Sunbiz)',
    level: 'state',
    url: 'https://dos.fl.gov/sunbiz',
  },
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'sftp',
    login: FLORIDA_LOGIN,
    whole: 'doc/quarterly/cor/cordata.zip',
    daily: { folder: 'doc/cor', ending: 'c.txt' },
  },
  layout: 'verified',
  coverage:
    'All entities, at most six officers and three annual reports each. Daily files hold changes only.',
  recordClass: 'registry_entity',
  idScheme: 'bulk',
  state: 'FL',
  publishes: {},
  expect: { min: 10_000_000, filled: { status: 0.99, type: 0.9, formedDate: 0.9, registeredAgent: 0.5 } },
  format: {
    kind: 'fixed',
    length: layout.RECORD_LENGTH,
    fields: layout.CORPORATE_FIELDS,
    encoding: 'latin1',
  },
  columns: layout.CORPORATE_COLUMNS,
  keys: { cor_number: FL_DOCUMENT },
  record: (row) => {
    const key = row.need('cor_number');
    const type = typeOf(row, key);
    const ein = employerNumber(row.take('fei_number'));
    return {
      key,
      name: row.need('cor_name'),
      ...type,
      ...statusOf(row),
      // May lie in the future: a filing can name a later day from which it takes effect.
      ...formationOf(
        dateIn(row, 'file_date', monthFirstDate),
        isForeignType(type.type) || key.startsWith('F'),
      ),
      registeredAgent: agentOf(row),
      principalAddress: oneLineAddress({
        street: [row.take('princ_add_1'), row.take('princ_add_2')],
        city: row.take('princ_city'),
        state: row.take('princ_state'),
        zip: row.take('princ_zip'),
        country: row.take('princ_country'),
      }),
      officers: layout.OFFICERS.flatMap((officer) => officerOf(row, officer)),
      filings: layout.REPORTS.flatMap((report) => annualReportOf(row, report)),
      linkKeys: ein === undefined ? [] : [{ scheme: 'ein', value: ein }],
    };
  },
});
