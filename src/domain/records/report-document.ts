import { LOOKUP } from './dataset.js';

/** A value that a filing reports for the filer as a whole. */
export interface ReportedFact {
  /** Taxonomy element, such as `Assets`. */
  readonly tag: string;
  /** For example, `us-gaap/2023`. */
  readonly taxonomy: string;
  /** `USD`, `shares`, `USD/shares`. */
  readonly unit: string;
  /** Last day of the period, `YYYY-MM-DD`. */
  readonly end: string;
  /** Length of the period; 0 for a value at its end. */
  readonly quarters: number;
  readonly value: number;
}

/** The headline facts of one filing with a financial report, as stored. */
export interface ReportDocument {
  readonly cik: string;
  readonly accession: string;
  readonly form: string;
  /** `YYYY-MM-DD`. */
  readonly filed: string;
  /** End of the reported period, at the end of a month. */
  readonly period: string | null;
  readonly fiscalYear: number | null;
  /** `FY`, `Q1` and so on. */
  readonly fiscalPeriod: string | null;
  readonly facts: readonly ReportedFact[];
}

/** Stored elements: totals of the main statements, in the US GAAP, IFRS and SEC taxonomies. */
export const HEADLINE_TAGS: readonly string[] = [
  ...['Revenues', 'SalesRevenueNet', 'RevenueFromContractWithCustomerExcludingAssessedTax'],
  ...['RevenueFromContractWithCustomerIncludingAssessedTax', 'Revenue'],
  ...['GrossProfit', 'CostsAndExpenses', 'OperatingExpenses', 'OperatingIncomeLoss'],
  ...['NetIncomeLoss', 'ProfitLoss', 'EarningsPerShareBasic', 'EarningsPerShareDiluted'],
  ...['Assets', 'AssetsCurrent', 'Liabilities', 'LiabilitiesCurrent', 'StockholdersEquity'],
  ...['StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest', 'Equity'],
  ...['CashAndCashEquivalentsAtCarryingValue', 'NetCashProvidedByUsedInOperatingActivities'],
  ...['EntityCommonStockSharesOutstanding', 'EntityPublicFloat'],
];

/** Data sets of reports. For one filing, the first counts: it has the end of the reported period. */
export const REPORT_DATASETS = ['us_sec_financial_facts', 'us_sec_company_facts'] as const;

/** Party key of a filer's reports. */
export const reportsOf = (cik: string) => `${LOOKUP}cik:${cik}`;

/** Returns the facts in the order of `HEADLINE_TAGS`, newest period first. */
export function inHeadlineOrder(facts: readonly ReportedFact[]): ReportedFact[] {
  return [...facts].sort(
    (one, other) =>
      HEADLINE_TAGS.indexOf(one.tag) - HEADLINE_TAGS.indexOf(other.tag) ||
      other.end.localeCompare(one.end) ||
      one.quarters - other.quarters ||
      one.unit.localeCompare(other.unit),
  );
}
