import { isPlaceholder } from '../../../domain/placeholder.js';
import type { PartyName } from '../../../domain/records/dataset.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { partyAddress } from '../../support/parties.js';
import { amountIn, dateFrom } from '../../support/values.js';
import { EIN } from '../keys.js';
import { isName, isSubordinate, usIrsEoBmf } from './eo-bmf.js';

const { agency, licence, every, fetch, layout, coverage } = usIrsEoBmf;

/** The facts of the Business Master File beyond the record that `us_irs_eo_bmf` makes of the same files. */
export const usIrsExemptOrganizations = defineDataset({
  id: 'us_irs_exempt_organizations',
  title: 'IRS Exempt Organizations Business Master File, nonprofit data',
  ...{ agency, licence, every, fetch, layout, ...(coverage !== undefined && { coverage }) },
  filesOf: usIrsEoBmf.id,
  delivery: 'snapshot',
  expect: { min: 1_500_000 },
  main: 'organizations',
  tables: {
    organizations: {
      format: { kind: 'portal' },
      columns: columns(
        'ein name ico street city state zip group subsection ruling asset_amt income_amt ntee_cd sort_name tax_period',
      ),
      keys: { ein: EIN },
      ignore: columns(
        'affiliation classification deductibility foundation activity organization status asset_cd income_cd',
        'filing_req_cd pf_filing_req_cd acct_pd revenue_amt',
      ),
    },
  },
  record: (group) => {
    const row = group.one('organizations');
    if (row === undefined) return undefined;
    const ein = row.need('ein');
    const state = row.take('state');
    // `% ELIZABETH H CASEY`: in whose care mail goes.
    const careOf = row.take('ico')?.replace(/^%\s*/, '');
    const period = monthIn(row, 'tax_period');
    return {
      key: ein,
      scope: state ?? '',
      document: {
        ein: `${ein.slice(0, 2)}-${ein.slice(2)}`,
        nteeCode: row.take('ntee_cd') ?? null,
        income: amountIn(row, 'income_amt'),
        assets: amountIn(row, 'asset_amt'),
        taxPeriod: period ?? null,
        rulingDate: monthIn(row, 'ruling')?.replace('-', '') ?? null,
        subsectionCode: row.take('subsection') ?? null,
      },
      parties: [
        {
          key: `ein:${ein}`,
          names: namesOf(row.need('name'), row.take('sort_name'), isSubordinate(row.take('group'))),
          address: partyAddress({
            street: [row.take('street')],
            city: row.take('city'),
            state,
            zip: row.take('zip')?.replace(/-0000$/, ''),
          }),
          ...(careOf !== undefined && { people: [careOf] }),
          identifiers: [{ scheme: 'ein', value: ein }],
          ...(period !== undefined && { activeYear: Number(period.slice(0, 4)) }),
        },
      ],
    };
  },
});

/** `YYYY-MM` from `YYYYMM`; zeros mean blank. */
function monthIn(row: Row<'tax_period' | 'ruling'>, column: 'tax_period' | 'ruling'): string | undefined {
  const firstDay = (month: string) => yearFirstDate(`${month}01`);
  return dateFrom(column, row.take(column), (code, detail) => row.report(code, detail), firstDay)?.slice(
    0,
    7,
  );
}

/**
 * A lodge number (`9 681047260418`) is not a name, but distinguishes lodges. A subordinate's second line is
 * not a name either: it is the county, school or town that it serves.
 */
function namesOf(name: string, sort: string | undefined, subordinate: boolean): PartyName[] {
  if (sort === undefined || isPlaceholder(sort)) return [{ text: name, kind: 'current' }];
  const joined: readonly PartyName[] = [
    { text: name, kind: 'current' },
    { text: `${name} ${sort}`, kind: 'joined' },
  ];
  const standsAlone = !subordinate && isName(sort);
  return standsAlone ? [...joined, { text: sort, kind: 'sort' }] : [...joined];
}
