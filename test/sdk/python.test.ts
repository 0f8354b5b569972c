import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { end, inheritedEnv, type Serving, startServing } from '../support/processes/process.js';
import { folderWithSample } from '../support/sample.js';

/** The system's Python has the packages of the distribution. */
const PYTHON = '/usr/bin/python3';
const has = (modules: string) => spawnSync(PYTHON, ['-c', `import ${modules}`]).status === 0;
const [hasClient, hasPandas, hasMypy] = [has('httpx, pytest'), has('pandas'), has('mypy')];

const missing = [
  ...(hasClient ? [] : ['python3-httpx or python3-pytest']),
  ...(hasPandas ? [] : ['python3-pandas']),
  ...(hasMypy ? [] : ['mypy']),
];
if (missing.length > 0)
  process.stderr.write(
    `Not installed: ${missing.join(', ')}. Tests of the Python client that need it were not run.\n`,
  );

describe.runIf(hasClient)('the Python client', () => {
  let serving: Serving;
  let env: Record<string, string>;
  beforeAll(async () => {
    const data = await folderWithSample('dossier-python-');
    serving = await startServing(data, ['--sample']);
    const { stdout } = spawnSync(
      process.execPath,
      [
        'bin/dossier.js',
        'key',
        'create',
        '--account',
        'sample',
        '--scopes',
        'read,usage',
        '--sample',
        '--json',
      ],
      { env: { ...inheritedEnv(), DOSSIER_DATA: data }, encoding: 'utf8' },
    );
    const { key } = JSON.parse(stdout) as { key: string };
    env = {
      ...{ DOSSIER_TEST_URL: serving.started.url, DOSSIER_TEST_KEY: key },
      ...{ PYTHONPATH: 'sdk/python', PYTHONDONTWRITEBYTECODE: '1' },
    };
  });
  afterAll(() => end(serving.child, 'SIGTERM'));

  async function python(args: readonly string[]): Promise<{ status: number | null; output: string }> {
    const child = spawn(PYTHON, args, { env: { ...inheritedEnv(), ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => (output += String(piece)));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output };
  }

  test('passes its tests, alone and against a service', async () => {
    const { status, output } = await python([
      '-m',
      'pytest',
      '-q',
      '-p',
      'no:cacheprovider',
      'sdk/python/tests',
    ]);
    expect(status, output).toBe(0);
    expect(output).toMatch(hasPandas ? /^\d+ passed in/m : /^\d+ passed, 1 skipped in/m);
  });

  test.runIf(hasPandas)('makes a DataFrame as the README of the client shows', async () => {
    const readme = readFileSync('sdk/python/README.md', 'utf8');
    const blocks = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code = '']) => code);
    const code = blocks.find((block) => block.includes('DataFrame')) ?? '';
    const { status, output } = await python([
      '-c',
      code
        .replace('http://127.0.0.1:8080', env.DOSSIER_TEST_URL ?? '')
        .replace(/dsr_(?:live|test)_…/, env.DOSSIER_TEST_KEY ?? ''),
    ]);
    expect(status, output).toBe(0);
  });

  test('has a method for each operation, in both classes', async () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    const names = Object.values(paths)
      .flatMap(({ get, post, delete: remove }) => [get, post, remove])
      .flatMap((operation) => operation?.operationId ?? [])
      // Files, which are no JSON envelopes.
      .filter((id) => !['getExportManifest', 'getExportPart'].includes(id))
      .map((id) =>
        id
          .replace(/^(?:get|list)(?=[A-Z])/, '')
          .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
          .replace(/^_/, ''),
      );
    expect(names.length).toBeGreaterThan(25);
    const code = `from dossier_client import *\nprint([n for n in ${JSON.stringify(names)} if not (hasattr(Dossier, n) and hasattr(AsyncDossier, n))])`;
    expect((await python(['-c', code])).output).toBe('[]\n');
  });

  test.runIf(hasMypy)(
    'is typed: mypy accepts it, and finds a wrong argument and a wrong member',
    { timeout: 600_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'dossier-mypy-'));
      const wrong = join(folder, 'wrong.py');
      const lines = [
        'from dossier_client import Dossier',
        'd = Dossier("", "")',
        'd.search_entities(nam="a")',
        'd.entity("a").data["nam"]',
      ];
      writeFileSync(wrong, `${lines.join('\n')}\n`);
      const { output } = await python([
        ...['-m', 'mypy', '--strict', '--config-file=sdk/python/pyproject.toml', '--cache-dir=/dev/null'],
        ...['sdk/python/dossier_client', 'sdk/python/tests', wrong],
      ]);
      expect(output.match(/^.*error:/gm)).toEqual([`${wrong}:3: error:`, `${wrong}:4: error:`]);
    },
  );
});
