import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { end, spawnDossier } from '../../support/processes/process.js';
import { newSampleFolder } from '../../support/sample.js';

it('a page of a listed origin may call it; each request is a line of JSON on standard error, without the key', async () => {
  const child = spawnDossier(['serve', '--json'], {
    DOSSIER_DATA: (await newSampleFolder('dossier-settings-')).path,
    DOSSIER_PORT: '0',
    DOSSIER_LOG_LEVEL: 'info',
    DOSSIER_CORS_ORIGINS: 'https://app.example.com',
    DOSSIER_TRUST_PROXY: 'loopback',
  });
  let logged = '';
  child.stderr?.on('data', (chunk) => {
    logged += String(chunk);
  });
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    if (printed.includes('\n')) break;
  }
  const { url, key } = JSON.parse(printed) as { url: string; key: string };
  const headers = {
    authorization: `Bearer ${key}`,
    origin: 'https://app.example.com',
    'x-request-id': 'r-1',
  };
  const response = await fetch(`${url}/api/v1/search?name=willow&key=${key}`, { headers });
  expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  await response.text();
  expect(await end(child, 'SIGTERM')).toBe(0);
  const line = logged.split('\n').find((text) => text.includes('"requestId":"r-1"')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ level: 30, operation: 'searchEntities', status: 200, credits: 1 });
  expect(logged).not.toContain(key);
});

it('a place that cannot be listened on is told in a sentence, with the cure', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const taken =
    'is in use by another program. Set DOSSIER_PORT or DOSSIER_HOST to a free port or address, or stop that program.';
  const another =
    'Set DOSSIER_HOST to an address of this machine and DOSSIER_PORT to a port that you may use.';
  const hosts = [
    ['127.0.0.1', taken],
    ['203.0.113.7', `cannot be used (EADDRNOTAVAIL). ${another}`],
    [
      'nowhere.invalid',
      expect.stringMatching(/^cannot be used \((ENOTFOUND|EAI_AGAIN)\)\. Set DOSSIER_HOST /),
    ],
  ] as const;
  const outcomes = hosts.map(async ([host]) => {
    const { path } = await newSampleFolder('dossier-settings-');
    const child = spawnDossier(['serve'], {
      DOSSIER_DATA: path,
      DOSSIER_HOST: host,
      DOSSIER_PORT: String(port),
    });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
    });
    const [status] = await once(child, 'close');
    const [before, after] = said.trim().split('\n').at(-1)?.split(` of ${host} `) ?? [];
    return [status, before, after];
  });
  expect(await Promise.all(outcomes)).toEqual(
    hosts.map(([, sentence]) => [1, `dossier: Port ${port}`, sentence]),
  );
  other.close();
});
