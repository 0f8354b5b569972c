import type { FilingFact } from '../../../domain/sec/sec.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import type { Warn } from '../../declare/index.js';
import { dateFrom } from '../../support/values.js';
import { listOf, textOf } from './values.js';

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
export function* filingFacts(
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
