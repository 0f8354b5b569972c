import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EntitySource, Source } from '../../src/sources/declare/index.js';
import { readDrafts } from './read-source.js';

/** `us_co_business_entities` to `us/co/business-entities`. */
export function pathOf(id: string): string {
  const [country = '', publisher = '', ...words] = id.split('_');
  return join(country, publisher, words.join('-'));
}

/** The sample files of a source: everything in its folder but the expectation. */
export function inputsOf(id: string, tests: string): string[] {
  const folder = join(tests, pathOf(id));
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name !== 'expected.json');
  return names.sort().map((name) => join(folder, name));
}

export function withoutSample(id: string, tests: string): string[] {
  const path = pathOf(id);
  const isWhole = inputsOf(id, tests).length > 0 && existsSync(join(tests, path, 'expected.json'));
  return isWhole
    ? []
    : [`${id} has no sample: put input files and expected.json into ${join('test/sources', path)}.`];
}

export async function wrongPath(id: string, folder: string): Promise<string[]> {
  const file = `${pathOf(id)}.ts`;
  const module: unknown = existsSync(join(folder, file))
    ? await import(pathToFileURL(join(folder, file)).href)
    : {};
  const declared = Object.values(module as Record<string, unknown>).some(
    (value) => typeof value === 'object' && value !== null && 'id' in value && value.id === id,
  );
  return declared ? [] : [`${id} is not declared in ${join('src/sources', file)}.`];
}

export function sameIdSpace(sources: readonly Source[]): string[] {
  const portals = sources.filter((source) => source.kind === 'entities' && source.idScheme === 'portal');
  const spaces = new Map<string, string>();
  return (portals as EntitySource[]).flatMap((source) => {
    const space = source.tag === undefined ? `${source.state}` : `${source.state}:${source.tag}`;
    const other = spaces.get(space);
    spaces.set(space, source.id);
    if (other === undefined) return [];
    return [`${other} and ${source.id} share the ids ${space}:<key>: give one of them a tag.`];
  });
}

/** The sample must show every trap, so that a column which is read for some records only is read here too. */
export async function readsNothingOf(source: EntitySource, inputs: readonly string[]): Promise<string[]> {
  const request = new Set<string>();
  await readDrafts(source, inputs, (table, column) => request.add(`${table}.${column}`));
  const unread = Object.entries(source.tables).flatMap(
    ([table, { columns, optional = [], groupBy = [] }]) => {
      const keys = [groupBy].flat();
      const read = (column: string) => keys.includes(column) || request.has(`${table}.${column}`);
      return [...columns, ...optional].filter((column) => !read(column));
    },
  );
  if (unread.length === 0) return [];
  return [`${source.id} declares columns that record() never reads: ${unread.join(', ')}.`];
}
