import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  beginRestore,
  claimFolder,
  confirmFolder,
  folderInUse,
  folderToLookAt,
  sampleFolder,
} from '../../../src/store/folder/data-folder.js';
import { openStore } from '../../support/store.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-folder-'));

async function withAccount(path: string): Promise<void> {
  const { ledger, close } = await openStore(path, { schema: 'create' });
  await ledger.createAccount({ name: 'a', monthlyCredits: 1, requestsPerMinute: 1, createdAt: 1 });
  await close();
}

describe('data folders', () => {
  it('are in use once that is confirmed, not when they are claimed', () => {
    const path = newFolder();
    const folder = claimFolder(path, 'data');
    expect(folderInUse(path)).toBeUndefined();
    confirmFolder(folder);
    expect(folderInUse(path)).toMatchObject({ kind: 'data', path });
  });

  it('are in use if a kill came between the first account and the mark', async () => {
    const path = newFolder();
    claimFolder(path, 'data');
    await withAccount(path);
    expect(folderInUse(path)).toMatchObject({ kind: 'data' });
  });

  it('look at nothing without making anything', () => {
    const path = newFolder();
    expect(folderToLookAt(path)).toBeUndefined();
    expect(sampleFolder(path).path).toBe(join(path, 'sample'));
    expect(readdirSync(path)).toEqual([]);
  });

  it('refuse data of the other kind and say what to do', () => {
    const [one, other] = [newFolder(), newFolder()];
    confirmFolder(claimFolder(one, 'sample'));
    expect(() => claimFolder(one, 'data')).toThrow(/set DOSSIER_DATA to an empty folder/);
    confirmFolder(claimFolder(other, 'data'));
    expect(() => claimFolder(other, 'sample')).toThrow(/contains real data/);
  });

  it('take the mark of version 0.1 for one in use', () => {
    const path = newFolder();
    writeFileSync(join(path, 'dossier.json'), '{"kind":"data"}\n');
    expect(folderInUse(path)).toMatchObject({ kind: 'data', state: 'in use' });
  });

  it.each(['', '{"kind"', 'null', '{"kind":"other"}'])(
    'tell in words that the mark %j cannot be read',
    (text) => {
      const path = newFolder();
      writeFileSync(join(path, 'dossier.json'), text);
      expect(() => folderInUse(path)).toThrow(/dossier\.json is invalid.*write the file again: echo/);
    },
  );

  it('tell that the mark is lost if databases hold something', async () => {
    const path = newFolder();
    claimFolder(path, 'data');
    await withAccount(path);
    rmSync(join(path, 'dossier.json'));
    expect(() => folderInUse(path)).toThrow(/dossier\.json is missing/);
  });

  it('are not used after a restore that did not end', () => {
    const path = newFolder();
    const folder = beginRestore(path, 'data');
    expect(() => folderInUse(path)).toThrow(/A restore into .* did not finish/);
    confirmFolder(folder);
    expect(folderInUse(path)).toMatchObject({ state: 'in use' });
  });

  it('have a whole mark and nothing beside it', () => {
    const path = newFolder();
    confirmFolder(claimFolder(path, 'data'));
    expect(readdirSync(path)).toEqual(['dossier.json']);
    expect(JSON.parse(readFileSync(join(path, 'dossier.json'), 'utf8'))).toEqual({
      kind: 'data',
      state: 'in use',
    });
  });
});
