import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { end, runDossier, spawnDossier, startServing } from '../support/processes/process.js';
import { runProgram } from '../support/processes/program.js';
import { folderWithSample } from '../support/sample.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-cli-'));
const sampleFiles = (source: string) =>
  readdirSync(resolve('sample', source)).map((name) => resolve('sample', source, name));

/** In a process of its own, as a user runs it. */
async function json(args: readonly string[], folder: string): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await runDossier([...args, '--json'], { DOSSIER_DATA: folder });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** In this process, where a process of its own would show nothing more. */
async function jsonHere(args: readonly string[], folder: string): Promise<Record<string, unknown>> {
  const { stdout, error } = await runProgram([...args, '--json'], { DOSSIER_DATA: folder });
  if (error !== null) throw new Error(error);
  return JSON.parse(stdout);
}

interface Reply {
  readonly data: object;
  readonly meta: { readonly sample?: boolean };
}

async function onlyAccount(folder: string): Promise<string> {
  const accounts = (await jsonHere(['account', 'list', '--sample'], folder)) as unknown as { id: string }[];
  return accounts[0]?.id ?? '';
}

describe('dossier', () => {
  it('loads a source, makes an account and a key, and serves what was loaded', async () => {
    const folder = newFolder();
    const report = await json(
      ['ingest', 'us_co_business_entities', '--file', ...sampleFiles('us_co_business_entities')],
      folder,
    );
    expect(report).toMatchObject({ outcome: 'done', warnings: [], error: null });
    const { id } = await json(['account', 'create', 'acme', '--credits', '10'], folder);
    const { key } = await json(['key', 'create', '--account', String(id)], folder);
    expect(key).toMatch(/^dsr_live_[0-9A-Za-z]{36}$/);

    const { child, started } = await startServing(folder);
    expect(started).toMatchObject({ sample: false, key: null });
    const response = await fetch(`${started.url}/api/v1/search?name=aspen`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    expect(await end(child, 'SIGTERM')).toBe(0);
    const usage = await json(['account', 'usage', String(id)], folder);
    expect(usage).toMatchObject([{ operation: 'searchEntities', requests: 1, credits: 1 }]);
  });

  it('starts on the bundled sample and prints a key and three curl lines that work', async () => {
    const folder = newFolder();
    const child = spawnDossier(['serve'], { DOSSIER_DATA: folder, DOSSIER_PORT: '0' });
    let text = '';
    for await (const chunk of child.stdout ?? []) {
      text += String(chunk);
      if (text.includes('Ctrl-C')) break;
    }
    const lines = [...text.matchAll(/curl -H '([^:]+): ([^']+)' '([^']+)'/g)];
    expect(lines).toHaveLength(3);
    for (const [, name = '', value = '', url = ''] of lines) {
      const { data, meta } = (await (await fetch(url, { headers: { [name]: value } })).json()) as Reply;
      expect(Array.isArray(data) ? data.length : Object.keys(data).length).toBeGreaterThan(0);
      expect(meta.sample).toBe(true);
    }
    expect(await end(child, 'SIGTERM')).toBe(0);
  });

  it('starts again on the same sample without another key, and makes one when asked', async () => {
    const folder = await folderWithSample('dossier-cli-');
    await end((await startServing(folder)).child, 'SIGTERM');
    const { child, started } = await startServing(folder);
    expect(started).toMatchObject({ key: null, sample: true });
    await end(child, 'SIGTERM');
    const made = await runProgram(['key', 'create', '--sample', '--account', await onlyAccount(folder)], {
      DOSSIER_DATA: folder,
    });
    expect(made.stdout).toMatch(/^dsr_test_/);
  });

  it('looks at the sample where no data was loaded, and serves it still', async () => {
    const folder = await folderWithSample('dossier-cli-');
    const { stdout, stderr } = await runDossier(['account', 'list', '--json'], { DOSSIER_DATA: folder });
    expect(JSON.parse(stdout)).toEqual([]);
    expect(stderr).toContain('No data is loaded yet: this is the bundled sample in');
    const { child, started } = await startServing(folder);
    expect(started).toMatchObject({ sample: true });
    await end(child, 'SIGTERM');
  });

  it('takes up a new index while it serves', async () => {
    const folder = newFolder();
    await jsonHere(
      ['ingest', 'us_co_business_entities', '--file', ...sampleFiles('us_co_business_entities')],
      folder,
    );
    const { child, started } = await startServing(folder);
    const records = async () => {
      const { data } = (await (await fetch(`${started.url}/api/v1/sources`)).json()) as {
        data: { id: string; indexedAt: string | null }[];
      };
      return data.find((source) => source.id === 'us_ny_active_corporations')?.indexedAt;
    };
    expect(await records()).toBeNull();
    await json(
      ['ingest', 'us_ny_active_corporations', '--file', ...sampleFiles('us_ny_active_corporations')],
      folder,
    );
    await expect.poll(records).not.toBeNull();
    await end(child, 'SIGTERM');
  });

  it('loading the same file twice writes nothing', async () => {
    const folder = newFolder();
    const args = ['ingest', 'us_fl_corporations', '--file', ...sampleFiles('us_fl_corporations')];
    const first = await jsonHere(args, folder);
    expect(await jsonHere(args, folder)).toMatchObject({
      added: 0,
      changed: 0,
      gone: 0,
      unchanged: first.records,
    });
    const sources = (await jsonHere(['sources'], folder)) as unknown as { id: string; indexedAt: string }[];
    // The index that was there holds it all.
    expect(sources.find(({ id }) => id === 'us_fl_corporations')?.indexedAt).toMatch(/^\d{4}-/);
  });

  it('takes the date of an edition from the name of its file, and asks for one that has none', async () => {
    const [sample = ''] = sampleFiles('us_fl_corporations');
    for (const [name, published, day, said] of [
      ['20230929c.txt', [], '2023-09-29', ''],
      ['cordata.txt', [], null, /do not contain a publication date.*--published/],
      ['cordata.txt', ['--published', '2023-07-01'], '2023-07-01', ''],
    ] as const) {
      const folder = newFolder();
      const file = join(folder, name);
      copyFileSync(sample, file);
      const data = join(folder, 'data');
      const args = ['ingest', 'us_fl_corporations', '--file', file, ...published, '--no-index', '--json'];
      const { status, stderr } = await runDossier(args, { DOSSIER_DATA: data });
      expect(status).toBe(0);
      if (said === '') expect(stderr).not.toContain('publication date');
      else expect(stderr).toMatch(said);
      const sources = (await jsonHere(['sources'], data)) as unknown as { id: string; publishedAt: string }[];
      expect(sources.find(({ id }) => id === 'us_fl_corporations')?.publishedAt).toBe(day);
    }
  });

  it('a dry run changes nothing', async () => {
    const folder = newFolder();
    const args = ['ingest', 'us_fl_corporations', '--file', ...sampleFiles('us_fl_corporations')];
    expect(await jsonHere([...args, '--dry-run'], folder)).toMatchObject({ outcome: 'done', runId: null });
    const sources = (await jsonHere(['sources'], folder)) as unknown as { id: string; loaded: boolean }[];
    expect(sources.every((source) => !source.loaded)).toBe(true);
  });

  it('a file cut in the middle changes nothing and fails with one clear sentence', async () => {
    const folder = newFolder();
    const cut = join(folder, 'cut.csv');
    writeFileSync(cut, 'entityid,entityname\n1,"ACME');
    const { error } = await runProgram(['ingest', 'us_co_business_entities', '--file', cut], {
      DOSSIER_DATA: folder,
    });
    expect(error).toMatch(/^cut\.csv [^\n]+\.$/);
  });

  it('keeps sample and real data apart', async () => {
    const folder = newFolder();
    await jsonHere(['ingest', '--sample'], folder);
    const files = sampleFiles('us_fl_corporations');
    const { error } = await runProgram(['ingest', 'us_fl_corporations', '--file', ...files], {
      DOSSIER_DATA: folder,
    });
    expect(error).toContain('real data needs its own folder');
    const { id } = await jsonHere(['account', 'create', 'x', '--credits', '1'], folder);
    expect((await jsonHere(['key', 'create', '--account', String(id)], folder)).key).toMatch(/^dsr_test_/);
  });

  it('rotates with overlap and revokes', async () => {
    const folder = newFolder();
    const { id } = await jsonHere(['account', 'create', 'x', '--credits', '1'], folder);
    const first = await jsonHere(
      ['key', 'create', '--account', String(id), '--scopes', 'read', '--expires', '2099-12-31'],
      folder,
    );
    const second = await jsonHere(['key', 'rotate', String(first.id), '--overlap', '1h'], folder);
    expect(second).toMatchObject({ scopes: ['read'], expiresAt: first.expiresAt });
    await jsonHere(['key', 'revoke', String(second.id)], folder);
    const keys = (await jsonHere(['key', 'list'], folder)) as unknown as {
      id: string;
      revokedAt: string | null;
    }[];
    expect(keys.find((key) => key.id === second.id)?.revokedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(JSON.stringify(keys)).not.toContain(String(second.key));
  });

  it.each([
    [['serve'], { DOSSIER_PROT: '1' }, /DOSSIER_PROT is not a setting/],
    [['frobnicate'], {}, /unknown command/],
  ])('%j ends with status 1 and a sentence', async (args, env, sentence) => {
    const { status, stdout, stderr } = await runDossier(args, { DOSSIER_DATA: newFolder(), ...env });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    [['ingest', 'us_nowhere'], {}, /^There is no source us_nowhere; dossier sources lists them\.$/],
    [['ingest', 'us_fl_corporations', '--file', '/no/such/file'], {}, /\/?file/],
    [['ingest', 'us_fl_corporations'], {}, /set DOSSIER_FL_SFTP_USER and DOSSIER_FL_SFTP_PASSWORD/],
    [['ingest', 'us_ak_corporations'], {}, /us_ak_corporations is loaded with --file\. /],
    [['account', 'create', 'x', '--credits', '-5'], {}, /whole number/],
    [['key', 'create', '--account', 'nobody'], {}, /contains no data yet\. Load some with dossier ingest/],
    [['serve'], { DOSSIER_PORT: 'x' }, /DOSSIER_PORT must be/],
  ])('%j is refused in a sentence', async (args, env, sentence) => {
    const { stdout, error } = await runProgram(args, { DOSSIER_DATA: newFolder(), ...env });
    expect([stdout, error]).toEqual(['', expect.stringMatching(sentence)]);
  });

  it('has help, which is no failure', async () => {
    const { status, stdout } = await runDossier(['serve', '--help'], {});
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: dossier /);
  });

  it.each([
    ['serve'],
    ['ingest'],
    ['sources'],
    ['index'],
    ['migrate'],
    ['account', 'create'],
    ['key', 'rotate'],
    ['ledger', 'verify'],
  ])('%s %s has help that names its options', async (...args) => {
    const { stdout } = await runProgram([...args.filter((word) => word !== undefined), '--help'], {});
    expect(stdout).toMatch(/^Usage: dossier /);
    expect(stdout).toContain('--json');
  });
});
