import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nameOfNickname, setOwnNicknames } from '../../../src/domain/business-names/nicknames.js';
import { NICKNAMES_FILE, useOwnNicknames } from '../../../src/store/folder/own-nicknames.js';

function folderWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-nicknames-'));
  writeFileSync(join(folder, NICKNAMES_FILE), content);
  return folder;
}

afterEach(() => setOwnNicknames(new Map()));

it('nicknames of the file stand before those of the program', () => {
  useOwnNicknames(
    folderWith('nickname,name\n"Q-Works","Quillback Works, Inc."\nNPR,Northern Pintail Registry\n'),
  );
  expect(['q works', 'npr', 'pbs'].map(nameOfNickname)).toEqual([
    'quillback works inc',
    'northern pintail registry',
    'public broadcasting service',
  ]);
});

it('a folder without the file has none', () => {
  useOwnNicknames(mkdtempSync(join(tmpdir(), 'dossier-nicknames-')));
  expect(nameOfNickname('q works')).toBeNull();
});

it.each([
  ['Q,Quillback\n', 'line 1: the header must be nickname,name'],
  ['nickname,name\nQ,Quillback\nT\n', 'line 3: each column must contain a letter or digit; got "T,"'],
  ['nickname,name\n!!,Teal\n', 'line 2: each column'],
  ['nickname,name\nQ,Quillback\nq,Teal\n', 'line 3: q is already the nickname of Quillback'],
  [`nickname,name\nQ,${'x'.repeat(201)}\n`, 'line 2: at most 200 characters'],
  ['nickname,name\n"Q,Quillback\n', 'cannot be read as CSV'],
])('refuses %j', (content, message) => {
  expect(() => useOwnNicknames(folderWith(content))).toThrow(message);
});
