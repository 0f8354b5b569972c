import { execFileSync } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openInputs, totalBytes } from '../../../src/ingest/read/archive/input.js';
import { InputError, type ReadContext } from '../../../src/ingest/read/support/context.js';
import { newContext, put } from './support.js';
import { Deflate64Writer } from './zip/deflate64-writer.js';
import { zipOf } from './zip/zip-writer.js';

const TEXT = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `${n * 7919},ACME ${n} LLC\n`).join(''));

describe('openInputs', () => {
  it('reads plain, gzip and zip files alike, told apart by their bytes and not their names', async () => {
    const paths = [
      put('a.zip', TEXT),
      put('b.csv', gzipSync(TEXT)),
      put('c.gz', zipOf([{ name: 'd', content: TEXT }])),
    ];
    const files = await readAll(paths);
    expect(files.map((file) => file.label)).toEqual(['a.zip', 'b.csv', 'c.gz (d)']);
    for (const file of files) expect(file.content.equals(TEXT)).toBe(true);
  });

  it('reads gzip files put one after the other as one', async () => {
    const [file] = await readAll([put('a.gz', Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]))]);
    expect(file?.content.toString()).toBe('one\ntwo\n');
  });

  it('reads stored, deflated, ZIP64 and empty members, and leaves folders out', async () => {
    const zip = zipOf([
      { name: 'folder/', content: Buffer.alloc(0), method: 0 },
      { name: 'folder/stored', content: TEXT, method: 0 },
      { name: 'deflated', content: TEXT },
      { name: 'long', content: TEXT, zip64: true },
      { name: 'empty', content: Buffer.alloc(0) },
    ]);
    const files = await readAll([put('a.zip', zip)]);
    expect(files.map((file) => file.name)).toEqual(['folder/stored', 'deflated', 'long', 'empty']);
    expect(files.map((file) => file.content.length)).toEqual([TEXT.length, TEXT.length, TEXT.length, 0]);
  });

  it('streams a deflated member too large to unpack at once', async () => {
    const large = Buffer.concat(Array.from({ length: 20 }, () => TEXT));
    const [file] = await readAll([put('a.zip', zipOf([{ name: 'large', content: large }]))]);
    expect(file?.content.equals(large)).toBe(true);
  });

  it('reads the Deflate64 member of a zip made by 7-Zip', async () => {
    const [file] = await readAll([fileURLToPath(new URL('./fixtures/deflate64.zip', import.meta.url))]);
    expect(file?.name).toBe('register.txt');
    expect(file?.content.length).toBe(600 * 3 + 45_000 + 100_000);
  });

  it.each(['plain', 'gzip', 'zip'])('tells of every byte of a %s file on disk once', async (format) => {
    const zip = zipOf([
      { name: 'a', content: TEXT },
      { name: 'b', content: TEXT, method: 0 },
    ]);
    const path = put('a', format === 'plain' ? TEXT : format === 'gzip' ? gzipSync(TEXT) : zip);
    const context = newContext();
    await readAll([path, path], context);
    expect(context.bytes()).toBe(statSync(path).size * 2);
    expect(await totalBytes([path, path])).toBe(statSync(path).size * 2);
  });

  it('says that a gzip file is truncated, wherever it is cut', async () => {
    const whole = gzipSync(TEXT.subarray(0, 3_000));
    for (let length = 3; length < whole.length; length += 97) {
      const message = `a.gz is truncated: its ${length.toLocaleString('en-US')} bytes are not a complete gzip file.`;
      await expectFault(put('a.gz', whole.subarray(0, length)), message);
    }
  });

  it('says that a zip is truncated, wherever it is cut', async () => {
    const whole = zipOf([{ name: 'a', content: TEXT.subarray(0, 3_000) }]);
    for (let length = 4; length < whole.length; length += 97) {
      const message = `a.zip is truncated: its ${length.toLocaleString('en-US')} bytes contain no zip directory.`;
      await expectFault(put('a.zip', whole.subarray(0, length)), message);
    }
  });

  it('says that a Deflate64 member is truncated', async () => {
    const packed = new Deflate64Writer().fixed([97, 98], false).end();
    const zip = zipOf([{ name: 'm', content: Buffer.from('ab'), method: 9, packed }]);
    await expectFault(put('a.zip', zip), 'a.zip (m) is truncated within its compressed data.');
  });

  it('says what is damaged', async () => {
    const gz = gzipSync(TEXT);
    gz[gz.length - 6] = (gz[gz.length - 6] ?? 0) ^ 255;
    await expectFault(put('a.gz', gz), 'a.gz is damaged: incorrect data check.');
    const member = { name: 'm', content: TEXT };
    await expectFault(
      put('a.zip', zipOf([{ ...member, crc: 1 }])),
      'a.zip (m) is damaged: its CRC-32 does not match.',
    );
    const short = new Deflate64Writer().fixed([97], true).end();
    const zip = zipOf([{ name: 'm', content: Buffer.from('ab'), method: 9, packed: short }]);
    await expectFault(
      put('a.zip', zip),
      'a.zip (m) is damaged: it decompresses to 1 byte instead of 2 bytes.',
    );
  });

  it('refuses bombs, alone or added up over overlapping members', async () => {
    const blank = Buffer.alloc(3_000_000);
    const context = newContext({ maxExpansion: 100 });
    const message = 'decompresses to more than 100 times its size and was rejected.';
    await expectFault(put('a.gz', gzipSync(blank)), `a.gz ${message}`, context);
    await expectFault(put('a.zip', zipOf([{ name: 'm', content: blank }])), `a.zip (m) ${message}`, context);
    await expectFault(put('b.zip', overlapping(80)), `b.zip ${message}`, context);
  });

  it('lets a short file of blanks through, whatever its ratio', async () => {
    const [file] = await readAll(
      [put('a.gz', gzipSync(Buffer.alloc(900_000, ' ')))],
      newContext({ maxExpansion: 2 }),
    );
    expect(file?.content.length).toBe(900_000);
  });

  it('refuses a file packed twice', async () => {
    const zip = zipOf([{ name: 'a', content: TEXT }]);
    const message = 'is compressed twice; decompress it once and load the result.';
    await expectFault(put('a.zip', zipOf([{ name: 'm', content: zip }])), `a.zip (m) ${message}`);
    await expectFault(put('a.gz', gzipSync(gzipSync(TEXT))), `a.gz ${message}`);
  });

  it('refuses what it cannot unpack', async () => {
    const member = { name: 'm', content: TEXT };
    const packed = { ...member, method: 14, packed: TEXT } as const;
    await expectFault(
      put('a.zip', zipOf([packed])),
      'a.zip (m) uses compression method 14; only stored, deflate and Deflate64 are supported.',
    );
    await expectFault(
      put('a.zip', zipOf([{ ...member, encrypted: true }])),
      'a.zip (m) is encrypted; decrypt it and use the result.',
    );
  });

  it('refuses folders, missing files and no files', async () => {
    const folder = tmpdir();
    await expectFault(folder, /is a folder; specify the files\.$/);
    await expectFault('/nowhere/x.csv', '/nowhere/x.csv does not exist.');
    await expect(totalBytes(['/nowhere/x.csv'])).rejects.toThrow(InputError);
    await expect(readAll([])).rejects.toThrow('Specify a file.');
  });

  it('refuses a pipe at once, though nobody writes to it', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'dossier-pipe-')), 'pipe.csv');
    execFileSync('mkfifo', [path]);
    await expectFault(path, 'pipe.csv is not a regular file; specify the files.');
  });

  it('refuses member names that climb out of the folder', async () => {
    await expectFault(
      put('a.zip', zipOf([{ name: '../x', content: TEXT }])),
      /a\.zip is damaged: invalid relative path/,
    );
  });
});

/** Many members that all point to the data of the first. */
function overlapping(count: number): Buffer {
  const content = Buffer.concat([TEXT, TEXT, TEXT]);
  const one = zipOf([{ name: 'm', content }]);
  const start = one.readUInt32LE(one.length - 6);
  const entry = one.subarray(start, one.length - 22);
  const end = Buffer.from(one.subarray(one.length - 22));
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entry.length * count, 12);
  return Buffer.concat([one.subarray(0, start), ...Array.from({ length: count }, () => entry), end]);
}

async function readAll(
  paths: readonly string[],
  context: ReadContext = newContext(),
): Promise<{ name: string; label: string; content: Buffer }[]> {
  const files = [];
  for await (const file of openInputs(paths, context)) {
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    files.push({ name: file.name, label: file.label, content: Buffer.concat(chunks) });
  }
  return files;
}

async function expectFault(path: string, message: string | RegExp, context?: ReadContext): Promise<void> {
  const error = await readAll([path], context).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  if (typeof message === 'string') expect((error as Error).message).toBe(message);
  else expect((error as Error).message).toMatch(message);
}
