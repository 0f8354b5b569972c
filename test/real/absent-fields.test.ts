import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXPLAINED_FIELDS, type ExplainedField } from '../../src/domain/absence.js';
import { toEntityRow } from '../../src/ingest/map/entity-row.js';
import type { EntitySource } from '../../src/sources/declare/index.js';
import { SOURCES } from '../../src/sources/index.js';
import { readDrafts } from '../sources/read-source.js';
import { withoutRealData } from '../support/real-data.js';
import { federal, portal, state, write } from './real-files.js';

const skip = withoutRealData('why fields are absent, on real files');

/** Rows of a document that holds them among other things, as the portal would give them. */
function rowsIn(path: string, pick: (document: never) => readonly object[]): string {
  const rows = pick(JSON.parse(readFileSync(path, 'utf8')) as never);
  return write('rows.json', JSON.stringify(rows.map((row) => ({ ...row, _from: undefined }))));
}

/** Every entity source of which there are rows of the publisher. */
const FILES: Readonly<Record<string, () => readonly string[]>> = {
  us_ak_corporations: () => [state('docs', 'firstrows_ak_corporations.csv')],
  us_co_business_entities: () => [
    rowsIn(state('samples', 'co_4ykn-tg5h_partial.json'), ({ a, b, c }: Record<string, object[]>) =>
      [a, b, c].flatMap((rows) => rows ?? []),
    ),
  ],
  us_ct_business_registry: () => [state('docs', 'firstrows_ct_business.csv')],
  us_ct_licenses: () => [portal('data.ct.gov', 'ngch-56tr')],
  us_fl_corporations: () => [state('fl', '20230929c-first1200.txt')],
  us_fmcsa_carriers: () => [federal('fmcsa', 'active_fmcsa_records_2024-09.csv')],
  us_ia_business_entities: () => [portal('data.iowa.gov', 'ez5t-3qay')],
  us_il_chicago_business_licenses: () => [
    state('city', 'chicago_Business_Licenses_r5kz-chrr_2016_austin_subset.csv.gz'),
  ],
  us_il_professional_licenses: () => [state('docs', 'firstrows_il_licenses.csv')],
  us_irs_eo_bmf: () => [federal('irs_bmf', 'eo_ak.csv.gz')],
  us_md_mbe: () => [portal('data.maryland.gov', 'viap-eh6m')],
  us_ny_active_corporations: () => [
    state('ny', 'nycdb_dos_active_corporations_n9v6-gdp6.csv'),
    portal('data.ny.gov', 'n9v6-gdp6'),
  ],
  us_ny_ida_awards: () => [portal('data.ny.gov', 'rerf-sf77')],
  us_ny_nyc_mwbe: () => [portal('data.cityofnewyork.us', 'ci93-uc8s')],
  us_or_active_businesses: () =>
    ['vt5w-tv2x', '8kyv-b2kw', 'esjy-u4fc'].map((dataset) => portal('data.oregon.gov', dataset)),
  us_pa_registered_businesses: () => [
    rowsIn(state('samples', 'pa_xvd7-5r2c.json'), ({ rows }: { rows: object[] }) => rows),
  ],
  us_sam_entities: () => [federal('sam', 'SAM_PUBLIC_V2_3rec_20260906.dat')],
  us_tx_franchise_taxpayers: () => [
    rowsIn(state('samples', 'tx_9cir-efmm.json'), ({ rows }: { rows: object[] }) => rows),
  ],
  us_tx_tdlr_licenses: () => [state('docs', 'firstrows_tx_licenses.csv')],
  us_usaspending_assistance: () => [federal('usaspending', 'assistance_prime_transactions_sample.csv')],
  us_wa_contractors: () => [portal('data.wa.gov', 'm8qx-ubtq'), portal('data.wa.gov', '4xk5-x9j6')],
  us_wa_webs_vendors: () => [portal('data.wa.gov', '3kwi-7zsj')],
};

/** Fields that the publisher has columns for, blank in each of the few rows at hand. */
const BLANK_IN_THESE_ROWS: Readonly<Record<string, readonly ExplainedField[]>> = {
  // Filed on one day of September 2023, before their first annual report.
  us_fl_corporations: ['filings'],
  // The contacts of these three registrations were left out of the file.
  us_sam_entities: ['officers'],
  // Three auctioneers who hold a licence under their own names, without a place of business.
  us_tx_tdlr_licenses: ['principalAddress', 'officers'],
};

const ENTITIES = SOURCES.filter(
  (source) => source.kind === 'entities' && source.id in FILES,
) as EntitySource[];

/** The fields that some record has, and the reasons of those that some lacks. */
async function fieldsOf(source: EntitySource) {
  const { drafts, warnings } = await readDrafts(source, FILES[source.id]?.() ?? []);
  const filled = new Set<ExplainedField>();
  const reasons: [ExplainedField, string][] = [];
  for (const draft of drafts) {
    const absent = JSON.parse(toEntityRow(source, draft).absent) as Partial<Record<ExplainedField, string>>;
    for (const field of EXPLAINED_FIELDS) {
      const reason = absent[field];
      if (reason === undefined) filled.add(field);
      else reasons.push([field, reason]);
    }
  }
  return { count: drafts.length, filled, reasons, warned: new Set(Object.keys(warnings)) };
}

/** Fields that another table or data set of the publisher holds which is not loaded here. */
function notLoaded(source: EntitySource, warned: ReadonlySet<string>): ReadonlySet<string> {
  const tables = Object.entries(source.tables).flatMap(([table, { holds = [], carries = {} }]) => [
    ...holds.filter(() => warned.has(`companion_not_loaded: ${table}`)),
    ...Object.keys(carries).filter((field) => warned.has(`field_not_loaded: ${table}.${field}`)),
  ]);
  return new Set([...tables, ...Object.keys(source.heldBy ?? {})]);
}

describe.skipIf(skip)('what a source says that it does not publish, on real files', () => {
  test.each(ENTITIES)('$id: no record has it, and what no record has is explained', async (source) => {
    const { count, filled, reasons, warned } = await fieldsOf(source);
    expect(count).toBeGreaterThan(0);
    const publishes = source.publishes as Readonly<Partial<Record<ExplainedField, boolean | 'withheld'>>>;
    const declared = EXPLAINED_FIELDS.filter((field) =>
      [false, 'withheld'].includes(publishes[field] ?? true),
    );
    expect(declared.filter((field) => filled.has(field))).toEqual([]);

    const elsewhere = notLoaded(source, warned);
    const unexplained = reasons
      .filter(
        ([field, reason]) => !filled.has(field) && reason === 'blank_at_source' && !elsewhere.has(field),
      )
      .map(([field]) => field);
    expect(new Set(unexplained)).toEqual(new Set(BLANK_IN_THESE_ROWS[source.id]));
  });
});
