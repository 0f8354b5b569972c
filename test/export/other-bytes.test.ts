import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ExportFiles } from '../../src/export/service/files.js';
import { type ReportedFile, SharedFiles } from '../../src/export/service/shared-files.js';

const ID = 'exp_1';
const NAME = 'part-00001.csv.gz';

let folders: string[];
let objects: Map<string, Buffer>;
beforeEach(() => {
  folders = [];
  objects = new Map();
});
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newNode(): ExportFiles {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-node-'));
  folders.push(folder);
  const shared = new SharedFiles({
    put: async (name, bytes) => void objects.set(name, Buffer.from(bytes)),
    get: async (name) => objects.get(name),
    list: async function* () {},
    remove: async () => undefined,
    close: () => undefined,
  });
  return new ExportFiles(folder, shared);
}

/** As if the node had written the export to its end. */
function write(node: ExportFiles, text: string): ReportedFile {
  const path = node.folder(ID).fileOf(NAME);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { name: NAME, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
}
const servedBy = async (node: ExportFiles, reported: ReportedFile) => {
  const path = await node.fileOf(ID, reported);
  return path && readFileSync(path, 'utf8');
};

test('a node that wrote an export and lost it serves the bytes of the node that finished it', async () => {
  const [lost, finished] = [newNode(), newNode()];
  write(lost, 'of older data');
  const reported = write(finished, 'of newer data');
  await finished.share(ID, [reported]);
  for (const node of [lost, finished, newNode()])
    for (let request = 0; request < 2; request += 1)
      expect(await servedBy(node, reported)).toBe('of newer data');
});

test('where the right bytes are nowhere, none are served', async () => {
  const node = newNode();
  write(node, 'of older data');
  const reported = { name: NAME, bytes: 13, sha256: '0'.repeat(64) };
  expect(await servedBy(node, reported)).toBeUndefined();
});

test('files of its own that are whole need no shared place', async () => {
  const node = newNode();
  const reported = write(node, 'its own');
  expect(await Promise.all([servedBy(node, reported), servedBy(node, reported)])).toEqual([
    'its own',
    'its own',
  ]);
});
