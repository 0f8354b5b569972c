import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DATASETS } from '../../src/sources/datasets.js';
import { SOURCES } from '../../src/sources/index.js';
import { realFile, withoutRealData } from '../support/real-data.js';

const skip = withoutRealData('the table of real files');

interface Line {
  /** A path below the folder of real files; `*` stands for any part of one name. */
  readonly files: string;
  readonly suite: string;
  /** The beginning of a test's name, or a part of it; empty where the files are not read. */
  readonly test: string;
}

const PAGE = readFileSync(resolve('docs/real-data.md'), 'utf8');
const LINES: readonly Line[] = [...PAGE.matchAll(/^\| `([^`]+\/[^`]+)` \| ([^|]+) \|/gm)].map(
  ([, files = '', read = '']) => {
    const [suite = '', ...name] = read.trim().split(': ');
    return { files, suite, test: name.join(': ') };
  },
);
const READ = LINES.filter(({ suite }) => suite !== '-');

describe('the table of real files', () => {
  test.each(READ)('$files: a test of $suite is named and reads it', ({ files, suite, test: name }) => {
    const path = resolve('test/real', `${suite}.test.ts`);
    expect(existsSync(path), path).toBe(true);
    const text = readFileSync(path, 'utf8');
    const names = [...text.matchAll(/\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*'([^']+)'/g)].map(
      (match) => match[1],
    );
    expect(names.filter((one) => one?.includes(name))).not.toEqual([]);
    expect(literalsOf(text).some((literal) => isNameOf(literal, files))).toBe(true);
  });

  test('calls no layout unproven that its source calls verified', () => {
    const all = [...SOURCES, ...DATASETS].filter(({ layout }) => layout === 'unverified');
    const unverified = new Set(all.map(({ id }) => id));
    const named = [...PAGE.matchAll(/^\| `(us_\w+)` \| [^|]+ \|$/gm)].map(([, id = '']) => id);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id) => !unverified.has(id))).toEqual([]);
  });
});

describe.skipIf(skip)('the folder of real files', () => {
  const files = () =>
    readdirSync(realFile(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(realFile().length).replace(/^\//, ''));

  test('has no file that the table does not name', () => {
    expect(files().filter((file) => !LINES.some((line) => fits(line.files, file)))).toEqual([]);
  });

  test('has the files of every line', () => {
    const all = files();
    expect(LINES.filter((line) => !all.some((file) => fits(line.files, file)))).toEqual([]);
  });
});

function fits(pattern: string, file: string): boolean {
  return new RegExp(`^${pattern.split('*').map(escaped).join('[^/]*')}$`).test(file);
}

/** Texts between quotes; what is filled in stands as `*`. */
function literalsOf(text: string): string[] {
  const quoted = [...text.matchAll(/['`]([^'`\s]{3,200})['`]/g)].map(([, literal = '']) => literal);
  return quoted.map((literal) => literal.replace(/\$\{[^}]*\}/g, '*'));
}

/** The file's name, its dataset's id, a path that ends with it, or for several files a folder of theirs. */
function isNameOf(literal: string, files: string): boolean {
  const parts = files.split('/');
  const name = parts.pop() ?? '';
  const dataset = /__(\w{4}-\w{4})\./.exec(name)?.[1];
  const last = literal.slice(literal.lastIndexOf('/') + 1);
  if (literal === dataset || (last.length > 3 && fits(last, name))) return true;
  return name.includes('*') && parts.includes(literal);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
