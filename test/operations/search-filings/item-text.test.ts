import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FilingItem, FilingSchema } from '../../../src/contract/records/filing.js';
import { sicTitle } from '../../../src/domain/codes/sic.js';
import { eightKItemTitle } from '../../../src/domain/sec/eight-k-items.js';
import {
  businessLocation,
  filerDisplay,
  filingUrl,
  paddedCik,
} from '../../../src/domain/sec/filer-display.js';
import { formTitle } from '../../../src/domain/sec/form-titles.js';
import type { Filer } from '../../../src/domain/sec/sec.js';
import { serializer } from '../../../src/gateway/answer-text.js';
import { itemText } from '../../../src/operations/search-filings/item-text.js';
import type { ShownFiling } from '../../../src/operations/search-filings/shown.js';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '\n', '\u2028', 'A "B" & Co'),
);
const textOrNull = fc.option(text);
const cik = fc.integer({ min: 1, max: 9_999_999_999 });
const filers = fc.record({
  name: text,
  tickers: fc.array(fc.stringMatching(/^[A-Z]{1,5}$/), { maxLength: 3 }),
  sic: fc.option(fc.stringMatching(/^\d{4}$/)),
  city: textOrNull,
  place: textOrNull,
  incorporationState: textOrNull,
});
const rows = fc.record({
  form: text,
  name: textOrNull,
  description: textOrNull,
  period: fc.option(fc.constant('2016-06-30')),
  items: fc.subarray(['5.02', '8.01', '0.99']),
});

test('the text of an item is what its schema writes of the same values', () => {
  const write = serializer(FilingSchema);
  fc.assert(
    fc.property(cik, fc.option(filers), rows, (number, facts, { form, name, description, period, items }) => {
      const filer: Filer | undefined = facts
        ? { cik: number, formerNames: [], entityType: null, ein: null, ...facts }
        : undefined;
      const accession = '0001318605-16-000005';
      const row = {
        accession,
        cik: number,
        form,
        filed: '2016-08-05',
        period,
        name,
        description,
        items: null,
      };
      const shown: ShownFiling = { row, form, period, description, items };
      const item: FilingItem = {
        accessionNumber: accession,
        formType: form,
        fileDate: '2016-08-05',
        periodEnding: period,
        filer: filerDisplay(name ?? filer?.name ?? `CIK ${number}`, filer?.tickers ?? [], number),
        cik: paddedCik(number),
        sicCode: filer?.sic ?? null,
        description,
        businessLocation: filer ? businessLocation(filer) : null,
        businessState: filer?.place ?? null,
        incorporationState: filer?.incorporationState ?? null,
        filingUrl: filingUrl(number, accession),
        formTitle: formTitle(form) ?? null,
        sicTitle: sicTitle(filer?.sic ?? null) ?? null,
        items,
        itemTitles: items.map((item) => eightKItemTitle(item) ?? item),
      };
      const written = itemText(shown, filer);
      expect(JSON.parse(written)).toEqual(JSON.parse(write(item)));
      expect(Object.keys(JSON.parse(written) as object)).toEqual(Object.keys(FilingSchema.properties));
      expect(itemText(shown, filer)).toBe(written);
    }),
  );
});
