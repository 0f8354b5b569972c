import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { StatefulSet } from 'kubernetes-models/apps/v1';
import type { CronJob } from 'kubernetes-models/batch/v1';
import type { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { expectSettings } from './settings.js';

/** In which module of `kubernetes-models` each kind is declared. */
const MODULES: Readonly<Record<string, string>> = {
  CronJob: 'batch/v1',
  Ingress: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
  StatefulSet: 'apps/v1',
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const textOf = (name: string) => readFileSync(join('deploy/kubernetes', name), 'utf8');
const manifestsOf = (text: string) => parseAllDocuments(text).map((one) => one.toJS() as Manifest);

/** What the compiler finds if each manifest is a literal of its type: null, wrong types, and missing and misspelt fields. */
async function compile(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const lines = manifests.flatMap((manifest, index) => [
    `import type { I${manifest.kind} as I${index} } from 'kubernetes-models/${MODULES[manifest.kind]}';`,
    `export const manifest${index}: I${index} = ${JSON.stringify(manifest, null, 2)};`,
  ]);
  writeFileSync(join(folder, 'manifests.mts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--pretty', 'false'];
  const tsc = resolve('node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(tsc, [...options, 'manifests.mts'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the manifests of Kubernetes', () => {
  const alone = manifestsOf(textOf('dossier.yaml'));
  /** All but what the operator of PostgreSQL reads, whose types are not here. */
  const cluster = manifestsOf(textOf('cluster.yaml')).filter(
    ({ apiVersion }) => !apiVersion.includes('cnpg.io'),
  );
  const setsOf = (manifests: readonly Manifest[]) =>
    manifests.filter(({ kind }) => kind === 'StatefulSet') as unknown as StatefulSet[];

  it('are what the types of Kubernetes allow', async () => {
    expect(await compile([...alone, ...cluster])).toEqual([]);
  });

  it('the types find an empty, a misspelt, a wrong and a missing field', async () => {
    const text = textOf('dossier.yaml');
    const faults = [
      ['storage: 60Gi', ''],
      ['periodSeconds: 2', 'periodSecond: 2'],
      ['replicas: 1', 'replicas: one'],
      ['clusterIP: None', 'clusterIp: None'],
      [/selector:\n {4}matchLabels:\n {6}app.kubernetes.io\/name: dossier\n/, ''],
    ] as const;
    for (const [right, wrong] of faults) {
      expect(text).toMatch(right);
      expect(await compile(manifestsOf(text.replace(right, wrong)))).not.toEqual([]);
    }
  });

  it.each([['dossier.yaml'], ['cluster.yaml']])('%s says nothing twice, and leaves nothing empty', (name) => {
    const documents = parseAllDocuments(textOf(name));
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    const empty = (value: unknown, path: string): string[] => {
      if (value === null) return [path];
      if (typeof value !== 'object') return [];
      return Object.entries(value).flatMap(([key, inner]) => empty(inner, `${path}/${key}`));
    };
    expect(documents.flatMap((one) => empty(one.toJS(), ''))).toEqual([]);
  });

  it.each([
    ['dossier.yaml', alone],
    ['cluster.yaml', cluster],
  ])('what %s names is there: headless services, claims with a size, volumes and ports', (_, manifests) => {
    const services = manifests.filter(({ kind }) => kind === 'Service') as unknown as Service[];
    const sets = setsOf(manifests);
    for (const { spec } of sets) {
      const { serviceName, template, volumeClaimTemplates: claims = [] } = spec ?? {};
      const governing = services.find(({ metadata }) => metadata?.name === serviceName)?.spec;
      expect(governing?.clusterIP).toBe('None');
      const { labels = {} } = template?.metadata ?? {};
      expect(labels).toMatchObject(governing?.selector ?? { none: '' });
      expect(labels).toMatchObject(spec?.selector.matchLabels ?? { none: '' });
      for (const claim of claims) expect(claim.spec?.resources?.requests?.storage).toMatch(/^\d+Gi$/);
      const { containers = [], initContainers = [], volumes = [] } = template?.spec ?? {};
      const held = [
        ...volumes.map(({ name }) => name),
        ...claims.map(({ metadata }) => metadata?.name),
      ].sort();
      for (const { volumeMounts = [] } of [...initContainers, ...containers])
        expect(volumeMounts.map(({ name }) => name).sort()).toEqual(held);
    }
    const ports = sets.flatMap(({ spec }) =>
      (spec?.template.spec?.containers ?? []).flatMap((one) => (one.ports ?? []).map(({ name }) => name)),
    );
    for (const { spec } of services)
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
  });

  it.each([
    [alone, [1]],
    [cluster, [3, 2]],
  ])('settings and an image of this version, in so many replicas', async (documents, replicas) => {
    const sets = setsOf(documents);
    expect(sets.map(({ spec }) => spec?.replicas)).toEqual(replicas);
    for (const { spec } of sets) {
      const { containers = [], initContainers = [], enableServiceLinks } = spec?.template.spec ?? {};
      for (const { image, env = [] } of [...initContainers, ...containers]) {
        expect(image).toBe(`dossier:${version}`);
        const given = env.map(({ name, value = 'from-a-reference' }) => [name, value]);
        await expectSettings(Object.fromEntries(given));
      }
      // The variables that Kubernetes sets for a service of this name are no settings.
      expect(enableServiceLinks).toBe(false);
    }
  });

  it('the migration of a cluster never begins by itself, and is over a builder’s folder with its image and settings', () => {
    const sets = setsOf(cluster);
    const builder = sets.find(({ metadata }) => metadata?.name === 'dossier-builder')?.spec;
    const [job] = cluster.filter(({ kind }) => kind === 'CronJob') as unknown as CronJob[];
    expect(job?.spec?.suspend).toBe(true);
    const { containers = [], volumes = [] } = job?.spec?.jobTemplate.spec?.template.spec ?? {};
    const [container] = builder?.template.spec?.containers ?? [];
    expect(containers).toEqual([{ ...container, args: ['migrate'] }]);
    const data = { name: 'data', persistentVolumeClaim: { claimName: 'data-dossier-builder-0' } };
    expect(volumes).toEqual([...(builder?.template.spec?.volumes ?? []), data]);
  });

  it('nodes and builders of a cluster have the same settings, and wait for a synchronous standby', () => {
    const sets = setsOf(cluster);
    const settings = sets.map(({ spec }) => spec?.template.spec?.containers[0]?.env);
    expect(settings[1]).toEqual(settings[0]);
    const postgres = settings[0]?.find(({ name }) => name === 'DOSSIER_POSTGRES')?.value;
    expect(postgres).toContain('?sslmode=verify-full&sslrootcert=/run/secrets/postgres-ca/ca.crt');
    const [server] = manifestsOf(textOf('cluster.yaml'));
    // Its types are not here, so it is compared as a whole.
    expect(server).toEqual({
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Cluster',
      metadata: { name: 'dossier-pg' },
      spec: {
        instances: 3,
        postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required' } },
        bootstrap: { initdb: { database: 'dossier', owner: 'dossier' } },
        storage: { size: '200Gi' },
      },
    });
  });
});
