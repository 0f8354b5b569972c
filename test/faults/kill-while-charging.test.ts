import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleFolder } from '../../src/data-folder.js';
import { openStore } from '../../src/store/sqlite/open.js';
import { end, startServing } from '../support/process.js';

const CONNECTIONS = 16;
const ANSWERS_BEFORE_THE_KILL = 400;

describe('kill -9 under a load of charged requests', () => {
  it('leaves no answer unpaid, and no more charges than answers and requests then in flight', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-kill-'));
    const { child, started } = await startServing(folder);
    const headers = { authorization: `Bearer ${started.key}` };
    let answers = 0;
    const client = async (): Promise<void> => {
      for (;;) {
        const response = await fetch(`${started.url}/api/v1/search?name=a`, { headers }).catch(() => null);
        const body = await response?.text().catch(() => null);
        if (response === null || body == null) return;
        if (response.status === 429) return;
        expect(response.status).toBe(200);
        answers += 1;
        if (answers === ANSWERS_BEFORE_THE_KILL) child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    await end(child, 'SIGKILL');

    const store = await openStore(sampleFolder(folder), { schema: 'current' });
    const [account] = await store.ledger.listAccounts();
    const usage = await store.ledger.usage(account?.id ?? '', 0, Date.now() + 1);
    const charges = usage.reduce((sum, row) => sum + row.requests, 0);
    expect(await store.ledger.verify()).toEqual([]);
    await store.close();

    expect(answers).toBeGreaterThanOrEqual(ANSWERS_BEFORE_THE_KILL);
    expect(charges).toBeGreaterThanOrEqual(answers);
    expect(charges).toBeLessThanOrEqual(answers + CONNECTIONS);
    const again = await startServing(folder);
    expect(await end(again.child, 'SIGTERM')).toBe(0);
  });
});
