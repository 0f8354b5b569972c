import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { setOwnNicknames } from '../../domain/business-names/nicknames.js';
import { searchText } from '../../domain/names.js';
import { FolderError } from './folder-mark.js';

export const NICKNAMES_FILE = 'nicknames.csv';
const MAX_LINES = 10_000;
const MAX_LENGTH = 200;
const HEADER = 'nickname,name';

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads the operator's nicknames from the data folder, in columns `nickname,name`; none if there is no file. Throws `FolderError` with the
 * line number.
 */
export function useOwnNicknames(folder: string): void {
  const path = join(folder, NICKNAMES_FILE);
  if (existsSync(path)) setOwnNicknames(nicknamesIn(path));
  else setOwnNicknames(new Map());
}

function nicknamesIn(path: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const [header, ...lines] = linesOf(path);
  if (header?.record.slice(0, 2).join(',').toLowerCase() !== HEADER) {
    throw new FolderError(`${path}, line 1: the header must be ${HEADER}.`);
  }
  if (lines.length > MAX_LINES) throw new FolderError(`${path}: at most ${MAX_LINES} lines are allowed.`);
  for (const {
    record: [nickname = '', name = ''],
    info,
  } of lines) {
    const at = `${path}, line ${info.lines}`;
    if (searchText(nickname) === '' || searchText(name) === '') {
      throw new FolderError(
        `${at}: each column must contain a letter or digit; got ${JSON.stringify(`${nickname},${name}`)}.`,
      );
    }
    if (Math.max(nickname.length, name.length) > MAX_LENGTH) {
      throw new FolderError(`${at}: at most ${MAX_LENGTH} characters are allowed in a column.`);
    }
    const before = names.get(searchText(nickname));
    if (before !== undefined && searchText(before) !== searchText(name)) {
      throw new FolderError(
        `${at}: ${nickname} is already the nickname of ${before}; a nickname can have only one organization.`,
      );
    }
    names.set(searchText(nickname), name);
  }
  return names;
}

function linesOf(path: string): readonly Line[] {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    return parse(readFileSync(path), options) as unknown as readonly Line[];
  } catch (error) {
    throw new FolderError(`${path} cannot be read as CSV: ${(error as Error).message}`);
  }
}
