import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnDossier } from '../support/processes/process.js';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/** A load that has nothing to do. */
const LOAD = ['ingest', '--finish'];

/** The priority at which a command runs once it has parsed its arguments. */
async function priorityOf(args: readonly string[], started = getPriority()): Promise<number> {
  const child = spawnDossier(args, { DOSSIER_DATA: mkdtempSync(join(tmpdir(), 'dossier-background-')) });
  const { pid = 0 } = child;
  setPriority(pid, started);
  let last = started;
  const watch = setInterval(() => {
    try {
      last = getPriority(pid);
    } catch {
      // The process has ended.
    }
  }, 2);
  await once(child, 'close');
  clearInterval(watch);
  return last;
}

test('a command that works through much data lets servers go first', async () => {
  expect(await priorityOf(LOAD)).toBe(Math.max(getPriority(), PRIORITY_BELOW_NORMAL));
});

test('such a command keeps a lower priority that it was started with', async () => {
  expect(await priorityOf(LOAD, PRIORITY_LOW)).toBe(PRIORITY_LOW);
});

test('a command that somebody waits for goes at the priority it was given', async () => {
  expect(await priorityOf(['sources'])).toBe(getPriority());
});
