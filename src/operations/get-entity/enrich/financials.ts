import type { Included } from '../../../contract/records/enrichment.js';
import { PLANS, type PlanDocument, sponsorOf } from '../../../domain/records/plan-document.js';
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
type Plan = NonNullable<Included['financials']['dol']>['items'][number];

/** Found by the EIN and the CIK of the record, of records joined to it by numbers, and of its links. */
export const financials: Enrichment<'financials'> = {
  token: 'financials',
  datasets: [RETURNS, SEC_FILERS],
  load: async (subject) => {
    const numbers = await numbersOf(subject);
    const [irs, sec, dol] = await Promise.all([
      returnsIn(subject, numbers),
      reportsIn(subject, numbers),
      plansIn(subject, numbers),
    ]);
    const parts = { irs: resultOf(irs), sec: resultOf(sec), dol: resultOf(dol) };
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
      ...(wasSearched(dol) && { dol: { items: pageOf(dol.items, subject), totalCount: dol.items.length } }),
    };
    const hasItems = [irs, sec, dol].some(({ items }) => items.length > 0);
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
  const isReplaced = replacedAmong(returns, ({ ein, periodEnd }) => `${ein} ${periodEnd}`);
  const items = returns.map((one): Return => {
    const { filedAt: _filedAt, related: _related, ...shown } = one;
    return { ...shown, replaced: isReplaced(one) };
  });
  return { ...found, outcome: outcomeOf(found, items), items };
}

/** Latest plan year first, then the plan with most active participants; of one plan and year the filing received last. */
async function plansIn(subject: Subject, numbers: SubjectNumbers): Promise<Found<Plan>> {
  const eins = valuesOf('ein', numbers);
  const found = await recordsBy(subject, PLANS, eins.map(sponsorOf), async () => ({ outcome: 'none' }));
  const plans = found.items
    .map(({ key, document }) => ({ acknowledgment: key, ...(JSON.parse(document) as PlanDocument) }))
    .filter(({ filed }) => isFiled(filed, subject))
    .sort(
      (one, other) =>
        (other.yearEnd ?? '').localeCompare(one.yearEnd ?? '') ||
        (other.activeParticipants ?? -1) - (one.activeParticipants ?? -1) ||
        (other.filed ?? '').localeCompare(one.filed ?? '') ||
        other.acknowledgment.localeCompare(one.acknowledgment),
    );
  const byFiling = plans.toSorted(
    (one, other) =>
      (other.filed ?? '').localeCompare(one.filed ?? '') ||
      other.acknowledgment.localeCompare(one.acknowledgment),
  );
  const isReplaced = replacedAmong(
    byFiling,
    ({ ein, planNumber, yearEnd }) => `${ein} ${planNumber} ${yearEnd}`,
  );
  const items = plans.map((plan) => ({ ...plan, replaced: isReplaced(plan) }));
  return { ...found, outcome: outcomeOf(found, items), items };
}

/** Of the filings for one period, all but the first are replaced. */
function replacedAmong<Filing>(
  filings: readonly Filing[],
  periodOf: (filing: Filing) => string,
): (filing: Filing) => boolean {
  const latest = new Map<string, Filing>();
  for (const filing of filings) {
    const period = periodOf(filing);
    if (!latest.has(period)) latest.set(period, filing);
  }
  return (filing) => latest.get(periodOf(filing)) !== filing;
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
