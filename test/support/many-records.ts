import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndexes } from '../../src/indexing/build.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
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

/** The process that may write exports now. */
export async function leaseHolder(data: string): Promise<number> {
  const state = openState({ path: join(data, 'state.db'), schema: 'current' });
  try {
    return Number((await state.leases.find('exports'))?.owner);
  } finally {
    await state.close();
  }
}
