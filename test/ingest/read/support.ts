import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGroups } from '../../../src/ingest/read/index.js';
import type { ReadContext, ReadLimits } from '../../../src/ingest/read/support/context.js';
import type { EntitySource, Group, TableLayout, Tables } from '../../../src/sources/declare/index.js';

export interface Watched extends ReadContext {
  /** `code detail` -> count. */
  readonly warnings: Map<string, number>;
  readonly bytes: () => number;
  readonly rows: () => number;
}

export function newContext(limits: Partial<ReadLimits> = {}): Watched {
  const warnings = new Map<string, number>();
  let bytes = 0;
  let rows = 0;
  return {
    spillFolder: mkdtempSync(join(tmpdir(), 'dossier-spill-')),
    onBytes: (count) => {
      bytes += count;
    },
    onRows: (count) => {
      rows += count;
    },
    warn: (code, detail) => {
      const name = `${code} ${detail}`;
      warnings.set(name, (warnings.get(name) ?? 0) + 1);
    },
    limits: { maxLineBytes: 100_000, maxDocumentBytes: 1_000_000, maxExpansion: 200, ...limits },
    warnings,
    bytes: () => bytes,
    rows: () => rows,
  };
}

/** Writes the file into a folder of its own and returns its path. */
export function put(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-read-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A layout whose keys may have any form. */
export type AnyKeys = Omit<TableLayout, 'keys'> & Partial<Pick<TableLayout, 'keys'>>;

/** An entity source of which only the tables matter. */
export function sourceOf(layouts: Readonly<Record<string, AnyKeys>>, main = 'main'): EntitySource {
  const tables: Tables = Object.fromEntries(
    Object.entries(layouts).map(([table, layout]) => [table, { keys: {}, ...layout }]),
  );
  return {
    kind: 'entities',
    id: 'us_xx_test',
    title: 'Test',
    agency: { name: 'Test', level: 'state', url: 'https://example.org' },
    licence: 'public domain',
    every: 'day',
    fetch: { kind: 'manual', how: 'none' },
    layout: 'unverified',
    recordClass: 'registry_entity',
    idScheme: 'portal',
    state: 'XX',
    publishes: {},
    expect: { min: 0 },
    tables,
    main,
    record: () => undefined,
  };
}

/** Reads all groups; each is mapped while its batch is current, as the engine does. */
export async function mapGroups<T>(
  source: EntitySource,
  paths: readonly string[],
  context: ReadContext,
  map: (group: Group) => T,
): Promise<T[]> {
  const mapped: T[] = [];
  for await (const batch of readGroups(source, paths, context)) mapped.push(...batch.map(map));
  return mapped;
}
