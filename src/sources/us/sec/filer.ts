import type { PartyAddress } from '../../../domain/places/address-parts.js';
import { type FilerFact, type FormerName, isCompany } from '../../../domain/sec/sec.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import type { Warn } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';
import { dateFrom } from '../../support/values.js';
import { isObject, listOf, placeOf, sicOf, textOf } from './values.js';

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
