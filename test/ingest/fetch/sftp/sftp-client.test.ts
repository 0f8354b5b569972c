import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, FetchError } from '../../../../src/ingest/fetch/index.js';
import { hostKeyCheck, SftpClient, type SftpOptions } from '../../../../src/ingest/fetch/sftp/index.js';
import { PASSWORD, type SftpTestServer, startSftp, USER } from '../../../support/sftp/sftp-server.js';

const CHUNK = 30 * 1024;
const BODY = Buffer.from(Array.from({ length: 60 * CHUNK + 7 }, (_, at) => at % 251));
const DAY = Date.parse('2026-10-01T06:00:00.000Z');
const PATH = 'doc/quarterly/cor/cordata.zip';

let server: SftpTestServer;
let folder: string;
let waits: number[];
let open: SftpClient[];
beforeEach(async () => {
  server = await startSftp();
  server.files.set(PATH, { body: BODY, modifiedAt: DAY });
  folder = mkdtempSync(join(tmpdir(), 'dossier-sftp-'));
  waits = [];
  open = [];
});
afterEach(async () => {
  for (const client of open) client.close();
  await server.close();
});

describe('a file over SFTP', () => {
  it('is fetched whole under the publisher’s name, with its time', async () => {
    const file = await client().fetch(PATH);
    expect(readFileSync(file.path).equals(BODY)).toBe(true);
    expect(basename(file.path)).toBe('cordata.zip');
    expect(file).toMatchObject({
      url: `sftp://127.0.0.1:${server.port}/${PATH}`,
      lastModified: DAY,
      unchanged: false,
    });
  });

  it('is fetched again only if its length or time has changed', async () => {
    await client().fetch(PATH);
    const before = server.reads.length;
    expect(await client().fetch(PATH)).toMatchObject({ unchanged: true });
    expect(server.reads.length).toBe(before);
    server.files.set(PATH, { body: BODY, modifiedAt: DAY + 1_000 });
    expect(await client().fetch(PATH)).toMatchObject({ unchanged: false });
  });

  it('goes on from where a transfer was cut', async () => {
    server.faults.cutAfter = 50 * CHUNK;
    const file = await client().fetch(PATH);
    expect(readFileSync(file.path).equals(BODY)).toBe(true);
    expect(waits).toEqual([1_000]);
    // What was under way when it was cut is asked for again, the beginning is not.
    expect(server.reads.filter((start) => start < 10 * CHUNK)).toHaveLength(10);
  });

  it('starts again where the file changed while a transfer was cut', async () => {
    server.faults.cutAfter = 50 * CHUNK;
    const changed = Buffer.alloc(150_000, 'new');
    const file = await client({
      onRetry: () => server.files.set(PATH, { body: changed, modifiedAt: DAY + 5_000 }),
    }).fetch(PATH);
    expect(readFileSync(file.path).equals(changed)).toBe(true);
  });

  it('starts again where another took its place while it was read', async () => {
    const changed = Buffer.alloc(BODY.length, 'new');
    server.faults.amidReads = () => server.files.set(PATH, { body: changed, modifiedAt: DAY + 5_000 });
    const file = await client().fetch(PATH);
    expect(readFileSync(file.path).equals(changed)).toBe(true);
    expect(file.lastModified).toBe(DAY + 5_000);
    expect(waits).toEqual([1_000]);
  });

  it('is whole from a server that gives less at a time than it is asked for', async () => {
    server.faults.mostPerRead = 9_000;
    const file = await client().fetch(PATH);
    expect(readFileSync(file.path).equals(BODY)).toBe(true);
  });

  it('may be empty', async () => {
    server.files.set('doc/cor/20261001c.txt', { body: Buffer.alloc(0), modifiedAt: DAY });
    expect(readFileSync((await client().fetch('doc/cor/20261001c.txt')).path)).toHaveLength(0);
  });

  it('is given up after six tries where the server falls silent, and nothing of it is kept', async () => {
    server.faults.silent = true;
    const error = await client({ idleTimeoutMs: 50 })
      .fetch(PATH)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FetchError);
    expect((error as Error).message).toBe(
      `sftp://127.0.0.1:${server.port}/${PATH} could not be fetched after 6 tries: no data received for 0.05 seconds.`,
    );
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(filesIn(folder)).toEqual([]);
  });

  it('is refused if the server states no length or time, also in a list', async () => {
    server.faults.tellsNothing = true;
    const works = [
      () => client().fetch(PATH),
      () => client().stat(PATH),
      () => client().list('doc/quarterly/cor'),
    ];
    for (const work of works) {
      const refused = await work().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(FetchError);
      expect((refused as Error).message).toContain(`the server reported no size or no time for ${PATH}`);
    }
  });

  it('that does not exist is asked for once', async () => {
    await expect(client().fetch('doc/none.zip')).rejects.toThrow(
      /doc\/none\.zip could not be fetched: the server has no such file\.$/,
    );
    expect(waits).toEqual([]);
  });
});

