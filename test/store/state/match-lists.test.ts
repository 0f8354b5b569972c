import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConflictError, type ListMember, type MatchList } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { STATE_ENGINES } from './state-engines.js';

const step = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    owner: fc.constantFrom('', 'a'),
    lasts: fc.integer({ min: 1, max: 20 }),
    records: fc.subarray(['CO:1', 'CO:2', 'CO:3']),
  }),
  fc.record({
    ...{ kind: fc.constant('change' as const), nth: fc.nat(9) },
    records: fc.subarray(['CO:1', 'CO:2', 'CO:3']),
  }),
  fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: -8, max: 8 }) }),
);

test.each(STATE_ENGINES)('any steps leave the lists that a plain model has, on $name', async (engine) => {
  const MAX = 3;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { matchLists, close } = await engine.open(engine.newPlace(), Date.now);
      let at = 1_000;
      let model: (MatchList & { content: Buffer })[] = [];
      let versions = 0;
      const made: string[] = [];
      const put = async (list: (typeof model)[number]) => {
        model = model.filter(({ endsAt }) => endsAt > at);
        const isFull = model.filter(({ owner, id }) => owner === list.owner && id !== list.id).length >= MAX;
        if (list.owner !== '' && isFull) {
          await expect(matchLists.put(list, MAX, at)).rejects.toBeInstanceOf(ConflictError);
          return;
        }
        await matchLists.put(list, MAX, at);
        // A list with the id remains.
        await matchLists.put({ ...list, name: 'again', content: Buffer.from('again') }, MAX, at);
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
            ...{ name: `List ${id}`, counts: '{}', records: one.records },
            content: Buffer.from(id),
          });
        }
        if (one.kind === 'change') {
          const list = model.filter(({ endsAt }) => endsAt > at)[one.nth];
          versions += 1;
          const content = Buffer.from(`version ${versions}`);
          const changed = list && { ...list, counts: `{"found":${at}}`, records: one.records, content };
          if (changed) {
            // Another content was there first, or the list is deleted.
            expect(await matchLists.replace(changed, Buffer.from('other'))).toBe(false);
            expect(await matchLists.replace({ ...changed, id: 'gone' }, list.content)).toBe(false);
            expect(await matchLists.replace(changed, list.content)).toBe(true);
            model = model.map((other) => (other.id === changed.id ? changed : other));
          }
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
        for (const owner of ['', 'a']) {
          const own = await matchLists.ofOwner(owner, at);
          const expected = model.filter((list) => list.owner === owner);
          expect(own.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
        }
        const asked = ['CO:1', 'CO:3'];
        const members = await matchLists.membersAmong(made, asked);
        const textsOf = (pairs: readonly ListMember[]) =>
          pairs.map(({ list, entity }) => `${list} ${entity}`).sort();
        expect(textsOf(members)).toEqual(
          textsOf(
            model.flatMap(({ id, records }) =>
              records.filter((one) => asked.includes(one)).map((entity) => ({ list: id, entity })),
            ),
          ),
        );
      }
      await close();
    }),
    { numRuns: budget(60) },
  );
});
