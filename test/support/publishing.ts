import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/settings.js';
import { updateIndexes } from '../../src/indexing/update.js';
import { load } from '../../src/loading/load.js';
import { Builder, type BuilderParts } from '../../src/publishing/build/builder.js';
import { Follower } from '../../src/publishing/follow/follower.js';
import type { Objects } from '../../src/publishing/objects/objects.js';
import { sha256Of } from '../../src/publishing/part-format.js';
import { DATA_FILES, fileNameOf, type Publication } from '../../src/publishing/publication.js';
import type { Verified } from '../../src/publishing/verify.js';
import { usCoBusinessEntities } from '../../src/sources/us/co/business-entities.js';
import { type Cluster, DATA_SCHEMA, openCluster } from '../../src/store/engine/engine.js';
import { claimFolder, type DataFolder } from '../../src/store/folder/data-folder.js';
import { openFolder } from '../../src/store/folder/open-folder.js';
import { readSlots, slotPath } from '../../src/store/folder/slots.js';
import type { DataVersion } from '../../src/store/store.js';
import { optionsFor, query } from './postgres/server.js';

export type TestCluster = Cluster<Publication>;

const HEAD =
  'entityid,entityname,principaladdress1,principaladdress2,principalcity,principalstate,principalzipcode,principalcountry,mailingaddress1,mailingaddress2,mailingcity,mailingstate,mailingzipcode,mailingcountry,entitystatus,jurisdictonofformation,entitytype,agentfirstname,agentmiddlename,agentlastname,agentsuffix,agentorganizationname,agentprincipaladdress1,agentprincipaladdress2,agentprincipalcity,agentprincipalstate,agentprincipalzipcode,agentprincipalcountry,agentmailingaddress1,agentmailingaddress2,agentmailingcity,agentmailingstate,agentmailingzipcode,agentmailingcountry,entityformdate';

export async function openRegister(database: string): Promise<TestCluster> {
  return await openCluster<Publication>(await optionsFor(database), { schema: 'create' });
}

/** Forgets versions and nodes, and ends the lease. */
export async function emptyRegister(database: string): Promise<void> {
  await query(
    database,
    `DELETE FROM cluster.pinned; DELETE FROM cluster.publications; DELETE FROM cluster.nodes;
    UPDATE cluster.leases SET until = clock_timestamp()`,
  );
}

export function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `dossier-${name}-`));
}

export function newBuilderFolder(): DataFolder {
  return claimFolder(newFolder('builder'), 'data');
}

/** The text of a file of invented businesses; the value is in the name of each, so one look tells which version answered. */
export function businessesCsv(count: number, value: string): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const id = 20_221_000_000 + at;
    return `${id},"Willow ${at} of ${value} LLC",1 Main St,,Salida,CO,81201,US,,,,,,,Exists,CO,DLLC,,,,,,,,,,,,,,,,,,2022-01-04T00:00:00.000`;
  });
  return `${[HEAD, ...rows].join('\n')}\n`;
}

export async function loadBusinesses(folder: DataFolder, count: number, value: string): Promise<void> {
  mkdirSync(folder.work, { recursive: true });
  const path = join(folder.work, `${value}.csv`);
  writeFileSync(path, businessesCsv(count, value));
  const store = await openFolder(folder);
  try {
    const report = {
      note: () => undefined,
      progress: () => ({ show: () => undefined, end: () => undefined }),
    };
    const loading = { config: toConfig(readEnv({})), folder, now: Date.now, report, store };
    const done = await load(loading, usCoBusinessEntities, { paths: [path], force: true } as never);
    if (done.error !== null) throw new Error(done.error);
    await updateIndexes(store.catalog, folder.index, Date.now);
  } finally {
    await store.close();
  }
}

/** Takes the lease, loads, publishes, gives it back. */
export async function loadAndPublish(
  parts: Omit<BuilderParts, 'node' | 'note'>,
  count: number,
  value: string,
): Promise<Publication | undefined> {
  const builder = await openBuilder(parts);
  try {
    await loadBusinesses(parts.folder, count, value);
    return await publishOf(builder);
  } finally {
    await builder.close();
  }
}

export function openBuilder(
  parts: Omit<BuilderParts, 'node' | 'note'> & Partial<Pick<BuilderParts, 'note'>>,
): Promise<Builder> {
  return Builder.open({ node: 'builder', note: () => undefined, ...parts });
}

export function publishOf(builder: Builder, whole = false): Promise<Publication | undefined> {
  return builder.publish({ bringIndexUp: async () => undefined, whole });
}

export interface TestReader {
  readonly folder: string;
  readonly follower: Follower;
  /** What it was told to serve, in order. */
  readonly used: DataVersion[];
}

export function newReader(
  cluster: TestCluster,
  objects: Objects,
  folder = newFolder('reader'),
  schema = DATA_SCHEMA,
  pauseMs = 0,
  onVerified: (found: Verified) => void = () => undefined,
): TestReader {
  const used: DataVersion[] = [];
  const follower = new Follower({
    folder,
    objects,
    register: cluster.publications,
    schema,
    use: async (next) => void used.push(next),
    untilUnread: async () => undefined,
    onWanted: () => undefined,
    onVerified,
    pauseMs,
  });
  return { folder, follower, used };
}

/** The SHA-256 of what a reader serves, by file. */
export function servedBytes(folder: string): Record<string, string> {
  return dataBytes(servedData(folder));
}

export function servedData(folder: string): string {
  const { active, whole } = readSlots(folder);
  if (active === null) throw new Error('Nothing is served.');
  return slotPath(folder, active, whole[active]);
}

/** The SHA-256 of catalog and links of a folder, without the mark that they go with a log. */
export function dataBytes(folder: string): Record<string, string> {
  return Object.fromEntries(
    DATA_FILES.map((file) => [file, sha256Of(readFileSync(join(folder, fileNameOf(file))).fill(1, 18, 20))]),
  );
}

export function holdsText(folder: string, text: string): boolean {
  return readFileSync(join(folder, 'catalog.db')).includes(text);
}
