import {
  HEADLINE_TAGS,
  inHeadlineOrder,
  type ReportDocument,
  type ReportedFact,
  reportsOf,
} from '../../../domain/records/report-document.js';
import { defineDocumentDataset, type Warn } from '../../declare/index.js';
import { SEC, SEC_HOST } from './agency.js';
import { cikOf, isObject, listOf, textOf } from './values.js';

/**
 * Headline facts of each filing, from the company facts of its filer. Facts are grouped by the filing that states them: every
 * later filing repeats a value, and `fy` and `fp` are those of the filing, not of the value.
 */
export const usSecCompanyFacts = defineDocumentDataset({
  id: 'us_sec_company_facts',
  title: 'SEC company facts, headline facts',
  agency: SEC,
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'urls',
    urls: ['https://www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip'],
    ...SEC_HOST,
  },
  layout: 'verified',
  coverage:
    'Totals of annual and quarterly reports since 2009, up to the day before. The end of the reported period is not stated.',
  delivery: 'increment',
  expect: { min: 1 },
  format: 'json',
  records: function* (document, warn) {
    if (!isObject(document) || !isObject(document.facts)) {
      if (isObject(document) && Object.keys(document).length === 0) return;
      throw new Error('This is no document of company facts.');
    }
    const cik = cikOf(document.cik);
    if (cik === undefined) throw new Error('The company facts have no CIK.');
    for (const report of reportsIn(document.facts, String(cik), warn)) {
      yield {
        key: `${cik} ${report.accession}`,
        date: report.filed,
        document: report,
        parties: [{ key: reportsOf(report.cik), names: [] }],
      };
    }
  },
});

function reportsIn(
  facts: Readonly<Record<string, unknown>>,
  cik: string,
  warn: Warn,
): readonly ReportDocument[] {
  const reports = new Map<string, ReportDocument & { facts: ReportedFact[] }>();
  for (const [taxonomy, tag, unit, value] of headlineValues(facts)) {
    const fact = readFact(taxonomy, tag, unit, value);
    const [accession, form, filed] = [textOf(value.accn), textOf(value.form), textOf(value.filed)];
    if (fact === undefined || accession === undefined || form === undefined || !isDay(filed)) {
      warn('unreadable_fact', `${tag}: a value without number, period, filing or filing date was skipped.`);
      continue;
    }
    const known = reports.get(accession);
    const report = known ?? {
      ...{ cik, accession, form, filed, period: null },
      ...{ fiscalYear: yearOf(value.fy), fiscalPeriod: textOf(value.fp) ?? null, facts: [] },
    };
    if (known === undefined) reports.set(accession, report);
    // A frame repeats a value of the same filing.
    if (!report.facts.some((one) => isSameFact(one, fact))) report.facts.push(fact);
  }
  return [...reports.values()].map((report) => ({ ...report, facts: inHeadlineOrder(report.facts) }));
}

type Value = Readonly<Record<string, unknown>>;

function* headlineValues(
  facts: Readonly<Record<string, unknown>>,
): Iterable<readonly [taxonomy: string, tag: string, unit: string, value: Value]> {
  for (const [taxonomy, tags] of Object.entries(facts)) {
    if (!isObject(tags)) continue;
    for (const tag of HEADLINE_TAGS) {
      const concept = Object.hasOwn(tags, tag) ? tags[tag] : undefined;
      if (!isObject(concept) || !isObject(concept.units)) continue;
      for (const [unit, values] of Object.entries(concept.units)) {
        for (const value of listOf(values)) if (isObject(value)) yield [taxonomy, tag, unit, value];
      }
    }
  }
}

function readFact(
  taxonomy: string,
  tag: string,
  unit: string,
  { val: value, start, end }: Value,
): ReportedFact | undefined {
  if (typeof value !== 'number' || !isDay(end) || (start !== undefined && !isDay(start))) return undefined;
  return { tag, taxonomy, unit, end, quarters: start === undefined ? 0 : quartersIn(start, end), value };
}

const DAYS_IN_QUARTER = 365.25 / 4;

/** The length of a period in quarters, rounded as the SEC rounds it; at least 1. */
function quartersIn(start: string, end: string): number {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  return Math.max(1, Math.round(days / DAYS_IN_QUARTER));
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

function yearOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

function isSameFact(one: ReportedFact, other: ReportedFact): boolean {
  return (
    one.tag === other.tag &&
    one.taxonomy === other.taxonomy &&
    one.unit === other.unit &&
    one.end === other.end &&
    one.quarters === other.quarters &&
    one.value === other.value
  );
}
