import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StaleKeys } from '../../src/linking/decisions/stale-keys.js';

const keys = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });

test('what was known before and was not met is left over, also where more is known by now', async () => {
  await fc.assert(
    fc.asyncProperty(keys, keys, fc.nat({ max: 3 }), async (before, there, split) => {
      let pagesRead = 0;
      const known = {
        count: before.length,
        pages: (async function* () {
          for (const page of [before, there]) {
            pagesRead += 1;
            yield page;
          }
        })(),
      };
      const leftovers = new StaleKeys(known);
      for (const page of [there.slice(0, split), there.slice(split), there.slice(0, 1)]) {
        const found = page.filter((key) => before.includes(key));
        leftovers.meet(page, new Map(found.map((key) => [key, ''])));
      }
      const left: string[] = [];
      for await (const page of leftovers.pages()) left.push(...page);
      const gone = before.filter((key) => !there.includes(key));
      expect(left).toEqual(gone);
      expect(pagesRead > 0).toBe(gone.length > 0);
    }),
  );
});
