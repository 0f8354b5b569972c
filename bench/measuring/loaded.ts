import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dossier } from './child.js';
import type { Figure } from './figures.js';

/** The steps that fill a data folder, in order. Each is done once and its figures are kept. */
export type Step = 'colorado' | 'submissions' | 'full-index' | 'index';

/** Facts about a data folder that the bench filled, kept in `bench.json` there. */
export interface LoadState {
  /** The folder of publishers' files. */
  readonly data: string;
  readonly entities: number;
  readonly filings: number;
  readonly steps: Partial<Record<Step, readonly Figure[]>>;
  /** A step that was begun; its figures are none where it was begun before. */
  readonly begun?: Step;
}

/** A filled data folder and a key whose credits do not run out. */
export interface Loaded {
  readonly folder: string;
  readonly key: string;
  readonly state: LoadState;
}

export function readState(folder: string): LoadState | undefined {
  const path = join(folder, 'bench.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LoadState) : undefined;
}

export function writeState(folder: string, state: LoadState): void {
  const path = join(folder, 'bench.json');
  writeFileSync(`${path}.draft`, JSON.stringify(state, null, 1));
  renameSync(`${path}.draft`, path);
}

/** A figure of a step, for figures that are judged by it; the first where no name is given. */
export function figureNamed({ steps }: LoadState, step: Step, name?: string): Figure | undefined {
  return steps[step]?.find((figure) => name === undefined || figure.name === name);
}

/** A key of a new account; only its hash is kept in the folder, so every run makes its own. */
export async function benchKey(folder: string): Promise<string> {
  const credits = ['--credits', '999999999', '--per-minute', '999999999'];
  const account = await dossier(folder, 'account', 'create', `bench-${Date.now()}`, ...credits);
  const made = await dossier(folder, 'key', 'create', '--account', String(account.json.id));
  return String(made.json.key);
}

/**
 * Reads the catalog once, so that what is measured is not the disk: its pages stay in memory where there is enough.
 * This process must hold no connection to it: closing a file gives back SQLite's locks.
 */
export async function readIntoMemory(folder: string): Promise<void> {
  const pieces = createReadStream(join(folder, 'catalog.db'), { highWaterMark: 2 ** 20 });
  for await (const _piece of pieces);
}
