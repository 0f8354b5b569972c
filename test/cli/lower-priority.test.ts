import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnDossier } from '../support/processes/process.js';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/** The lowest priority a command works at while it runs. */
async function lowestOf(...args: readonly string[]): Promise<number> {
  const child = spawnDossier(args, { DOSSIER_DATA: mkdtempSync(join(tmpdir(), 'dossier-background-')) });
  let lowest = getPriority();
  const watch = setInterval(() => {
    lowest = Math.max(lowest, priorityOf(child.pid));
  }, 2);
  await once(child, 'close');
  clearInterval(watch);
  return lowest;
}

/** That of who asks, once the process has ended. */
function priorityOf(pid = 0): number {
  try {
    return getPriority(pid);
  } catch {
    return getPriority();
  }
}

test('a command that works through much data lets servers go first', async () => {
  expect(await lowestOf('ingest', '--sample')).toBe(Math.max(getPriority(), PRIORITY_BELOW_NORMAL));
});

test('a command that somebody waits for goes at the priority it was given', async () => {
  expect(await lowestOf('sources')).toBe(getPriority());
});
