import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { end, runDossier, type Serving, startServing } from '../../support/processes/process.js';

/**
 * A data folder that version 0.1.0 made and served: Colorado's register and SEC filings of the sample, an account with 1,000
 * credits, and three lookups that were charged. Its key is good for nothing else.
 */
const FOLDER = 'test/cli/upgrade/0.1.0.tar.gz';
const KEY = 'dsr_live_8x8Excx672qIlK6ZzRbAMaw1wBeICY1aW3OM';

let data: string;
const dossier = (...args: readonly string[]) => runDossier(args, { DOSSIER_DATA: data });

beforeAll(() => {
  const scratch = mkdtempSync(join(tmpdir(), 'dossier-upgrade-'));
  execFileSync('tar', ['-xzf', FOLDER, '-C', scratch]);
  data = join(scratch, 'data');
});

/** In the order of the upgrade notes: each step works on what the one before left. */
describe('a folder of version 0.1.0', () => {
  let serving: Serving;
  afterAll(() => end(serving.child, 'SIGTERM'));

  it('is refused by serve, which names the cure, and is left as it was', async () => {
    const refused = await dossier('serve', '--port', '0');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/was created by an older version .* run: dossier migrate\n$/);
    expect((await dossier('doctor')).stdout).toContain('links.db has the schema of an older version.');
  });

  it('is migrated, and every charge is still in its books', async () => {
    expect(await dossier('migrate')).toMatchObject({ status: 0, stderr: '' });
    expect(await dossier('ledger', 'verify')).toMatchObject({ status: 0 });
    const period = ['--from', '2026-11-24', '--to', '2026-11-25'];
    const { stdout } = await dossier('account', 'statement', 'acme', '--json', ...period);
    const { lines } = JSON.parse(stdout) as { lines: readonly { kind: string; credits: number }[] };
    expect(lines.map(({ kind, credits }) => [kind, credits])).toEqual([
      ['grant', 1_000],
      ['charge', -1],
      ['charge', -1],
      ['charge', -1],
    ]);
  });

  it('is served: the same key finds and reads the same records', async () => {
    serving = await startServing(data);
    const headers = { authorization: `Bearer ${KEY}` };
    const ask = async (path: string) =>
      (await fetch(`${serving.started.url}/api/v1/${path}`, { headers })).json();
    const found = async () =>
      ((await ask('search?name=willow%20harbor')) as { data?: { id: string }[] }).data?.[0]?.id;
    // Its index has an older form; a new one is built beside.
    await expect.poll(found, { interval: 250 }).toBe('CO:20221555001');
    expect(await ask('entity/CO:20221555001')).toMatchObject({
      data: {
        name: 'Willow Harbor Cleaners, LLC',
        registeredAgent: { name: 'Front Range Example Agents, Inc.' },
      },
    });
    const filings = (await ask('sec/search?q=boeing&forms=8-K')) as { meta: { totalCount: number } };
    expect(filings.meta.totalCount).toBeGreaterThan(0);
  });

  it('is whole after links were made, and knows the records of a load again', async () => {
    expect(await dossier('resolve')).toMatchObject({ status: 0 });
    const again = await dossier(
      'ingest',
      'us_co_business_entities',
      '--file',
      'sample/us_co_business_entities/business-entities-in-colorado.csv',
    );
    expect(again.stdout).toContain('0 new, 0 changed');
    const { stdout } = await dossier('doctor');
    for (const part of ['files', 'schema', 'searches', 'links', 'ledger', 'index'])
      expect(stdout).toMatch(new RegExp(`^ok +${part} `, 'm'));
  });
});
