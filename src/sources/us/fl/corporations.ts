import type { Activity, TypeClass } from '../../../contract/vocabulary.js';
import type { EntityFiling, Officer, RegisteredAgent } from '../../../domain/entity.js';
import { positionalPersonName } from '../../../domain/people/person-name.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import { monthFirstDate } from '../../../domain/time/dates.js';
import { defineSource, type Row } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { FL_DOCUMENT } from '../keys.js';
import type { CorporateField, OFFICERS, REPORTS } from './corporate-layout.js';
import * as layout from './corporate-layout.js';
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

function typeOf(row: Row<'cor_filing_type'>, key: string) {
  const code = row.take('cor_filing_type') ?? TYPE_BY_PREFIX.get(key.charAt(0));
  const [type, typeClass] = FILING_TYPES.get(code ?? '') ?? [];
  if (code !== undefined && type === undefined) row.unknown('cor_filing_type', code);
  return { type: type ?? code, typeClass };
}

function statusOf(row: Row<'cor_status'>): {
  status: string | undefined;
  activity: Activity | undefined;
} {
  const code = row.take('cor_status');
  if (code === 'A') return { status: 'Active', activity: 'active' };
  if (code === 'I') return { status: 'Inactive', activity: 'inactive' };
  if (code !== undefined) row.unknown('cor_status', code);
  return { status: code, activity: undefined };
}

/** The Division's filing types, in the words in which its own search page shows them. */
const FILING_TYPES: ReadonlyMap<string, readonly [type: string, typeClass: TypeClass]> = new Map([
  ['DOMP', ['Florida Profit Corporation', 'corporation']],
  ['DOMNP', ['Florida Not For Profit Corporation', 'nonprofit']],
  ['FORP', ['Foreign Profit Corporation', 'corporation']],
  ['FORNP', ['Foreign Not For Profit Corporation', 'nonprofit']],
  ['DOMLP', ['Florida Limited Partnership', 'lp']],
  ['FORLP', ['Foreign Limited Partnership', 'lp']],
  ['FLAL', ['Florida Limited Liability Company', 'llc']],
  ['FORL', ['Foreign Limited Liability Company', 'llc']],
  ['NPREG', ['Registered Not For Profit', 'nonprofit']],
  ['TRUST', ['Declaration of Trust', 'trust']],
  ['AGENT', ['Designation of Registered Agent', 'other']],
]);

/**
 * The type by the first letter of a document number, if the type is blank. Seen on 3,293 real numbers; F is left
 * out because it stands for foreign corporations of both kinds.
 */
const TYPE_BY_PREFIX: ReadonlyMap<string, string> = new Map([
  ['P', 'DOMP'],
  ['N', 'DOMNP'],
  ['A', 'DOMLP'],
  ['B', 'FORLP'],
  ['L', 'FLAL'],
  ['M', 'FORL'],
]);

type CorporateRow = Row<CorporateField>;

function agentOf(row: CorporateRow): RegisteredAgent | undefined {
  const name = nameOf(row, 'ra_name_type', 'ra_name');
  const address = oneLineAddress({
    street: row.take('ra_add_1'),
    city: row.take('ra_city'),
    state: row.take('ra_state'),
    zip: [row.take('ra_zip5'), row.take('ra_zip4')].filter((part) => part !== undefined).join('-'),
  });
  return name === undefined ? undefined : { name, address: address ?? null };
}

function officerOf(row: CorporateRow, officer: (typeof OFFICERS)[number]): readonly Officer[] {
  const code = row.take(`princ${officer}_title`);
  const title = code === undefined ? null : officerTitle(code);
  const name = nameOf(row, `princ${officer}_name_type`, `princ${officer}_name`);
  return name === undefined ? [] : [{ name, title }];
}

function annualReportOf(row: CorporateRow, report: (typeof REPORTS)[number]): readonly EntityFiling[] {
  const date = dateIn(row, `report_date_${report}`, monthFirstDate) ?? null;
  const year = row.take(`report_year_${report}`);
  const description = year === undefined || year === '0000' ? null : `Report year ${year}`;
  return date === null && description === null ? [] : [{ type: 'Annual Report', date, description }];
}

/** P is a person in positions, C free text. */
function nameOf(row: CorporateRow, typeField: CorporateField, nameField: CorporateField) {
  if (row.take(typeField) === 'P') return positionalPersonName(row.raw(nameField));
  return row.take(nameField)?.replace(/ {2,}/g, ' ');
}

/**
 * The letters and the abbreviations that the Division's own forms explain. Letters stand together for several offices:
 * `PD`, `DPST`, `VP/D`. Filers write `PRES`, `SEC`, `TREA` and `DIR` too. They write much else (`AUTH`), and `TR` for a trustee
 * as for a treasurer: that stays as it is.
 */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['P', 'President'],
  ['V', 'Vice President'],
  ['VP', 'Vice President'],
  ['S', 'Secretary'],
  ['T', 'Treasurer'],
  ['C', 'Chairman'],
  ['D', 'Director'],
  ['CEO', 'Chief Executive Officer'],
  ['CFO', 'Chief Financial Officer'],
  ['COO', 'Chief Operating Officer'],
  ['MGR', 'Manager'],
  ['MGRM', 'Managing Member'],
  ['MBR', 'Member'],
  ['AMBR', 'Authorized Member'],
  ['AP', 'Authorized Person'],
  ['AR', 'Authorized Representative'],
  ['PRES', 'President'],
  ['SEC', 'Secretary'],
  ['TREA', 'Treasurer'],
  ['TREAS', 'Treasurer'],
  ['DIR', 'Director'],
]);
const LETTERS = /^(?:VP|CEO|CFO|COO|[PVSTDC])(?:[/, ]*(?:VP|CEO|CFO|COO|[PVSTDC]))+$/;
const LETTER = /VP|CEO|CFO|COO|[PVSTDC]/g;

/** `DPST` is `Director, President, Secretary, Treasurer`. */
export function officerTitle(code: string): string {
  const upper = code.toUpperCase();
  const title = TITLES.get(upper);
  if (title !== undefined) return title;
  if (!LETTERS.test(upper)) return code;
  const offices = upper.match(LETTER) ?? [];
  return [...new Set(offices.map((office) => TITLES.get(office) ?? office))].join(', ');
}
