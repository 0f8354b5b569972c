import type { Included } from '../../../contract/records/enrichment.js';
import { REPORT_DATASETS, type ReportDocument, reportsOf } from '../../../domain/records/report-document.js';
import { type ReturnDocument, returnsOf } from '../../../domain/records/return-document.js';
import { SEC_FILERS, SEC_SOURCES } from '../../../domain/sec/sec.js';
import type { DatasetRecord } from '../../../store/store.js';
import {
  type Enrichment,
  type Outcome,
  pageOf,
  resultOf,
  type Subject,
  summaryOf,
  wasSearched,
} from './declare.js';
import { whyNone } from './linked.js';
import { numbersOf, type SubjectNumbers, valuesOf } from './numbers.js';

const RETURNS = 'us_irs_form_990';
/** A body has a return for each year and at most a few reports for each quarter. */
const MAX_RECORDS = 2_000;

type Return = NonNullable<Included['financials']['irs']>['items'][number];

/** Found by the EIN and the CIK of the record, of records joined to it by numbers, and of its links. */
export const financials: Enrichment<'financials'> = {
  token: 'financials',
  datasets: [RETURNS, SEC_FILERS],
  load: async (subject) => {
    const numbers = await numbersOf(subject);
    const [irs, sec] = await Promise.all([returnsIn(subject, numbers), reportsIn(subject, numbers)]);
    const parts = { irs: resultOf(irs), sec: resultOf(sec) };
    const value: Included['financials'] = {
      ...(wasSearched(irs) && { irs: { items: pageOf(irs.items, subject), totalCount: irs.items.length } }),
      ...(wasSearched(sec) && {
        sec: {
          items: pageOf(sec.items, subject).map(({ document, dataset }) => ({
            ...(JSON.parse(document) as ReportDocument),
            dataset,
          })),
          totalCount: sec.items.length,
        },
      }),
    };
    const hasItems = irs.items.length + sec.items.length > 0;
    return { ...summaryOf(Object.values(parts)), parts, ...(hasItems && { value }) };
  },
};

interface Found<Item> extends Outcome {
  readonly items: readonly Item[];
}

/** Latest period first. Of one period the return filed last, then those that it replaces. */
async function returnsIn(subject: Subject, numbers: SubjectNumbers): Promise<Found<Return>> {
  const eins = valuesOf('ein', numbers);
  const found = await recordsBy(subject, RETURNS, eins.map(returnsOf), (run) =>
    whyNone(subject, RETURNS, run),
  );
  const returns = found.items
    .map(({ document }) => JSON.parse(document) as ReturnDocument)
    .filter(({ filed }) => isFiled(filed, subject))
    .sort(
      (one, other) =>
        (other.periodEnd ?? '').localeCompare(one.periodEnd ?? '') ||
        other.filedAt.localeCompare(one.filedAt),
    );
  const latest = new Map<string, ReturnDocument>();
  for (const one of returns) {
    const period = `${one.ein} ${one.periodEnd}`;
    if (!latest.has(period)) latest.set(period, one);
  }
  const items = returns.map((one): Return => {
    const { filedAt: _filedAt, related: _related, ...shown } = one;
    return { ...shown, replaced: latest.get(`${one.ein} ${one.periodEnd}`) !== one };
  });
  return { ...found, outcome: outcomeOf(found, items), items };
}

type Report = DatasetRecord & { readonly dataset: (typeof REPORT_DATASETS)[number] };

/** Newest first. A filing in both data sets is listed once. */
async function reportsIn(subject: Subject, numbers: SubjectNumbers): Promise<Found<Report>> {
  const parties = valuesOf('cik', numbers).map(reportsOf);
  const all = await Promise.all(
    REPORT_DATASETS.map(async (dataset) => ({
      dataset,
      found: await recordsBy(subject, dataset, parties, () => whyNoFiler(subject)),
    })),
  );
  const loaded = all.filter(({ found }) => found.outcome !== 'not_loaded');
  const reports = new Map<string, Report>();
  for (const { dataset, found } of loaded) {
    for (const record of found.items) {
      const accession = record.key.slice(record.key.indexOf(' ') + 1);
      if (isFiled(record.date, subject) && !reports.has(accession))
        reports.set(accession, { ...record, dataset });
    }
  }
  const items = [...reports.values()].sort((one, other) => other.date.localeCompare(one.date));
  const [first = all[0]] = loaded;
  const dates = loaded.flatMap(({ found }) => found.asOf ?? []);
  const { outcome, possible } = first?.found ?? { outcome: 'not_loaded' };
  return {
    outcome: outcomeOf({ outcome }, items),
    asOf: dates.sort()[0] ?? null,
    items,
    ...(possible && { possible }),
  };
}

async function recordsBy(
  { dependencies: { catalog } }: Subject,
  dataset: string,
  parties: readonly string[],
  why: (run: number) => Promise<Pick<Outcome, 'outcome' | 'possible'>>,
): Promise<Found<DatasetRecord>> {
  const state = await catalog.datasets.state(dataset);
  if (state === undefined) return { outcome: 'not_loaded', asOf: null, items: [] };
  const asOf = state.publishedAt;
  if (parties.length === 0) return { ...(await why(state.run)), asOf, items: [] };
  const { records } = await catalog.datasets.getPartyRecords(dataset, parties, MAX_RECORDS);
  return { outcome: 'found', asOf, items: records };
}

/** Filers are linked by their names only if they are loaded. */
async function whyNoFiler(subject: Subject): Promise<Pick<Outcome, 'outcome' | 'possible'>> {
  const { catalog } = subject.dependencies;
  const states = await Promise.all(SEC_SOURCES.map((source) => catalog.datasets.state(source)));
  const runs = states.flatMap((state) => state?.run ?? []);
  return runs.length === 0 ? { outcome: 'none' } : await whyNone(subject, SEC_FILERS, Math.max(...runs));
}

/** `found` with no items is `none`; the other outcomes stay. */
function outcomeOf({ outcome }: Pick<Outcome, 'outcome'>, items: readonly unknown[]): Outcome['outcome'] {
  return outcome === 'found' && items.length === 0 ? 'none' : outcome;
}

/** With `at`, what was filed by that day; a return without a day cannot be told to be. */
function isFiled(filed: string | null, { at }: Subject): boolean {
  return at === null || (filed !== null && filed <= at);
}
