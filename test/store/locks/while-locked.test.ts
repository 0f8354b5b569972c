import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whileLocked } from '../../../src/store/sqlite/while-locked.js';
import { end } from '../../support/processes/process.js';

const fresh = () => join(mkdtempSync(join(tmpdir(), 'dossier-locked-')), 'work.lock');

describe('a lock', () => {
  it('lets works in one after the other, also after one that failed', async () => {
    const path = fresh();
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      events.push(`${name} ends`);
      if (name === 'a') throw new Error('a failed');
    };
    const [a, b] = [whileLocked(path, work('a')), whileLocked(path, work('b'))];
    await expect(a).rejects.toThrow('a failed');
    await b;
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('ends with the process that holds it, however that ends', async () => {
    const path = fresh();
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const events: string[] = [];
    const taken = whileLocked(path, async () => events.push('taken'));
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    events.push('killed');
    await end(child, 'SIGKILL');
    await taken;
    expect(events).toEqual(['killed', 'taken']);
  });
});

const HOLD = `
import { whileLocked } from ${JSON.stringify(resolve('dist/src/store/sqlite/while-locked.js'))};
await whileLocked(process.argv[1], () => new Promise(() => {
  process.stdout.write('held');
  setInterval(() => undefined, 1_000);
}));
`;
