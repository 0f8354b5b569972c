import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readMark } from '../../../src/store/folder/folder-mark.js';

const ROUNDS = 1_000;

async function claiming(folders: string, confirms: string): Promise<ChildProcess> {
  const script = resolve('test/soak/first-starts/claim-child.mjs');
  const module = resolve('dist/src/store/folder/data-folder.js');
  const child = spawn(process.execPath, [script, module, folders, String(ROUNDS), confirms]);
  child.stderr.pipe(process.stderr);
  await once(child.stdout, 'data');
  return child;
}

test('two processes claim a folder at once, and a third never reads a part of its mark', async () => {
  const folders = mkdtempSync(join(tmpdir(), 'dossier-claimed-'));
  const children = [await claiming(folders, 'confirms'), await claiming(folders, 'claims')];
  const ended = children.map((child) => once(child, 'exit'));
  try {
    let reads = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = join(folders, String(round));
      mkdirSync(path);
      // It throws where a part of a mark is read.
      while (readMark(path)?.state !== 'in use') {
        reads += 1;
        if (reads % 10_000 === 0) await turn();
        if (children.some(({ exitCode }) => exitCode)) break;
      }
    }
    expect(await Promise.all(ended)).toEqual([
      [0, null],
      [0, null],
    ]);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = join(folders, String(round));
    expect([readMark(path), readdirSync(path)]).toEqual([
      { kind: 'data', state: 'in use' },
      ['dossier.json'],
    ]);
  }
  rmSync(folders, { recursive: true });
});
