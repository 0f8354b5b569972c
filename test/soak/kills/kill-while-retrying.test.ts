import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleFolder } from '../../../src/store/folder/data-folder.js';
import { end, startServing } from '../../support/processes/process.js';
import { openStore } from '../../support/store.js';

const REQUESTS = 200;
const CONNECTIONS = 8;
const ANSWERS_BEFORE_THE_KILL = 60;

describe('kill -9 under requests with idempotency keys', () => {
  it('lets the client repeat all of them: each is answered, and each is charged exactly once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-retry-'));
    const first = await startServing(folder);
    const { key } = first.started;
    const ask = async (url: string, id: number) => {
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': `order-${id}` };
      const response = await fetch(`${url}/api/v1/search?name=a&offset=${id}`, { headers }).catch(() => null);
      return response?.status === 200 && (await response.text().catch(() => null)) !== null;
    };
    let answers = 0;
    const ids = Array.from({ length: REQUESTS }, (_, id) => id).values();
    const client = async () => {
      for (const id of ids) {
        if (!(await ask(first.started.url, id))) continue;
        answers += 1;
        if (answers === ANSWERS_BEFORE_THE_KILL) first.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    await end(first.child, 'SIGKILL');
    expect(answers).toBeLessThan(REQUESTS);

    const second = await startServing(folder);
    const again = await Promise.all(Array.from({ length: REQUESTS }, (_, id) => ask(second.started.url, id)));
    expect(again.filter(Boolean)).toHaveLength(REQUESTS);
    expect(await end(second.child, 'SIGTERM')).toBe(0);

    const store = await openStore(sampleFolder(folder).path, { schema: 'current' });
    const [account] = await store.ledger.listAccounts();
    const usage = await store.ledger.usage(account?.id ?? '', 0, Date.now() + 1);
    expect(usage.reduce((sum, row) => sum + row.requests - row.refunded, 0)).toBe(REQUESTS);
    expect(await store.ledger.verify()).toEqual([]);
    await store.close();
  });
});
