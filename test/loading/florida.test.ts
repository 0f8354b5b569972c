import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { PASSWORD, type SftpTestServer, startSftp, USER } from '../support/sftp/sftp-server.js';
import { openStore } from '../support/store.js';

const FL = 'us_fl_corporations';
const RECORDS = readFileSync('test/sources/us/fl/corporations/input.txt');
const [FIRST = ''] = RECORDS.toString('latin1').split('\n');
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-10-20T12:00:00.000Z');

let server: SftpTestServer;
let folder: string;
let now: number;
beforeEach(async () => {
  server = await startSftp();
  folder = mkdtempSync(join(tmpdir(), 'dossier-florida-'));
  now = NOW;
  put('doc/quarterly/cor/cordata.zip', RECORDS, '2026-10-10');
  put('doc/cor/20261012c.txt', named('RENAMED ONCE LLC'), '2026-10-12');
  put('doc/cor/20261001c.txt', named('TOO OLD LLC'), '2026-10-01');
  put('doc/cor/20261012ce.txt', Buffer.from('events'), '2026-10-12');
});
afterEach(() => server.close());

function put(path: string, body: Buffer, day: string): void {
  server.files.set(path, { body, modifiedAt: Date.parse(day) });
}

/** The first record under another name. */
function named(name: string): Buffer {
  return Buffer.from(`${FIRST.slice(0, 12)}${name.padEnd(192)}${FIRST.slice(204)}\n`, 'latin1');
}

async function dossier(
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<{ json: unknown; reported: string }> {
  const written = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      write: (chunk, _encoding, done) => {
        written[name] += String(chunk);
        done();
      },
    });
  const program = await createProgram({
    env: {
      DOSSIER_DATA: folder,
      DOSSIER_FL_SFTP_HOST: `127.0.0.1:${server.port}`,
      DOSSIER_FL_SFTP_USER: USER,
      DOSSIER_FL_SFTP_PASSWORD: PASSWORD,
      ...settings,
    },
    stdout: into('stdout'),
    stderr: into('stderr'),
    now: () => now,
    untilStopped: () => new Promise(() => undefined),
    // No other publisher is there.
    originOf: () => 'http://127.0.0.1:9',
  });
  await program.parseAsync(['node', 'dossier', ...args, '--json']);
  return { json: written.stdout === '' ? null : JSON.parse(written.stdout), reported: written.stderr };
}

async function namesHeld(): Promise<string[]> {
  const store = await openStore(folder, { schema: 'current' });
  const names: string[] = [];
  for await (const batch of store.catalog.entities.scanFacets()) {
    names.push(...batch.map(({ facets }) => facets.name));
  }
  await store.close();
  return names;
}

describe('Florida’s server', () => {
  it('gives the quarterly edition and the days since, then the days alone, then the next edition', async () => {
    const first = (await dossier(['ingest', FL, '--no-index'])).json as { records: number };
    expect(first).toMatchObject({ outcome: 'done', added: first.records });
    expect(await namesHeld()).toContain('RENAMED ONCE LLC');
    now += DAY_MS;
    put('doc/cor/20261020c.txt', named('RENAMED TWICE LLC'), '2026-10-21');
    const next = (await dossier(['ingest', FL, '--no-index'])).json;
    expect(next).toMatchObject({ outcome: 'done', rows: 1, changed: 1, complete: false });
    expect(await namesHeld()).toContain('RENAMED TWICE LLC');
    now += 80 * DAY_MS;
    put('doc/quarterly/cor/cordata.zip', RECORDS, '2027-01-08');
    expect((await dossier(['ingest', FL, '--no-index'])).json).toMatchObject({
      rows: first.records,
      changed: 1,
    });
    expect(await namesHeld()).not.toContain('RENAMED TWICE LLC');
  });

  it('gives an edition that took the place of the old one before that was loaded', async () => {
    const first = (await dossier(['ingest', FL, '--no-index'])).json as { rows: number };
    put('doc/quarterly/cor/cordata.zip', RECORDS, '2026-10-19');
    now += DAY_MS;
    expect((await dossier(['ingest', FL, '--no-index'])).json).toMatchObject({ rows: first.rows });
    now += DAY_MS;
    expect((await dossier(['ingest', FL, '--no-index'])).json).toMatchObject({ rows: 0 });
  });

  it('gives days again that were read before, and the last of them still wins', async () => {
    put('doc/cor/20261018c.txt', named('RENAMED ONCE MORE LLC'), '2026-10-18');
    put('doc/cor/20261019c.txt', named('LAST NAME LLC'), '2026-10-19');
    for (const changed of [0, 0, 0]) {
      expect((await dossier(['ingest', FL, '--no-index'])).json).toMatchObject({ outcome: 'done', changed });
      expect(await namesHeld()).toContain('LAST NAME LLC');
      now += DAY_MS;
    }
  });

  it('stands in the preflight with the sizes it tells, and without its settings as not possible', async () => {
    const planned = async (settings: NodeJS.ProcessEnv) => {
      const { json, reported } = await dossier(['ingest', '--all', '--dry-run'], settings);
      const { sources } = json as { sources: { source: string }[] };
      return { line: sources.find(({ source }) => source === FL), reported };
    };
    const { line, reported } = await planned({});
    expect(line).toMatchObject({ fetch: 'whole', files: 2, bytes: RECORDS.length + 1441, missing: [] });
    expect(reported).not.toContain(PASSWORD);
    expect((await planned({ DOSSIER_FL_SFTP_USER: '', DOSSIER_FL_SFTP_PASSWORD: '' })).line).toMatchObject({
      fetch: 'not possible',
      missing: ['DOSSIER_FL_SFTP_USER', 'DOSSIER_FL_SFTP_PASSWORD'],
    });
    const refused = await planned({ DOSSIER_FL_SFTP_PASSWORD: 'wrong-secret' });
    expect(refused.line).toMatchObject({ fetch: 'whole', bytes: null });
    expect(refused.reported).toContain('the server rejected the user name and password');
    expect(refused.reported).not.toContain('wrong-secret');
  });

  it('that refuses the password is a failed run, which tells why and not the password', async () => {
    const wrong = dossier(['ingest', FL], { DOSSIER_FL_SFTP_PASSWORD: 'wrong-secret' });
    await expect(wrong).rejects.toThrow(
      /could not be fetched: the server rejected the user name and password\.$/,
    );
    const { json } = await dossier(['sources']);
    const run = (json as { id: string; lastRun: unknown }[]).find(({ id }) => id === FL)?.lastRun;
    expect(run).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('rejected the user name'),
    });
    expect(JSON.stringify(json)).not.toContain('wrong-secret');
  });

  it('is not asked without user and password, nor with a host key that is not the pinned one', async () => {
    await expect(dossier(['ingest', FL], { DOSSIER_FL_SFTP_USER: '' })).rejects.toThrow(
      'set DOSSIER_FL_SFTP_USER and DOSSIER_FL_SFTP_PASSWORD',
    );
    const pinned = `SHA256:${'A'.repeat(43)}`;
    await expect(dossier(['ingest', FL], { DOSSIER_FL_SFTP_HOST_KEY: pinned })).rejects.toThrow(
      `the host key is ${server.hostKey}, and ${pinned} was expected.`,
    );
    expect(server.logins).toEqual([]);
    await dossier(['ingest', FL, '--no-index'], { DOSSIER_FL_SFTP_HOST_KEY: server.hostKey });
  });
});
