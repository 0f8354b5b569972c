import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSecret } from '../../src/domain/webhooks.js';
import { signedHeaders } from '../../src/webhooks/deliverer.js';
import { startSample } from '../contract/support/sample-service.js';
import { SEEN } from '../sdk/support/every-use.mjs';
import { inheritedEnv } from '../support/processes/process.js';
import type { TestService } from '../support/service.js';

/** `.ci/run` installs them there from npm; none of them is needed to work on Dossier. */
const INSTALLED = resolve('.ci/runtimes/node_modules');
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  'Node that runs the tests': [process.execPath],
  'Node 22': [join(INSTALLED, 'node22/bin/node')],
  'Node 24': [join(INSTALLED, 'node24/bin/node')],
  'Node 26': [join(INSTALLED, 'node26/bin/node')],
  Deno: [join(INSTALLED, '.bin/deno'), 'run', '--quiet', '--allow-all', '--node-modules-dir=manual'],
  Bun: [join(INSTALLED, '.bin/bun')],
};
const isHere = ([, [program = '']]: readonly [string, readonly string[]]) => existsSync(program);
const here = Object.entries(RUNTIMES).filter(isHere);
for (const [name] of Object.entries(RUNTIMES).filter((one) => !isHere(one)))
  process.stderr.write(`${name} is not in .ci/runtimes: the client was not run on it.\n`);

let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-runtimes-'));
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: inheritedEnv(),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  npm('pack', '-w', 'sdk', '--ignore-scripts', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  npm('install', '--prefix', folder, join(folder, tarball));
  cpSync('test/sdk/support/every-use.mjs', join(folder, 'every-use.mjs'));
  service = await startSample();
});
afterAll(() => service?.close());

it.each(here)('the packed client does everything on %s', async (name, [program = '', ...args]) => {
  const at = Date.now();
  const secret = newSecret((size) => new Uint8Array(size).fill(7));
  const body = JSON.stringify({ type: 'watch.test', timestamp: 't', data: {} });
  const key = await service.newKey({ scopes: ['read', 'usage'], credits: 1_000 });
  const downloads = join(folder, name.replaceAll(' ', '-'));
  mkdirSync(downloads);
  const webhook = { secret, body, at, headers: { ...signedHeaders('msg_1', at, body, [secret]) } };
  const surroundings = JSON.stringify({ url: service.url, key, folder: downloads, webhook });
  const file = join(folder, `${name.replaceAll(' ', '-')}.mjs`);
  writeFileSync(
    file,
    `import * as client from 'dossier-client';
import { everyUse } from './every-use.mjs';
console.log(JSON.stringify(await everyUse(client, ${surroundings})));
`,
  );
  const { stdout } = await promisify(execFile)(program, [...args, file], {
    cwd: folder,
    env: inheritedEnv(),
  });
  expect(JSON.parse(stdout)).toEqual(SEEN);
  expect(readdirSync(downloads)).toContain('manifest.json');
});
