import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budget } from '../../support/effort.js';
import { STATE_ENGINES } from './state-engines.js';

const step = fc.oneof(
  fc.record({
    kind: fc.constant('begin' as const),
    key: fc.constantFrom('a', 'b'),
    lasts: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({ kind: fc.constant('end' as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: -8, max: 8 }) }),
);

test.each(STATE_ENGINES)('any steps leave the sessions that a plain model has, on $name', async (engine) => {
  const MOST = 3;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { sessions, close } = await engine.open(engine.newPlace(), Date.now);
      let at = 1_000;
      let model: { hash: string; keyHash: string; begunAt: number; endsAt: number }[] = [];
      const made: string[] = [];
      for (const one of steps) {
        at += 1;
        if (one.kind === 'wait') at += one.ms;
        if (one.kind === 'end' && made.length > 0) {
          const hash = made[one.nth % made.length] ?? '';
          const isHeld = model.some((session) => session.hash === hash);
          const ended = await sessions.end(hash);
          expect(ended).toBe(isHeld);
          model = model.filter((session) => session.hash !== hash);
        }
        if (one.kind === 'begin') {
          const session = {
            hash: `h${made.length}`,
            keyHash: one.key,
            begunAt: at,
            endsAt: at + one.lasts,
          };
          made.push(session.hash);
          await sessions.begin(session, MOST);
          model = model.filter(({ endsAt }) => endsAt > at);
          const others = model
            .filter(({ keyHash }) => keyHash === one.key)
            .sort((a, b) => b.begunAt - a.begunAt || (a.hash < b.hash ? -1 : 1))
            .slice(0, MOST - 1);
          model = [...model.filter(({ keyHash }) => keyHash !== one.key), ...others, session];
        }
        // A session that has run out once stays so, though the clock steps back.
        model = model.filter(({ endsAt }) => endsAt > at);
        const held = await Promise.all(made.map((hash) => sessions.find(hash, at)));
        const names = held.flatMap((session) => session?.hash ?? []).sort();
        expect(names).toEqual(model.map(({ hash }) => hash).sort());
      }
      await close();
    }),
    { numRuns: budget(60) },
  );
});
