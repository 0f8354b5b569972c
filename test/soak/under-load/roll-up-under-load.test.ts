import { expect, test } from 'vitest';
import { asker, booksOf, hammer, sampleWith } from '../../faults/support.js';
import { end, runDossier, startServing } from '../../support/processes/process.js';
import { openStore } from '../../support/store.js';

const OLD = 20_000;
const DAY = 86_400_000;

test('a roll-up of old charges beside a server that charges refuses no request and keeps every sum', async () => {
  const at = Date.now() - 10 * DAY;
  const folder = await sampleWith(10_000_000, at);
  await chargeLongAgo(folder, at);
  const before = await booksOf(folder);
  const { child, started } = await startServing(folder.path);
  const ask = asker(started.url, folder.key, 8);
  let done = false;
  const load = hammer(ask, 8, () => done);
  const day = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10);
  const rolled = await runDossier(['ledger', 'roll-up', '--before', day, '--json'], {
    DOSSIER_DATA: folder.path,
  });
  done = true;
  const counts = await load;
  ask.end();
  expect(await end(child, 'SIGTERM')).toBe(0);
  expect(JSON.parse(rolled.stdout)).toMatchObject({ charges: OLD });
  expect([...counts.keys()]).toEqual([200]);
  const answers = counts.get(200) ?? 0;
  expect(await booksOf(folder)).toMatchObject({
    charges: before.charges + answers,
    credits: before.credits + answers,
  });
});

async function chargeLongAgo(
  { path, accountId }: { path: string; accountId: string },
  at: number,
): Promise<void> {
  const { ledger, close } = await openStore(path, { schema: 'current' });
  const [key] = await ledger.listKeys(accountId);
  const breakdown = [{ item: 'entity_search', credits: 1 }] as const;
  const request = {
    accountId,
    keyId: key?.id ?? '',
    requestId: 'old',
    operation: 'searchEntities',
    credits: 1,
    breakdown,
    at,
  } as const;
  for (let count = 0; count < OLD; count += 1_000) {
    await ledger.charge(Array.from({ length: 1_000 }, () => request));
  }
  await close();
}
