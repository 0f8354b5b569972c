import { yearFirstDate } from '../../../domain/dates.js';
import type { FilingFact } from '../../../domain/sec.js';
import type { Warn } from '../../declare.js';
import { listOf, textOf } from './values.js';

/** Read by name: files of 2026 have arrays that those of 2022 lack (`filmNumber`, `core_type`). */
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
  for (let place = 0; place < length; place++) {
    const fact = filingFact(
      cik,
      columns.map((column) => textOf(column[place])),
    );
    if (fact) yield fact;
    else warn('bad_filing', 'A filing without a proper accession number, form or date was passed over.');
  }
}

function filingFact(cik: number, values: readonly (string | undefined)[]): FilingFact | undefined {
  const [accession, form, filingDate, reportDate, description, items] = values;
  const filed = yearFirstDate(filingDate);
  if (accession === undefined || form === undefined || filed === undefined) return undefined;
  if (!/^\d{10}-\d{2}-\d{6}$/.test(accession)) return undefined;
  const period = yearFirstDate(reportDate);
  return { kind: 'filing', accession, cik, form, filed, period, description, items: itemsOf(form, items) };
}

/** Only an 8-K has item numbers `d.dd`: other forms, and 8-Ks before 2004, keep other things in this place. */
function itemsOf(form: string, items: string | undefined): string | undefined {
  if (items === undefined || !form.startsWith('8-K')) return undefined;
  const numbers = items.split(',').filter((item) => /^\d\.\d\d$/.test(item));
  return numbers.length > 0 ? numbers.join(',') : undefined;
}
