import type { PartyAddress } from '../../../domain/places/address-parts.js';
import {
  type FilerFact,
  type FilingFact,
  type FormerName,
  isCompany,
  type SecFact,
} from '../../../domain/sec/sec.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import { defineSecSource, type Warn } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';
import { dateFrom } from '../../support/values.js';
import { SEC, SEC_HOST } from './agency.js';
import { cikOf, isObject, listOf, placeOf, sicOf, textOf } from './values.js';

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

type Document = Readonly<Record<string, unknown>>;

/**
 * The top level of a submissions document: the current filer. Missing (2022) and new (2026) fields are
 * allowed.
 */
export function filerFact(cik: number, document: Document, warn: Warn): FilerFact {
  const addresses = isObject(document.addresses) ? document.addresses : {};
  const business = isObject(addresses.business) ? addresses.business : {};
  const fact: FilerFact = {
    kind: 'filer',
    cik,
    asOf: newestFiling(document.filings),
    name: textOf(document.name),
    formerNames: listOf(document.formerNames).flatMap((former) => formerNameOf(former, warn)),
    tickers: [...new Set(listOf(document.tickers).flatMap((ticker) => textOf(ticker) ?? []))],
    sic: sicOf(document.sic),
    entityType: textOf(document.entityType),
    ein: employerNumber(textOf(document.ein)),
    incorporationState: placeOf(document.stateOfIncorporation),
    city: textOf(business.city),
    // Files of 2026 leave the state of a foreign address null and give `countryCode`, a code of the same set.
    place: placeOf(business.stateOrCountry) ?? placeOf(business.countryCode),
    fileNumbers: fileNumbersIn(document.filings),
  };
  if (!isCompany(fact)) return fact;
  const [office, ...others] = [business, addresses.mailing].flatMap(addressOf);
  const different = others.filter((other) => JSON.stringify(other) !== JSON.stringify(office));
  return office === undefined ? fact : { ...fact, addresses: [office, ...different] };
}

/** None if the address has no street. A line that names a person or a firm may be above the street. */
function addressOf(address: unknown): PartyAddress[] {
  if (!isObject(address)) return [];
  const { street1, street2, city, stateOrCountry, zipCode } = address;
  const street = [textOf(street1), textOf(street2)].filter((line) => line !== undefined).join(', ');
  const state = placeOf(stateOrCountry) ?? placeOf(address.countryCode) ?? '';
  return street === '' ? [] : [{ street, city: textOf(city) ?? '', state, zip: textOf(zipCode) ?? '' }];
}

/**
 * Numbers under which the filer itself registered. Others in its document are those of companies whose shares it reports, or
 * of its own shares in reports by others (005-).
 */
function fileNumbersIn(filings: unknown): string[] | undefined {
  const recent = isObject(filings) && isObject(filings.recent) ? filings.recent : {};
  const forms = listOf(recent.form);
  const numbers = listOf(recent.fileNumber).flatMap((number, at) => {
    const text = textOf(number);
    return text === undefined || text.startsWith('005-') || !OWN_FORMS.test(textOf(forms[at]) ?? '')
      ? []
      : text;
  });
  return numbers.length > 0 ? [...new Set(numbers)] : undefined;
}

const OWN_FORMS =
  /^(?:10-?[KQ]|10-12|8-[AK]|20-?F|40-?F|6-K|11-K|15-|13F-|N-|NT |S-\d|F-\d|SB-|424B|485|497|1-[AKSUZ]|DOS|D(?:\/A)?$|ADV|X-17A-5|TA-|MA)/;

/** The document has no date. Its newest filing may be in an additional file that it names. */
function newestFiling(filings: unknown): string | undefined {
  const { recent, files } = isObject(filings) ? filings : {};
  const dates = [
    ...listOf(isObject(recent) ? recent.filingDate : undefined),
    ...listOf(files).map((file) => (isObject(file) ? file.filingTo : undefined)),
  ];
  let newest: string | undefined;
  for (const date of dates) {
    const day = yearFirstDate(textOf(date));
    if (day !== undefined && (newest === undefined || day > newest)) newest = day;
  }
  return newest;
}

/** Dates are midnights, in Eastern time or not, written as UTC: the date part is the day in both. */
function formerNameOf(former: unknown, warn: Warn): readonly FormerName[] {
  const name = isObject(former) ? textOf(former.name) : undefined;
  if (!isObject(former) || name === undefined) return [];
  const day = (member: 'from' | 'to') =>
    dateFrom(`formerNames.${member}`, textOf(former[member]), warn, yearFirstDate) ?? null;
  return [{ name, from: day('from'), to: day('to') }];
}

/** By name, because files of 2026 have arrays that those of 2022 lack (`filmNumber`, `core_type`). */
const ARRAYS = [
  'accessionNumber',
  'form',
  'filingDate',
  'reportDate',
  'primaryDocDescription',
  'items',
] as const;

/** `filings.recent` or a continuation: parallel arrays, one place for each filing. */
function* filingFacts(
  cik: number,
  arrays: Readonly<Record<string, unknown>>,
  warn: Warn,
): Iterable<FilingFact> {
  const columns = ARRAYS.map((array) => listOf(arrays[array]));
  const length = columns[0]?.length ?? 0;
  const uneven = ARRAYS.find((_, index) => columns[index]?.length !== length);
  if (uneven !== undefined) throw new Error(`The array ${uneven} is not as long as accessionNumber.`);
  const value = (column: number, place: number) => textOf(columns[column]?.[place]);
  for (let place = 0; place < length; place++) {
    const fact = filingFact(cik, place, value, warn);
    if (fact) yield fact;
    else warn('bad_filing', 'A filing without a proper accession number, form or date was passed over.');
  }
}

/** `value` reads the columns in the order of `ARRAYS`. */
function filingFact(
  cik: number,
  place: number,
  value: (column: number, place: number) => string | undefined,
  warn: Warn,
): FilingFact | undefined {
  const accession = value(0, place);
  const form = value(1, place);
  const filed = yearFirstDate(value(2, place));
  if (accession === undefined || form === undefined || filed === undefined) return undefined;
  if (!ACCESSION.test(accession)) return undefined;
  const period = dateFrom('reportDate', value(3, place), warn, yearFirstDate);
  const description = value(4, place);
  const items = itemsOf(form, value(5, place));
  return { kind: 'filing', accession, cik, form, filed, period, description, items };
}

const ACCESSION = /^\d{10}-\d{2}-\d{6}$/;

/** Only an 8-K has item numbers `d.dd`: other forms, and 8-Ks before 2004, keep other things in this place. */
function itemsOf(form: string, items: string | undefined): string | undefined {
  if (items === undefined || !form.startsWith('8-K')) return undefined;
  const numbers = items.split(',').filter((item) => /^\d\.\d\d$/.test(item));
  return numbers.length > 0 ? numbers.join(',') : undefined;
}
