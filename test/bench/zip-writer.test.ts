import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { ZipWriter } from '../../bench/generate/writers/zip-writer.js';

const open = promisify<string, yauzl.ZipFile>((path, done) =>
  yauzl.open(path, { lazyEntries: true, autoClose: false }, done),
);
const folder = mkdtempSync(join(tmpdir(), 'dossier-zip-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes members that a zip reader finds again, and leaves no other file', async () => {
  const path = join(folder, 'many.zip');
  const writer = new ZipWriter(path);
  // More than the directory is copied at once in.
  const count = 2_000;
  for (let number = 0; number < count; number++) writer.add(`member-${number}.json`, `{"number":${number}}`);
  writer.close();
  expect(readdirSync(folder)).toEqual(['many.zip']);

  const zip = await open(path);
  expect(zip.entryCount).toBe(count);
  const read = promisify(zip.openReadStream.bind(zip) as (entry: yauzl.Entry, done: Done) => void);
  const texts: string[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('99.json')) texts.push(await text(await read(entry)));
  }
  zip.close();
  expect(texts).toHaveLength(20);
  expect(texts.at(-1)).toBe('{"number":1999}');
});

type Done = (error: Error | null, stream: NodeJS.ReadableStream) => void;
