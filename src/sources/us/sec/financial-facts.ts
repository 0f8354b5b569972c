import {
  HEADLINE_TAGS,
  inHeadlineOrder,
  type ReportDocument,
  type ReportedFact,
  reportsOf,
} from '../../../domain/records/report-document.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { amountIn, dateIn } from '../../support/values.js';
import { ACCESSION, CIK } from '../keys.js';
import { SEC } from './agency.js';
import { usSecFinancialStatements } from './financial-statements.js';

const FACT_COLUMNS = columns('adsh tag version ddate qtrs uom coreg value');

/**
 * Headline facts of each filing, as filed: comparative figures of earlier periods stay beside those of the filings that
 * stated them first. Values of segments and of other registrants in the filing are not read, nor a company’s own elements.
 */
export const usSecFinancialFacts = defineDataset({
  id: 'us_sec_financial_facts',
  title: 'SEC Financial Statement Data Sets, headline facts',
  agency: SEC,
  licence: 'public domain',
  every: 'quarter',
  filesOf: usSecFinancialStatements.id,
  fetch: usSecFinancialStatements.fetch,
  layout: 'verified',
  coverage: 'Totals of annual and quarterly reports since 2009, for the registrant as a whole.',
  delivery: 'increment',
  expect: { min: 100 },
  main: 'sub',
  tables: {
    sub: {
      format: { kind: 'delimited', delimiter: '\t' },
      columns: columns('adsh cik form period fy fp filed'),
      keys: { adsh: ACCESSION, cik: CIK },
      groupBy: 'adsh',
      ignore: columns(
        'name sic countryba stprba cityba zipba bas1 bas2 baph countryma stprma cityma zipma mas1 mas2 countryinc stprinc ein',
        'former changed afs wksi fye accepted prevrpt detail instance nciks aciks',
      ),
    },
    num: {
      format: { kind: 'delimited', delimiter: '\t' },
      columns: FACT_COLUMNS,
      optional: columns('segments'),
      keys: { adsh: ACCESSION },
      groupBy: 'adsh',
      only: { tag: new Set(HEADLINE_TAGS), coreg: new Set(['']), segments: new Set(['']) },
      ignore: columns('footnote'),
    },
  },
  record: (group) => {
    const row = group.one('sub');
    const cik = row?.take('cik');
    const filed = row && dateIn(row, 'filed', yearFirstDate);
    if (row === undefined || cik === undefined || filed === undefined) return undefined;
    const accession = row.need('adsh');
    const document: ReportDocument = {
      cik,
      accession,
      form: row.need('form'),
      filed,
      period: dateIn(row, 'period', yearFirstDate) ?? null,
      fiscalYear: amountIn(row, 'fy'),
      fiscalPeriod: row.take('fp') ?? null,
      facts: inHeadlineOrder(group.all('num').flatMap((fact) => readFact(fact, accession) ?? [])),
    };
    return { key: accession, date: filed, document, parties: [{ key: reportsOf(cik), names: [] }] };
  },
});

function readFact(row: Row<(typeof FACT_COLUMNS)[number]>, accession: string): ReportedFact | undefined {
  const taxonomy = row.need('version');
  const value = amountIn(row, 'value');
  const end = dateIn(row, 'ddate', yearFirstDate);
  const quarters = amountIn(row, 'qtrs');
  if (taxonomy === accession || value === null || end === undefined || quarters === null) return undefined;
  return { tag: row.need('tag'), taxonomy, unit: row.need('uom'), end, quarters, value };
}
