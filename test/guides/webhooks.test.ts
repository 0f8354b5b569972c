import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Server as TlsServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { end, inheritedEnv, runDossier, type Serving, startServing } from '../support/processes/process.js';
import { folderWithSample } from '../support/sample.js';
import { CERTIFICATE, CERTIFICATE_FILE, listenAt, RECEIVER_KEY } from '../webhooks/support/receiver.js';
import { runProgram } from './support/run-program.js';

const GUIDE = readFileSync('docs/guides/webhooks.md', 'utf8');
/** Of the guide's receiver: another one in each run, below those that a system gives to programs that ask for any. */
const PORT = 20_000 + (process.pid % 10_000);
const ENDPOINT = 'https://127.0.71.25:8443/hook';
const ALLOW = { DOSSIER_WEBHOOK_ALLOW: '127.0.71.25', NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE };

const blocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text ?? '');

let folder: string;
let data: string;
let serving: Serving;
let receiver: ChildProcess | undefined;
let proxy: TlsServer | undefined;
let reported = '';
beforeAll(async () => {
  data = await folderWithSample('dossier-guide-');
  folder = mkdtempSync(join(tmpdir(), 'dossier-receiver-'));
  serving = await startServing(data, ['--sample'], ALLOW);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('sdk'), join(folder, 'node_modules/dossier-client'));
  writeFileSync(join(folder, 'receiver.mjs'), blocks('js')[0] ?? '');
});
afterAll(async () => {
  proxy?.close();
  receiver?.kill();
  await end(serving.child, 'SIGTERM');
  rmSync(folder, { recursive: true });
});

/** A proxy that ends TLS before the guide's receiver, as an operator has one. */
async function startReceiver(secret: string): Promise<void> {
  receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { ...inheritedEnv(), SECRET: secret, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver.stdout?.on('data', (chunk) => {
    reported += String(chunk);
  });
  const server = createServer({ key: RECEIVER_KEY, cert: CERTIFICATE }, (socket) => {
    const inner = connect(PORT, '127.0.0.1');
    for (const one of [socket, inner]) one.on('error', () => [socket, inner].map((each) => each.destroy()));
    socket.pipe(inner).pipe(socket);
  });
  proxy = server;
  await listenAt(server, '127.0.71.25');
  await expect.poll(isOpen).toBe(true);
}

const isOpen = () =>
  new Promise<boolean>((done) => {
    const socket = connect(PORT, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });

async function sh(command: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-euc', command], {
    env: { ...inheritedEnv(), ...ALLOW, DOSSIER_DATA: join(data, 'sample'), ...env },
  });
  return stdout;
}

test('the receiver has 20 lines at most', () => {
  expect(blocks('js')[0]?.trim().split('\n').length).toBeLessThanOrEqual(20);
});

test('each command of the guide works, and the receiver is told', async () => {
  const { url } = serving.started;
  const account = await runDossier(['account', 'create', 'acme', '--credits', '10', '--json'], {
    DOSSIER_DATA: join(data, 'sample'),
  });
  expect(account.stderr).toBe('');
  const key = await runDossier(['key', 'create', '--account', 'acme', '--scopes', 'webhooks', '--json'], {
    DOSSIER_DATA: join(data, 'sample'),
  });
  const { key: KEY } = JSON.parse(key.stdout) as { key: string };
  const commands = blocks('sh')
    .flatMap((block) => block.trim().split('\n'))
    .map((line) => line.replace('./dossier', `'${resolve('dossier')}'`));
  expect(commands.length).toBeGreaterThan(8);
  let watch = '';
  for (const command of commands) {
    const said = await sh(command, { KEY, URL: url, ENDPOINT, WATCH: watch });
    expect(said, command).not.toBe('');
    if (watch === '') {
      const { data: made } = JSON.parse(said) as { data: { id: string; secret: string } };
      watch = made.id;
      await startReceiver(made.secret);
    }
  }
  const [made] = await runProgram(blocks('ts')[0] ?? '', { KEY, URL: url, ENDPOINT });
  expect(made).toEqual([expect.stringMatching(/^wat_/), expect.stringMatching(/^whsec_/)]);
  await expect.poll(() => reported.split('watch.test').length - 1).toBe(2);
});
