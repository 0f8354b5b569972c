import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NAME_KINDS } from '../../src/matching/names/name-parts.js';
import { pack, unpack } from '../../src/matching/population/packed.js';
import { normaliseRecord } from '../../src/matching/records/prepare.js';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('ACME LLC DBA WIDGETS II', '12 N MAIN ST', 'PO BOX 7', 'ANA ROE', 'HOUSE, THE'),
);
const address = fc.record({ street: text, city: text, state: text, zip: text });
const record = fc.record(
  {
    id: text,
    names: fc.array(fc.record({ text, kind: fc.constantFrom(...NAME_KINDS) }), { maxLength: 4 }),
    address,
    people: fc.array(text, { maxLength: 3 }),
    identifiers: fc.array(text, { maxLength: 2 }),
    formedYear: fc.integer({ min: 1800, max: 2030 }),
  },
  { requiredKeys: ['id', 'names'] },
);

it('what was packed is unpacked as it was', () => {
  fc.assert(
    fc.property(record, (one) => {
      const normal = normaliseRecord(one);
      expect(unpack(pack(normal))).toEqual(normal);
    }),
  );
});
