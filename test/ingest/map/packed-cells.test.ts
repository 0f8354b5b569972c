import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packCells, unpackCells } from '../../../src/ingest/map/packed-cells.js';

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', null, undefined, '\0', ',', '\ud800', 'é'.repeat(300), 'x'.repeat(70_000)),
);

test('cells come out as they went in; blank, null and absent are blank', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell)), (rows) => {
      const sent = structuredClone(packCells(rows));
      expect(unpackCells(sent)).toEqual(rows.map((row) => row.map((one) => one ?? '')));
    }),
  );
});
