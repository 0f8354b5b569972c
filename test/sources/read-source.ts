import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { SecFact } from '../../src/domain/sec/sec.js';
import {
  type FileScope,
  type ReadContext,
  RowRejected,
  readGroups,
  readSecFacts,
} from '../../src/ingest/read/index.js';
import type { EntitySource, Group, Row, SecSource } from '../../src/sources/declare/index.js';

/** `code: detail` with how often it was told. */
export type Warnings = Readonly<Record<string, number>>;

/** Everything a source makes of its files, by the real readers. `seen` is told every column that is asked for. */
export async function readDrafts(
  source: EntitySource,
  paths: readonly string[],
  seen: (table: string, column: string) => void = () => {},
): Promise<{ drafts: EntityDraft[]; warnings: Warnings }> {
  return await inContext(async (context, warnings) => {
    const drafts: EntityDraft[] = [];
    for await (const groups of readGroups(source, paths, context)) {
      for (const group of groups) {
        const draft = recordOf(source, watched(group, seen), context);
        if (draft) drafts.push(draft);
      }
    }
    return { drafts, warnings };
  });
}

export async function readFacts(
  source: SecSource,
  paths: readonly string[],
  take: (fact: SecFact) => void,
): Promise<{ scopes: readonly FileScope[]; warnings: Warnings }> {
  return await inContext(async (context, warnings) => {
    const { batches, scopes } = readSecFacts(source, paths, context);
    for await (const batch of batches) for (const fact of batch) take(fact);
    return { scopes: scopes(), warnings };
  });
}

async function inContext<T>(
  read: (context: ReadContext, warnings: Record<string, number>) => Promise<T>,
): Promise<T> {
  const spillFolder = mkdtempSync(join(tmpdir(), 'dossier-sources-'));
  const warnings: Record<string, number> = {};
  const context: ReadContext = {
    spillFolder,
    onBytes: () => {},
    onRows: () => {},
    warn: (code, detail) => {
      const key = `${code}: ${detail}`;
      warnings[key] = (warnings[key] ?? 0) + 1;
    },
    limits: { maxLineBytes: 1_000_000, maxDocumentBytes: 50_000_000, maxExpansion: 200 },
  };
  try {
    return await read(context, warnings);
  } finally {
    rmSync(spillFolder, { recursive: true, force: true });
  }
}

/** As the engine does: a row without what its record needs is told and passed over. */
function recordOf(source: EntitySource, group: Group, context: ReadContext): EntityDraft | undefined {
  try {
    return source.record(group);
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    context.warn('row_rejected', `${error.table}.${error.column}`);
    return undefined;
  }
}

function watched(group: Group, seen: (table: string, column: string) => void): Group {
  const watch = (table: string, row: Row): Row => {
    const reported = (column: string) => {
      seen(table, column);
      return column;
    };
    return {
      take: (column) => row.take(reported(column)),
      need: (column) => row.need(reported(column)),
      raw: (column) => row.raw(reported(column)),
      report: (code, detail) => row.report(code, detail),
      unknown: (column, value) => row.unknown(column, value),
    };
  };
  const one = (table: string) => {
    const row = group.one(table);
    return row && watch(table, row);
  };
  return { key: group.key, one, all: (table) => group.all(table).map((row) => watch(table, row)) };
}
