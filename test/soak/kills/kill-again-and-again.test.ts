import { expect, test } from 'vitest';
import { asker, booksOf, hammer, sampleWith } from '../../faults/support.js';
import { end, startServing } from '../../support/processes/process.js';

/** `FAULT_KILLS=20 npx vitest run test/faults/kill-again` takes some minutes. */
const KILLS = Number(process.env.FAULT_KILLS ?? 3);
const CONNECTIONS = 16;

test(`kill -9 under load, ${KILLS} times on one ledger: no answer unpaid, surplus charges at most those in submission`, async () => {
  const folder = await sampleWith(10_000_000);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = await booksOf(folder);
    const { child, started } = await startServing(folder.path);
    const ask = asker(started.url, folder.key, CONNECTIONS);
    const answersBeforeTheKill = 100 + ((kill * 97) % 300);
    const counts = await hammer(ask, CONNECTIONS, (so) => {
      if ((so.get(200) ?? 0) >= answersBeforeTheKill) child.kill('SIGKILL');
      return (so.get(null) ?? 0) > 0;
    });
    ask.end();
    await end(child, 'SIGKILL');
    const answers = counts.get(200) ?? 0;
    const after = await booksOf(folder);
    const charges = after.charges - before.charges;
    expect([...counts.keys()].every((status) => status === 200 || status === null)).toBe(true);
    expect(answers).toBeGreaterThanOrEqual(answersBeforeTheKill);
    expect(charges).toBeGreaterThanOrEqual(answers);
    expect(charges).toBeLessThanOrEqual(answers + CONNECTIONS);
    if (KILLS > 3)
      process.stderr.write(`kill ${kill}: ${answers} answers, ${charges - answers} surplus charges\n`);
  }
}, 600_000);
