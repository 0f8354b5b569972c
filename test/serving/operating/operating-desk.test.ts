import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatingDesk } from '../../../src/serving/operating/operating-desk.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { inheritedEnv } from '../../support/processes/process.js';

const SOURCE = 'us_co_business_entities';
/** Stands before the program: a command goes on for ever, or one that clears up fails. */
const BEFORE = `
  if (process.env.CLEARING === 'fails' && process.argv.includes('--finish')) {
    console.log(JSON.stringify({ error: { message: 'no disk' } }));
    process.exit(1);
  }
  setInterval(() => undefined, 1_000);
  await new Promise(() => undefined);`;

let path: string;
let desk: OperatingDesk;
const children: ChildProcess[] = [];
const problems: string[] = [];
const remember = (message: unknown) => void children.push((message as { process: ChildProcess }).process);
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'dossier-desk-'));
  subscribe('child_process', remember);
});
afterEach(async () => {
  await desk.close();
  unsubscribe('child_process', remember);
  children.length = 0;
  problems.length = 0;
  rmSync(path, { recursive: true });
});

function open(more: { readonly maxLookMs?: number; readonly clearing?: string } = {}): OperatingDesk {
  const before = join(path, 'before.mjs');
  writeFileSync(before, BEFORE);
  const NODE_OPTIONS = `--import=${pathToFileURL(before).href}`;
  return new OperatingDesk({
    folder: claimFolder(join(path, 'data'), 'data'),
    environment: { ...inheritedEnv(), NODE_OPTIONS, CLEARING: more.clearing },
    now: Date.now,
    onProblem: (problem) => problems.push(problem),
    ...(more.maxLookMs !== undefined && { maxLookMs: more.maxLookMs }),
  });
}

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

test('a look that does not end is ended and says so, and the next one is another', async () => {
  desk = open({ maxLookMs: 50 });
  const what = 'The check failed: the command dossier doctor did not end within 0.05 s.';
  for (let looks = 1; looks <= 2; looks += 1) {
    expect(await desk.findings()).toMatchObject([{ ok: false, what }]);
    expect(children.map(isGone)).toEqual(Array(looks).fill(true));
  }
});

test('a stopped load is cleared up after while nobody waits, until the service stops', async () => {
  desk = open();
  expect(await desk.startLoad(SOURCE)).toBeNull();
  await desk.stopLoad(SOURCE);
  expect(await desk.loads()).toMatchObject([
    { sourceId: SOURCE, failure: null, endedAt: expect.any(Number) },
  ]);
  expect(children.map(isGone)).toEqual([true, false]);
  await desk.close();
  expect(children.map(isGone)).toEqual([true, true]);
  expect(problems).toEqual([]);
});

test('a stopped load that cannot be cleared up is told of', async () => {
  desk = open({ clearing: 'fails' });
  await desk.startLoad(SOURCE);
  await desk.stopLoad(SOURCE);
  await expect
    .poll(() => problems)
    .toEqual([`The load of ${SOURCE} was stopped, but its files could not be removed: no disk`]);
});