describe('a server that is logged in to', () => {
  it('is asked once with a wrong password, which no sentence repeats', async () => {
    const wrong = client({ server: { ...login(), password: 'wrong-secret' } });
    const error = await wrong.fetch(PATH).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/could not be fetched: the server rejected the user name and password\.$/);
    expect(String(error)).not.toContain('wrong-secret');
    expect(server.logins).toEqual([`${USER}:wrong-secret`]);
  });

  it('is tried again where nobody answers, unless it is only looked at', async () => {
    await server.close();
    await expect(client().fetch(PATH)).rejects.toThrow(/after 6 tries: the connection failed/);
    waits = [];
    await expect(client({ tryOnce: true }).stat(PATH)).rejects.toThrow(/fetched: the connection failed/);
    expect(waits).toEqual([]);
  });

  it('lists a folder with lengths and times', async () => {
    server.files.set('doc/cor/20261001c.txt', { body: Buffer.from('day'), modifiedAt: DAY });
    expect(await client().list('doc/cor')).toEqual([
      { path: 'doc/cor/20261001c.txt', bytes: 3, modifiedAt: DAY },
    ]);
  });
});

describe('the host key', () => {
  const kept = () => join(folder, 'host-keys.json');
  const check = (pinned: string | null) => hostKeyCheck('127.0.0.1', pinned, kept());

  it('that is seen first is kept, and another is refused before the password is sent', async () => {
    await client({ server: { ...login(), refuse: check(null) } }).stat(PATH);
    expect(JSON.parse(readFileSync(kept(), 'utf8'))).toEqual({ '127.0.0.1': server.hostKey });
    await client({ server: { ...login(), refuse: check(null) } }).stat(PATH);
    const known = server.hostKey;
    const other = await startSftp();
    const stranger = client({ server: { ...login(), port: other.port, refuse: check(null) } });
    await expect(stranger.stat(PATH)).rejects.toThrow(
      `the host key is ${other.hostKey}, and ${known} was expected.`,
    );
    expect(other.logins).toEqual([]);
    await other.close();
  });

  it('that is pinned is the only one that will do, whatever was seen', async () => {
    await client({ server: { ...login(), refuse: check(server.hostKey) } }).stat(PATH);
    const pinned = `SHA256:${'A'.repeat(43)}`;
    await expect(client({ server: { ...login(), refuse: check(pinned) } }).stat(PATH)).rejects.toThrow(
      `and ${pinned} was expected.`,
    );
    expect(filesIn(folder)).toEqual([]);
  });

  it('is not believed where the kept ones cannot be read', async () => {
    writeFileSync(kept(), 'no JSON');
    await expect(client({ server: { ...login(), refuse: check(null) } }).stat(PATH)).rejects.toThrow(
      'the host key cannot be checked',
    );
    expect(server.logins).toEqual([]);
  });
});

function login(): SftpOptions['server'] {
  return { host: '127.0.0.1', port: server.port, user: USER, password: PASSWORD, refuse: () => undefined };
}

function client(options: Partial<SftpOptions> = {}): SftpClient {
  const made = new SftpClient({ server: login(), folder, clock: sleepingClock(), ...options });
  open.push(made);
  return made;
}

function sleepingClock(): Clock {
  return {
    now: () => DAY,
    sleep: async (ms) => {
      waits.push(ms);
    },
  };
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}
