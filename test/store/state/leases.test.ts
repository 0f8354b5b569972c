import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budget } from '../../support/effort.js';
import { openState } from '../../support/store.js';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'dossier-state-')), 'state.db');

const name = fc.constantFrom('publisher', 'watches');
const owner = fc.constantFrom('a', 'b', 'c');
/** The how manieth of the tokens that were given out so far, of whatever name. */
const nth = fc.nat(5);
const milliseconds = fc.integer({ min: 1, max: 20 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), name, owner, milliseconds }),
  fc.record({ kind: fc.constant('renew' as const), name, nth, milliseconds }),
  fc.record({ kind: fc.constant('release' as const), name, nth }),
  fc.record({ kind: fc.constant('wait' as const), milliseconds }),
  fc.record({ kind: fc.constant('reopen' as const) }),
);

test('any steps leave the leases that a plain model has, and no name gives a token twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const path = newPath();
      let at = 1_000;
      const open = () => openState({ path, schema: 'create', now: () => at });
      let state = open();
      const held = new Map<string, { owner: string; token: number; until: number }>();
      const last = new Map<string, number>();
      const tokens: number[] = [];
      const live = (lease: string, token: number) => {
        const one = held.get(lease);
        return one !== undefined && one.token === token && one.until > at ? one : undefined;
      };
      for (const one of steps) {
        if (one.kind === 'wait') at += one.milliseconds;
        if (one.kind === 'reopen') {
          await state.close();
          state = open();
        }
        if (one.kind === 'take') {
          const free = (held.get(one.name)?.until ?? 0) <= at;
          const token = (last.get(one.name) ?? 0) + 1;
          expect(await state.leases.take(one.name, one.owner, one.milliseconds)).toBe(free ? token : null);
          if (free) {
            held.set(one.name, { owner: one.owner, token, until: at + one.milliseconds });
            last.set(one.name, token);
            tokens.push(token);
          }
        }
        if (one.kind === 'renew' || one.kind === 'release') {
          const token = tokens.at(-1 - one.nth) ?? 7;
          const mine = live(one.name, token);
          const until = one.kind === 'renew' ? at + one.milliseconds : at;
          const done =
            one.kind === 'renew'
              ? state.leases.renew(one.name, token, one.milliseconds)
              : state.leases.release(one.name, token);
          expect(await done).toBe(mine !== undefined);
          if (mine) mine.until = until;
        }
        for (const lease of ['publisher', 'watches']) {
          const one = held.get(lease);
          expect(await state.leases.find(lease)).toEqual(
            one && one.until > at ? { name: lease, ...one } : undefined,
          );
        }
      }
      await state.close();
    }),
    { numRuns: budget(100) },
  );
});

test('a lease that nobody renews can be taken after its end, and its old token is refused', async () => {
  let at = 0;
  const { leases, close } = openState({ path: newPath(), schema: 'create', now: () => at });
  expect(await leases.take('publisher', 'a', 30_000)).toBe(1);
  at = 29_999;
  expect(await leases.take('publisher', 'b', 30_000)).toBeNull();
  at = 30_000;
  expect(await leases.renew('publisher', 1, 30_000)).toBe(false);
  expect(await leases.take('publisher', 'b', 30_000)).toBe(2);
  expect(await leases.renew('publisher', 1, 30_000)).toBe(false);
  expect(await leases.release('publisher', 1)).toBe(false);
  expect(await leases.find('publisher')).toEqual({
    name: 'publisher',
    owner: 'b',
    token: 2,
    until: 60_000,
  });
  await close();
});

test('a lease lasts a positive number of whole milliseconds', async () => {
  const { leases, close } = openState({ path: newPath(), schema: 'create' });
  for (const milliseconds of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(leases.take('x', 'a', milliseconds)).rejects.toThrow(RangeError);
    await expect(leases.renew('x', 1, milliseconds)).rejects.toThrow(RangeError);
  }
  await close();
});
