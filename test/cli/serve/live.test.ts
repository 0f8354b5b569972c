import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CliContext } from '../../../src/cli/context.js';
import { createProgram } from '../../../src/cli/program.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { type PortalServer, startPortal } from '../../support/portal/portal-server.js';

let portal: PortalServer;
beforeAll(async () => {
  portal = await startPortal();
  portal.table('data.colorado.gov', '4ykn-tg5h', { rows: [{ entityid: '1', entityname: 'ASPEN LLC' }] });
});
afterAll(() => portal.close());

/** Runs a command that ends when `stop` is called; `line` is the first it prints. */
function start(folder: string, env: Record<string, string>, args: readonly string[]) {
  let print = (_line: string) => {};
  let stop = () => {};
  const line = new Promise<string>((resolve) => {
    print = resolve;
  });
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      print(String(chunk));
      done();
    },
  });
  const context: CliContext = {
    env: { DOSSIER_DATA: folder, DOSSIER_PORT: '0', ...env },
    stdout,
    stderr: silent,
    now: Date.now,
    untilStopped: () => stopped,
    originOf: portal.origin,
  };
  const ended = createProgram(context, args).then((program) =>
    program.parseAsync(['node', 'dossier', ...args, '--json']),
  );
  return { line, stop, ended };
}

async function json(folder: string, ...args: readonly string[]) {
  const { line, ended } = start(folder, {}, args);
  await ended;
  return JSON.parse(await line) as Record<string, string>;
}

describe('dossier serve with DOSSIER_LIVE=on', () => {
  it('answers from portals though nothing was ever loaded, and without it does not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-live-'));
    const live = start(folder, { DOSSIER_LIVE: 'on' }, ['serve']);
    const { url, sample } = JSON.parse(await live.line) as { url: string; sample: boolean };
    expect(sample).toBe(false);
    const { id } = await json(folder, 'account', 'create', 'acme', '--credits', '10');
    const { key } = await json(folder, 'key', 'create', '--account', String(id));
    const headers = { authorization: `Bearer ${key}` };
    const reply = await fetch(`${url}/api/v1/entity/CO:1`, { headers });
    expect(await reply.json()).toMatchObject({
      data: { name: 'ASPEN LLC' },
      meta: { live: true, creditsUsed: 1 },
    });
    live.stop();
    await live.ended;

    const request = portal.requests.length;
    const off = start(folder, {}, ['serve']);
    const started = JSON.parse(await off.line) as { url: string };
    expect((await fetch(`${started.url}/api/v1/entity/CO:1`, { headers })).status).toBe(404);
    expect(portal.requests).toHaveLength(request);
    off.stop();
    await off.ended;
  });

  it('reads no portal for the sample, which is invented', async () => {
    const { path } = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-live-')), 'sample');
    const request = portal.requests.length;
    const { line, stop, ended } = start(path, { DOSSIER_LIVE: 'on' }, ['serve']);
    const { url, key, sample } = JSON.parse(await line) as { url: string; key: string; sample: boolean };
    expect(sample).toBe(true);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${url}/api/v1/entity/CO:1`, { headers })).status).toBe(404);
    expect(portal.requests).toHaveLength(request);
    stop();
    await ended;
  });
});
