import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budget } from '../../support/effort.js';
import { STATE_ENGINES } from './state-engines.js';

const step = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    owner: fc.constantFrom('', 'a'),
    lasts: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({ kind: fc.constant('change' as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: -8, max: 8 }) }),
);

test.each(STATE_ENGINES)('any steps leave the lists that a plain model has, on $name', async (engine) => {
  const MAX = 3;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { matchLists, close } = await engine.open(engine.newPlace(), Date.now);
      let at = 1_000;
      let model: { id: string; owner: string; createdAt: number; endsAt: number; content: Buffer }[] = [];
      const made: string[] = [];
      const put = async (list: (typeof model)[number]) => {
        await matchLists.put(list, MAX, at);
        model = model.filter(({ id, endsAt }) => endsAt > at && id !== list.id);
        const others = model
          .filter(({ owner }) => owner === list.owner)
          .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
          .slice(0, MAX - 1);
        model = [...model.filter(({ owner }) => owner !== list.owner), ...others, list];
      };
      for (const one of steps) {
        at += 1;
        if (one.kind === 'wait') at += one.ms;
        if (one.kind === 'put') {
          const id = `l${made.length}`;
          made.push(id);
          await put({
            id,
            owner: one.owner,
            createdAt: at,
            endsAt: at + one.lasts,
            content: Buffer.from(id),
          });
        }
        if (one.kind === 'change') {
          const list = model.filter(({ endsAt }) => endsAt > at)[one.nth];
          if (list) await put({ ...list, content: Buffer.from(`changed at ${at}`) });
        }
        if (one.kind === 'remove' && made.length > 0) {
          const id = made[one.nth % made.length] ?? '';
          expect(await matchLists.remove(id)).toBe(model.some((list) => list.id === id));
          model = model.filter((list) => list.id !== id);
        }
        // A list that has expired once stays so, though the clock steps back.
        model = model.filter(({ endsAt }) => endsAt > at);
        const found = await Promise.all(made.map((id) => matchLists.find(id, at)));
        const plain = found.flatMap((list) =>
          list ? [{ ...list, content: Buffer.from(list.content) }] : [],
        );
        expect(plain).toEqual(made.flatMap((id) => model.filter((list) => list.id === id)));
      }
      await close();
    }),
    { numRuns: budget(60) },
  );
});
