import { personName } from '../../../domain/people/person-name.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { socrataFiles } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import {
  distinctKeys,
  distinctParties,
  type LienPartyParts,
  linkedParty,
  shownParty,
} from '../../support/liens.js';
import { dateIn } from '../../support/values.js';
import { CT_UCC_FILING } from '../keys.js';

const COLUMNS = columns(
  'id_lien_flng_nbr id_ucc_flng_nbr lien_status cd_flng_type debtor_nm_last debtor_nm_suff debtor_nm_first debtor_nm_mid',
  'debtor_nm_bus debtor_ad_str1 debtor_ad_str2 debtor_ad_city debtor_ad_state debtor_ad_zip sec_party_nm_last',
  'sec_party_nm_suff sec_party_nm_first sec_party_nm_mid sec_party_nm_bus sec_party_ad_str1 sec_party_ad_str2',
  'sec_party_ad_city sec_party_ad_state sec_party_ad_zip dt_lapse dt_accept',
);
type LienRow = Row<(typeof COLUMNS)[number]>;

/** One row for each pairing of a filing, a debtor and a secured party; one filing is one record. */
export const usCtUcc = defineDataset({
  id: 'us_ct_ucc',
  title: 'Connecticut UCC lien filings',
  agency: { name: 'Connecticut Secretary of the State', level: 'state', url: 'https://business.ct.gov' },
  licence: 'public domain',
  every: 'day',
  fetch: socrataFiles('data.ct.gov', 'xfev-8smz'),
  layout: 'verified',
  coverage: 'Active filings and those lapsed less than a year ago; also IRS and other liens. No collateral.',
  states: ['CT'],
  delivery: 'snapshot',
  expect: { min: 500_000 },
  main: 'liens',
  tables: {
    liens: {
      format: { kind: 'portal' },
      columns: COLUMNS,
      ignore: columns('tx_lien_descript debtor_nm_pref sec_party_nm_pref cd_volume cd_start_page qt_pages'),
      groupBy: 'id_ucc_flng_nbr',
      keys: { id_ucc_flng_nbr: CT_UCC_FILING },
    },
  },
  record: (group) => {
    const rows = group.all('liens');
    const [row] = rows;
    if (row === undefined) return undefined;
    const debtors = rows.map((one) => partsOf(one, 'debtor'));
    const secured = rows.map((one) => partsOf(one, 'sec_party'));
    const filedDate = dateIn(row, 'dt_accept') ?? null;
    return {
      key: group.key,
      date: filedDate ?? '',
      document: {
        filingNumber: group.key,
        lien: row.take('id_lien_flng_nbr') ?? null,
        type: row.take('cd_flng_type') ?? null,
        status: row.take('lien_status') ?? null,
        filedDate,
        lapseDate: dateIn(row, 'dt_lapse') ?? null,
        debtors: distinctParties(debtors.flatMap((parts) => shownParty(parts) ?? [])),
        securedParties: distinctParties(secured.flatMap((parts) => shownParty(parts) ?? [])),
        collateral: null,
      },
      parties: distinctKeys(debtors.flatMap((parts) => linkedParty(parts) ?? [])),
    };
  },
});

/** A person's whole name may be in the last-name column. */
function partsOf(row: LienRow, party: 'debtor' | 'sec_party'): LienPartyParts {
  return {
    organization: row.take(`${party}_nm_bus`),
    person: personName({
      first: row.take(`${party}_nm_first`),
      middle: row.take(`${party}_nm_mid`),
      last: row.take(`${party}_nm_last`),
      suffix: row.take(`${party}_nm_suff`),
    }),
    street: [row.take(`${party}_ad_str1`), row.take(`${party}_ad_str2`)],
    city: row.take(`${party}_ad_city`),
    state: row.take(`${party}_ad_state`),
    zip: row.take(`${party}_ad_zip`),
  };
}
