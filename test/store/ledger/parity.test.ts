import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { budget } from '../../support/effort.js';
import { hasPostgres } from '../../support/postgres/server.js';
import { POSTGRES } from '../postgres/ledger-engine.js';
import { SQLITE } from './support/engines.js';
import { START } from './support/fixtures.js';
import { ACCOUNTS, Subject, step } from './support/subject.js';

describe.skipIf(!hasPostgres)('a ledger in SQLite and one in PostgreSQL', () => {
  test('give the same answers and hold the same rows after the same steps', async () => {
    let run = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      run += 1;
      const names = Array.from({ length: ACCOUNTS }, (_, index) => `Parity ${run} ${index}`);
      const subjects = [await Subject.open(SQLITE, names), await Subject.open(POSTGRES, names)] as const;
      try {
        let now = START;
        for (const next of steps) {
          if (next.do === 'wait') now += next.hours * 3_600_000;
          const [sqlite, postgres] = [await subjects[0].do(next, now), await subjects[1].do(next, now)];
          expect(postgres).toEqual(sqlite);
        }
        expect(await subjects[1].look(now)).toEqual(await subjects[0].look(now));
      } finally {
        for (const subject of subjects) await subject.close();
      }
    });
    await fc.assert(property, { numRuns: budget(150) });
  });
});
