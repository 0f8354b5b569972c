import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIndexes } from '../../src/indexing/build.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import type { Leases } from '../../src/store/store.js';
import { type Serving, standStill } from './processes/process.js';
import { runProgram } from './processes/program.js';
import { fill } from './service.js';
import { openState, openStore } from './store.js';

/** A data folder with so many companies, and a key to it. */
export async function manyRecords(count: number): Promise<{ readonly data: string; readonly key: string }> {
  const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-many-')), 'data');
  const store = await openStore(folder.path, { schema: 'migrate' });
  const draft = (at: number) => ({
    key: String(20_000_000_000 + at),
    name: `Aspen ${(at * 7_919) % 100_003} LLC`,
    principalAddress: `${(at * 104_729) % 9_973} Example St, Denver, CO 8${(at * 31) % 10_000}`,
  });
  const entities = { us_co_business_entities: Array.from({ length: count }, (_, at) => draft(at)) };
  await fill(store.catalog, { entities });
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  const run = async (...args: string[]) => {
    const { stdout, error } = await runProgram([...args, '--json'], { DOSSIER_DATA: folder.path });
    if (error !== null) throw new Error(error);
    return JSON.parse(stdout) as Record<string, string>;
  };
  const { id = '' } = await run('account', 'create', 'many', '--credits', '100000');
  const { key = '' } = await run('key', 'create', '--account', id, '--scopes', 'read,usage');
  return { data: folder.path, key };
}

/** The folders of exports that are being written, or that a killed process left so: `<id>.<token>`. */
export function workedOn(data: string): string[] {
  try {
    return readdirSync(join(data, 'exports')).filter((name) => name.includes('.'));
  } catch {
    return [];
  }
}

/** Stops the service that writes an export, in the middle of it, until SIGCONT. Returns it and the name of the export's folder. */
export async function pauseWriter(
  data: string,
  services: readonly Serving[],
): Promise<{ readonly writer: Serving; readonly folder: string }> {
  for (; ; await sleep(5)) {
    const owner = (await onLeases(data, (leases) => leases.find('exports')))?.owner;
    const writer = services.find(({ child }) => String(child.pid) === owner);
    if (!writer) continue;
    await standStill(writer.child);
    const [folder] = workedOn(data);
    if (folder !== undefined) return { writer, folder };
    // It is between two exports.
    writer.child.kill('SIGCONT');
  }
}

/** Ends the lease on exports as if its thirty seconds were over. */
export async function endLease(data: string): Promise<void> {
  await onLeases(data, async (leases) => {
    const held = await leases.find('exports');
    if (held) await leases.release('exports', held.token);
  });
}

async function onLeases<Value>(data: string, work: (leases: Leases) => Promise<Value>): Promise<Value> {
  const state = openState({ path: join(data, 'state.db'), schema: 'current' });
  try {
    return await work(state.leases);
  } finally {
    await state.close();
  }
}
