import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { optionsFor } from '../postgres/server.js';
import { businessesCsv, newFolder } from '../publishing.js';
import { STUB_KEYS, startS3Stub } from '../servers/s3-stub.js';
import { type Finished, runDossier, type Serving, startServing } from './process.js';

/** A cluster of real processes over a database of the tests' server and a bucket in this process; `more` are settings of all its nodes. */
export async function startCluster(database: string, more: Readonly<Record<string, string>> = {}) {
  const stub = await startS3Stub();
  const root = newFolder('cluster');
  const secret = join(root, 'secret');
  writeFileSync(secret, STUB_KEYS.secretKey);
  const files = join(root, 'files');
  mkdirSync(files);
  const common = {
    DOSSIER_POSTGRES: (await optionsFor(database)).url,
    DOSSIER_POSTGRES_DURABILITY: 'local',
    DOSSIER_PUBLICATIONS: stub.url,
    DOSSIER_S3_ENDPOINT: stub.endpoint,
    DOSSIER_S3_REGION: STUB_KEYS.region,
    DOSSIER_S3_ACCESS_KEY: STUB_KEYS.accessKey,
    DOSSIER_S3_SECRET_KEY_FILE: secret,
    ...more,
  };
  const envOf = (node: string) => ({
    ...common,
    DOSSIER_NODE: node,
    DOSSIER_DATA: join(root, node),
  });
  /** A file of invented businesses, each named after the value. */
  const fileOf = (count: number, value: string): string => {
    const path = join(files, `${value}.csv`);
    writeFileSync(path, businessesCsv(count, value));
    return path;
  };
  const request = async <Answer>(node: string, args: readonly string[]): Promise<Answer> => {
    const { status, stdout, stderr } = await runDossier([...args, '--json'], envOf(node));
    if (status !== 0) throw new Error(`dossier ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as Answer;
  };
  return {
    stub,
    envOf,
    fileOf,
    folderOf: (node: string) => join(root, node),
    run: (node: string, args: readonly string[]): Promise<Finished> => runDossier(args, envOf(node)),
    ingest: (node: string, count: number, value: string): Promise<Finished> =>
      runDossier(['ingest', 'us_co_business_entities', '--file', fileOf(count, value)], envOf(node)),
    /** What a command answers as JSON. */
    request,
    /** The key of a new account. */
    newKey: async (node: string, name: string, scopes: string, credits = 1_000_000): Promise<string> => {
      await request(node, [
        'account',
        'create',
        name,
        '--credits',
        String(credits),
        '--per-minute',
        '1000000',
      ]);
      return (await request<{ key: string }>(node, ['key', 'create', '--account', name, '--scopes', scopes]))
        .key;
    },
    serve: (node: string, args: readonly string[] = []): Promise<Serving> =>
      startServing(join(root, node), args, envOf(node)),
    close: () => stub.close(),
  };
}

/** Resolves when a service answers from that version. */
export async function untilServed(url: string, version: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(100)) {
    if ((await metricOf(url, 'dossier_publication_served')) === version) return;
  }
  throw new Error(`${url} did not serve version ${version} within a minute.`);
}

/** A metric of a service. */
export async function metricOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
