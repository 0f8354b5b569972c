import type { SecFact } from '../../../domain/sec/sec.js';
import { defineSecSource, type Warn } from '../../declare/index.js';
import { SEC, SEC_HOST } from './agency.js';
import { filerFact } from './filer.js';
import { filingFacts } from './filing-arrays.js';
import { cikOf, isObject, listOf } from './values.js';

export const usSecSubmissions = defineSecSource({
  id: 'us_sec_submissions',
  title: 'SEC EDGAR submissions',
  agency: SEC,
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'urls',
    urls: ['https://www.sec.gov/Archives/edgar/daily-index/bulkdata/submissions.zip'],
    ...SEC_HOST,
  },
  layout: 'verified',
  coverage: 'All filers and their filings. Names, SIC codes and addresses are those of today, not as filed.',
  delivery: 'increment',
  expect: { min: 900_000 },
  input: { kind: 'documents', facts: submissionFacts },
});

/**
 * A filer's document (`CIK##########.json`) or one of its continuations (`CIK##########-submissions-001.json`),
 * which is the bare object of arrays and has the CIK in its name alone. Empty members of the zip (`{}`) and
 * filers without any filing (SEC's own test filers) state nothing.
 */
function* submissionFacts(name: string, document: unknown, warn: Warn): Iterable<SecFact> {
  if (!isObject(document)) throw new Error('This is no submissions document.');
  if (Object.keys(document).length === 0) return;
  if (Array.isArray(document.accessionNumber)) {
    yield* filingFacts(cikOfContinuation(name), document, warn);
    return;
  }
  const cik = cikOf(document.cik);
  const { filings } = document;
  if (cik === undefined || !isObject(filings)) {
    warn('not_a_filer', 'A document without a CIK or without filings was passed over.');
    return;
  }
  const recent = isObject(filings.recent) ? filings.recent : {};
  if (listOf(recent.accessionNumber).length === 0 && listOf(filings.files).length === 0) return;
  yield filerFact(cik, document, warn);
  yield* filingFacts(cik, recent, warn);
}

function cikOfContinuation(name: string): number {
  const cik = cikOf(/CIK(\d{10})-submissions-\d+/.exec(name)?.[1]);
  if (cik !== undefined) return cik;
  throw new Error('A continuation must be named CIK##########-submissions-###.json: it holds no CIK.');
}
