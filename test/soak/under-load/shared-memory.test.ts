import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { readManifest } from '../../../src/indexing/files/files.js';
import { sampleWith } from '../../faults/support.js';
import { end, startServing } from '../../support/processes/process.js';

const MORE_BYTES = 300 * 2 ** 20;

/** Memory of a serving process that is no file's, in bytes, as the kernel counts it. */
async function memoryWith(workers: number, folder: string): Promise<number> {
  const { child } = await startServing(folder, ['--workers', String(workers)]);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  expect(await end(child, 'SIGTERM')).toBe(0);
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}

/** Bytes that no section names, behind the last one; length and checksum of the body are made right. */
function enlarge(path: string): void {
  const bytes = readFileSync(path);
  const more = Buffer.alloc(MORE_BYTES, 1);
  const body = bytes.subarray(32 + bytes.readUInt32LE(12));
  bytes.writeUInt32LE(crc32(more, crc32(body)), 20);
  bytes.writeDoubleLE(bytes.length + more.length, 24);
  writeFileSync(path, Buffer.concat([bytes, more]));
}

test.skipIf(process.platform !== 'linux')(
  'two more workers need less memory than one more copy of the index',
  async () => {
    const { path } = await sampleWith(1);
    enlarge(join(path, 'index', readManifest(join(path, 'index'))?.entities ?? ''));
    const one = await memoryWith(1, path);
    const three = await memoryWith(3, path);
    expect(one).toBeGreaterThan(MORE_BYTES);
    expect(three - one).toBeLessThan(MORE_BYTES);
  },
);
