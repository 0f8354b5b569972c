import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect } from 'vitest';
import type { Catalog } from '../../../src/store/store.js';
import { Bench, csv, type Lines } from '../../ingest/runs/register.js';
import { gather } from '../../store/catalog/fixtures.js';
import { openCatalog, openStore } from '../../support/store.js';

const BUILT = resolve('node_modules/.cache/dossier-held');

/** A run is applied in transactions of 5,000 rows: it can be held after each of three, and ends in the fourth. */
export const COUNT = 20_000;
export const first: Lines = Array.from(
  { length: COUNT },
  (_, index) => [`K${index}`, `Name ${index}`] as const,
);
/** A hundred gone, every other name changed, some new. */
export const second: Lines = [
  ...first.slice(100).map(([id, name], index) => [id, index % 2 ? name : `${name} Ltd`] as const),
  ...Array.from({ length: 50 }, (_, index) => [`N${index}`, `New ${index}`] as const),
];

/** The child runs what is compiled from the sources as they are now. */
export function compileChild(): void {
  beforeAll(() => {
    const options = ['--noEmit', 'false', '--outDir', BUILT, '--rootDir', '.', '--module', 'nodenext'];
    const target = ['--target', 'es2023', '--noCheck', '--ignoreConfig'];
    const sources = ['run', 'roll-forward'].map((name) => `src/ingest/run/${name}.ts`);
    const store = 'src/store/sqlite/catalog/sqlite-catalog.ts';
    const files = ['test/ingest/runs/register-source.ts', ...sources];
    const made = spawnSync('node_modules/.bin/tsc', [...options, ...target, ...files, store], {
      encoding: 'utf8',
    });
    expect(made.stdout + made.stderr).not.toMatch(/error TS5/);
  });
}

/** Makes the catalog of a bench one of a data folder, as commands take it. */
export async function completeFolder(folder: string): Promise<void> {
  await (await openStore(folder, { schema: 'migrate' })).close();
  writeFileSync(join(folder, 'dossier.json'), '{"kind":"data"}');
}

export type Phase = 'reading' | 'applying' | 'finishing';

/** Starts a load in another process, under a command before it, and waits until it stands still at the moment. */
export async function holdAt(
  bench: Pick<Bench, 'folder' | 'write'>,
  [phase, rows]: readonly [Phase, number],
  lines: Lines,
  under: readonly string[] = [],
): Promise<ChildProcess> {
  const path = bench.write('register.csv', csv(lines));
  const script = resolve('test/soak/loads/load-child.mjs');
  const own = [process.execPath, script, BUILT, bench.folder, path, phase, String(rows)];
  const [command = '', ...args] = [...under, ...own];
  const child = spawn(command, args);
  expect(await firstWord(child)).toBe('there');
  return child;
}

export async function killAt(
  bench: Pick<Bench, 'folder' | 'write'>,
  at: readonly [Phase, number],
  lines: Lines,
): Promise<void> {
  const child = await holdAt(bench, at, lines);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Lets a load that is held go on to its end. */
export async function letEnd(folder: string, child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  writeFileSync(join(folder, 'go-on'), '');
  expect(await ended).toEqual([0, null]);
  rmSync(join(folder, 'go-on'));
}

async function firstWord(child: ChildProcess): Promise<string> {
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!said.includes('\n')) {
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) break;
  }
  return said.trim();
}

export async function content(catalog: Catalog) {
  const live = await gather(catalog.entities.scanFacets());
  const entities = await catalog.entities.getByNumber(live.map((row) => row.number));
  const gone = await Promise.all(first.slice(0, 100).map(([id]) => catalog.entities.get(`CO:${id}`)));
  const shown = [...entities, ...gone].map((entity) => entity && [entity.number, entity.id, entity.document]);
  const { events } = await catalog.feed.changesAfter(null, 1_000_000);
  const reported = events.map(({ kind, id, changes }) => `${kind} ${id} ${changes}`);
  return { shown, isGone: gone.map((entity) => entity?.goneSince !== null), reported };
}

let loaded: Promise<Pick<Bench, 'folder' | 'now'>> | undefined;

/** A folder in which the first table is loaded; made once, and copied by each test. */
export function loadedOnce() {
  loaded ??= loadFirst();
  return loaded;
}

async function loadFirst() {
  const made = new Bench();
  made.folder = mkdtempSync(join(tmpdir(), 'dossier-loaded-'));
  made.now = 1_000_000;
  made.catalog = openCatalog({ folder: made.folder, schema: 'migrate' });
  await made.load(first);
  made.catalog.close();
  return made;
}

let whole: ReturnType<typeof loadedTwice> | undefined;

/** What two loads give of which none is stopped; made once. */
export function unstopped() {
  whole ??= loadedTwice();
  return whole;
}

async function loadedTwice() {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-unstopped-'));
  const other = new Bench();
  other.folder = folder;
  other.catalog = openCatalog({ folder, schema: 'migrate' });
  other.goOnFrom(await loadedOnce());
  await other.load(second);
  const expected = await content(other.catalog);
  other.catalog.close();
  rmSync(folder, { recursive: true });
  return expected;
}
