import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMAT_VERSION } from '../../../src/search/format/layout.js';
import { allocateIndexBytes, buildIndex, IndexFormatError, openIndex } from '../../../src/search/index.js';
import { ContainerWriter } from '../../../src/search/write/sections/container-writer.js';
import { budget } from '../../support/effort.js';
import { filings, found, query } from '../model/sample.js';

const file = Buffer.concat(buildIndex(filings, { broadFrom: 0, listAtMost: 0 }));

function refusal(bytes: Uint8Array): string {
  try {
    openIndex(bytes);
  } catch (error) {
    if (error instanceof IndexFormatError) return error.message;
    throw error;
  }
  return 'opened';
}

describe('bytes that are not a whole index of this version are refused with one sentence', () => {
  test('foreign bytes', () => {
    expect(refusal(Buffer.alloc(0))).toBe('These bytes are not a name index.');
    expect(refusal(Buffer.from('SQLite format 3\0 and much more that is no index'))).toBe(
      'These bytes are not a name index.',
    );
  });

  test('another version', () => {
    const other = Buffer.from(file);
    other.writeUInt32LE(99, 8);
    expect(refusal(other)).toBe(
      `It has format version 99; this version of Dossier reads ${FORMAT_VERSION}. Rebuild the index.`,
    );
  });

  test('truncated at any byte, or with bytes added', () => {
    for (let length = 0; length < file.length; length += 13) {
      expect(refusal(file.subarray(0, length))).toMatch(/not a name index|it is damaged/);
    }
    expect(refusal(Buffer.concat([file, Buffer.alloc(32)]))).toBe(
      `The index should have ${file.length} bytes but has ${file.length + 32}: it is damaged.`,
    );
  });

  test('any byte changed', () => {
    const change = fc.record({
      at: fc.integer({ min: 0, max: file.length - 1 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(change, ({ at, by }) => {
        const damaged = Buffer.from(file);
        damaged[at] = (damaged[at] ?? 0) ^ by;
        expect(refusal(damaged)).not.toBe('opened');
      }),
      { numRuns: budget(1000) },
    );
  });
});

describe('where the bytes lie', () => {
  test('shared memory is read in place', () => {
    const shared = allocateIndexBytes(file.length);
    shared.set(file);
    expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
    const index = openIndex(shared.buffer as SharedArrayBuffer);
    expect(found(index, query('acme inc'))).toBe('0:0 1:0 4:0 2:3 3:3');
  });

  test('any SharedArrayBuffer, Buffer or unaligned part of one will do', () => {
    const shared = new SharedArrayBuffer(file.length);
    Buffer.from(shared).set(file);
    const unaligned = Buffer.concat([Buffer.alloc(7), file]).subarray(7);
    for (const bytes of [shared, unaligned, new Uint8Array(file)]) {
      expect(found(openIndex(bytes), query('inc acme'))).toBe('0:3 1:3 2:3 3:3 4:3');
    }
  });

  test('memory shared with another thread holds the same bytes there', async () => {
    const shared = allocateIndexBytes(file.length);
    shared.set(file);
    const worker = new Worker(
      'const { workerData: bytes, parentPort } = require("node:worker_threads");' +
        'parentPort.postMessage(Buffer.from(bytes).toString("base64"));',
      { eval: true, workerData: shared.buffer },
    );
    const seen = await new Promise((resolve, reject) =>
      worker.once('message', resolve).once('error', reject),
    );
    expect(seen).toBe(file.toString('base64'));
  });
});

test('a section that would begin inside another is an error of the program, not a damaged file', () => {
  const writer = new ContainerWriter();
  const first = writer.open('first');
  expect(() => writer.open('second')).toThrow('Section second starts inside another.');
  first.close();
  expect(() => writer.add('second')).not.toThrow();
});
