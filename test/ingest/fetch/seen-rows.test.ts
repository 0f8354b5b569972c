import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeenRows } from '../../../src/ingest/fetch/pages/page-walk.js';
import { budget } from '../../support/effort.js';

it('tells where each row was seen last if that was at another time, as a map of all of them does', () => {
  const time = fc.constantFrom('08:00', '09:00', 'undefined');
  const sights = fc.array(fc.tuple(fc.nat(3_000), time, fc.integer({ min: 1, max: 10_000 })), {
    maxLength: 6_000,
    size: 'max',
  });
  fc.assert(
    fc.property(sights, (all) => {
      const rows = new SeenRows();
      const model = new Map<number, { time: string; stretch: number }>();
      for (const [id, time, stretch] of all) {
        const before = model.get(id);
        const moved = before?.time === time ? undefined : before?.stretch;
        expect(rows.see(`row-${id}`, time, stretch)).toBe(moved);
        model.set(id, { time, stretch });
      }
    }),
    { numRuns: budget(20) },
  );
});

it('holds 300,000 rows in less than 64 bytes each', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  const rows = new SeenRows();
  for (let n = 0; n < 300_000; n += 1) rows.see(`00000000-0000-4000-8000-${n}`, `2026-04-01 ${n % 60}`, 1);
  expect(held() - before).toBeLessThan(300_000 * 64);
  expect(rows.see('00000000-0000-4000-8000-7', '2026-04-02', 2)).toBe(1);
});
