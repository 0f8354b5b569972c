import { monthFirstDate } from '../../../domain/time/dates.js';
import { defineSource, type Row } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';
import { dateIn } from '../../support/values.js';
import { FL_DOCUMENT } from '../keys.js';
import { addressIn, event, granted } from '../parts.js';
import { statusOfCode } from '../words.js';
import * as layout from './fictitious-layout.js';
import { FLORIDA_LOGIN } from './sftp-login.js';

/**
 * A business name and up to ten owners. The positions add up to the published length; no raw record was at hand.
 * Unverified: that dates are MMDDYYYY as in the corporate files, every status but `A`, and how a person's name is
 * laid out in its 55 characters (shown as it stands, runs of blanks closed).
 */
export const usFlFictitiousNames = defineSource({
  id: 'us_fl_fictitious_names',
  title: 'Florida Fictitious Names',
  agency: {
    name: 'Florida Division of Corporations (Sunbiz)',
    level: 'state',
    url: 'https://dos.fl.gov/sunbiz',
  },
  licence: 'public domain',
  every: 'quarter',
  fetch: { kind: 'sftp', login: FLORIDA_LOGIN, whole: 'doc/quarterly/fic/ficdata.zip' },
  layout: 'unverified',
  coverage:
    'Fictitious names and at most ten owners each. The street of a name that a person owns is not kept.',
  recordClass: 'name_registration',
  idScheme: 'bulk',
  state: 'FL',
  publishes: { type: false },
  expect: { min: 500_000, filled: { status: 0.95, officers: 0.8 } },
  format: {
    kind: 'fixed',
    length: layout.RECORD_LENGTH,
    fields: layout.FICTITIOUS_FIELDS,
    encoding: 'latin1',
  },
  columns: layout.FICTITIOUS_COLUMNS,
  keys: { doc_num: FL_DOCUMENT },
  record: (row) => {
    const owners = layout.OWNERS.flatMap((owner) => ownerOf(row, owner));
    const subject = owners.some(({ isPerson }) => isPerson) ? 'person' : 'organization';
    const ein = employerNumber(row.take('fei_num'));
    const filed = dateIn(row, 'filing_date', monthFirstDate);
    return {
      key: row.need('doc_num'),
      name: row.need('name'),
      ...statusOfCode(row, 'status', { A: ['Active', 'active'] }),
      formedDate: filed,
      principalAddress: addressIn(row, subject, ['addr1', 'addr2'], 'city', 'state', 'zip', 'country'),
      officers: owners.map(({ name }) => ({ name, title: 'Owner' })),
      filings: [
        ...event('Cancellation', dateIn(row, 'cancellation_date', monthFirstDate)),
        ...granted('Registration', filed, dateIn(row, 'expiration_date', monthFirstDate)),
      ],
      linkKeys: ein === undefined ? [] : [{ scheme: 'ein', value: ein }],
    };
  },
});

function ownerOf(row: Row<layout.FictitiousField>, owner: (typeof layout.OWNERS)[number]) {
  const isPerson = row.take(`own${owner}_name_format`) === 'P';
  const name = row.take(`own${owner}_name`)?.replace(/ {2,}/g, ' ');
  return name === undefined ? [] : [{ name, isPerson }];
}
