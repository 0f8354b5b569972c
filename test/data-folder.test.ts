import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimFolder, operatorFolder, sampleFolder, servedFolder } from '../src/data-folder.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-folder-'));

describe('data folders', () => {
  it('serves the sample from a folder of its own until the operator uses theirs', () => {
    const path = newFolder();
    expect(servedFolder(path)).toMatchObject({ kind: 'sample', path: sampleFolder(path) });
    operatorFolder(path);
    expect(servedFolder(path)).toMatchObject({ kind: 'data', path });
  });

  it('refuses real data in a sample folder and says what to do', () => {
    const path = newFolder();
    claimFolder(path, 'sample');
    expect(() => claimFolder(path, 'data')).toThrow(/set DOSSIER_DATA to an empty folder/);
  });

  it('refuses the sample in a folder with real data', () => {
    const path = newFolder();
    claimFolder(path, 'data');
    expect(() => claimFolder(path, 'sample')).toThrow(/is in use for real data/);
  });
});
