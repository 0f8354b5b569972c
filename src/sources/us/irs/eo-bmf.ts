import type { TypeClass } from '../../../contract/vocabulary.js';
import { isFormAlone } from '../../../domain/business-names/legal-forms.js';
import type { OtherName } from '../../../domain/entity.js';
import { searchText } from '../../../domain/names.js';
import { nonprofitProminence } from '../../../domain/nonprofit-prominence.js';
import { isPlaceholder } from '../../../domain/placeholder.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import { defineSource, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { amountIn } from '../../support/values.js';
import { EIN } from '../keys.js';
import { addressIn, LISTED } from '../parts.js';

const REGIONS = [1, 2, 3, 4];

export const usIrsEoBmf = defineSource({
  id: 'us_irs_eo_bmf',
  title: 'IRS Exempt Organizations Business Master File',
  agency: {
    name: 'Internal Revenue Service',
    level: 'federal',
    url: 'https://www.irs.gov/charities-non-profits',
  },
  licence: 'public domain',
  every: 'month',
  fetch: {
    kind: 'urls',
    urls: REGIONS.map((region) => `https://www.irs.gov/pub/irs-soi/eo${region}.csv`),
    host: 'www.irs.gov',
    perSecond: 1,
  },
  layout: 'verified',
  coverage:
    'Organizations that are exempt now; one whose exemption is revoked disappears. The state is that of the mailing ' +
    'address, for a trust often its bank’s. A name of 70 characters may be cut.',
  recordClass: 'federal_registration',
  idScheme: 'bulk',
  state: null,
  publishes: { formedDate: false, filings: false },
  heldBy: { officers: 'us_irs_form_990' },
  activeOnly: true,
  completeByState: true,
  expect: { min: 1_500_000, filled: { type: 0.99, principalAddress: 0.95 } },
  columns: columns('ein name street city state zip group subsection sort_name'),
  // Only the order of search results depends on them.
  optional: columns('affiliation asset_amt'),
  keys: { ein: EIN },
  // `ico` is a person in whose care mail goes. Amounts and codes belong to the nonprofit enrichment.
  ignore: columns(
    'ico classification ruling deductibility foundation activity organization status tax_period asset_cd',
    'income_cd filing_req_cd pf_filing_req_cd acct_pd income_amt revenue_amt ntee_cd',
  ),
  record: (row) => {
    const ein = row.need('ein');
    const name = row.need('name');
    return {
      key: ein,
      name,
      otherNames: otherNamesOf(row, name),
      state: stateCode(row.take('state')) ?? null,
      ...typeOf(row),
      // An organization in the file is in force, under any code.
      ...LISTED,
      prominence: nonprofitProminence(row.take('affiliation'), amountIn(row, 'asset_amt')),
      principalAddress: addressIn(row, 'organization', ['street'], 'city', 'state', 'zip'),
      identifiers: [{ scheme: 'ein', value: ein.replace(/^(\d{2})(\d{7})$/, '$1-$2') }],
      linkKeys: [{ scheme: 'ein', value: ein }],
    };
  },
});

/**
 * A subordinate has its parent's name. Its sort name distinguishes it, mostly by county, school or town, so
 * it only counts after the parent's name.
 */
function otherNamesOf(row: Row<'group' | 'sort_name'>, name: string): OtherName[] {
  const line = row.take('sort_name');
  const subordinate = isSubordinate(row.take('group'));
  if (line === undefined || !isName(line)) return [];
  return [{ name: subordinate ? `${name} ${line}` : line, kind: 'sort' }];
}

/**
 * A lodge number (`9 681047260418`) is not a name, nor is a legal form cut from a long name (`INC`), nor
 * `NONE`.
 */
export function isName(line: string): boolean {
  return /\p{L}{3}/u.test(line) && !isFormAlone(searchText(line)) && !isPlaceholder(line);
}

/** `GROUP`: the number of the group exemption, `0000` for a body with an exemption of its own. */
export function isSubordinate(group: string | undefined): boolean {
  return group !== undefined && !/^0*$/.test(group);
}

/** Codes up to 29 are paragraphs of section 501(c). Unknown codes are unchanged. */
function typeOf(row: Row<'subsection'>): { readonly type: string; readonly typeClass: TypeClass } {
  const code = row.need('subsection');
  const type = /^(0[1-9]|[12]\d)$/.test(code) ? `501(c)(${Number(code)})` : SUBSECTIONS.get(code);
  if (type === undefined) row.unknown('subsection', code);
  return { type: type ?? `Subsection ${code}`, typeClass: code === '92' ? 'trust' : 'nonprofit' };
}

/** The IRS's list. The codes 00, 82 and 91 occur in its files and are not on it. */
const SUBSECTIONS: ReadonlyMap<string, string> = new Map([
  ['40', '501(d)'],
  ['50', '501(e)'],
  ['60', '501(f)'],
  ['70', '501(k)'],
  ['71', '501(n)'],
  ['81', '529'],
  ['92', '4947(a)(1) trust'],
]);
