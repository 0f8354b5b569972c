import { extname } from 'node:path';
import type { TableLayout, Tabular } from '../../../sources/declare/index.js';
import type { InputFile } from '../archive/input-file.js';
import { UnreadKindError } from '../archive/text-bytes.js';
import { InputError, type ReadContext } from '../support/context.js';
import { keyColumns, type TableSchema } from '../support/table-schema.js';
import { HeaderMismatch, underscored } from './columns.js';

/** Compares the files of a run with the source's declaration. */
export class Audit {
  readonly #shapes: TableSchema[] = [];
  #unfit: InputError | undefined;
  /** Extensions of the files read, and of members in another format. */
  readonly #endings = new Set<string>();
  readonly #unread: InputFile[] = [];

  constructor(
    private readonly source: Tabular,
    private readonly context: ReadContext,
  ) {}

  saw(shape: TableSchema, file: InputFile): void {
    this.#shapes.push(shape);
    this.#endings.add(extname(file.name));
  }

  /** Group keys of rejected rows, over all files. */
  unreadKeys(): ReadonlySet<string> {
    return new Set(this.#shapes.flatMap(({ unreadKeys }) => [...unreadKeys]));
  }

  /** If a member of an archive is an unrelated table, it is skipped with a warning; any other mismatch fails the run. */
  skip(file: InputFile, error: unknown): void {
    const isOther = error instanceof UnreadKindError || (error instanceof HeaderMismatch && !error.near);
    if (!isOther || !file.inArchive) throw error;
    this.#unfit ??= error;
    if (error instanceof UnreadKindError) this.#unread.push(file);
    this.context.warn('member_skipped', file.label);
  }

  /** Called after the last file: throws InputError if a required table was missing; warns about companions. */
  checkTables(): void {
    // Warns only about files with the extension of a table file: not about a readme, but about a table saved as a web page.
    for (const { name, label } of this.#unread) {
      if (this.#endings.has(extname(name))) this.context.warn('member_unread', `${label} could not be read`);
    }
    for (const [table, { companion, holds, carries = {} }] of Object.entries(this.source.tables)) {
      const shapes = this.#shapes.filter((shape) => shape.table === table);
      if (shapes.length > 0) {
        for (const [field, columns] of Object.entries(carries)) {
          const isThere = shapes.some((shape) =>
            columns.some((column) => shape.placeOf(column) !== undefined),
          );
          if (!isThere) this.context.warn('field_not_loaded', `${table}.${field}`);
        }
        continue;
      }
      if (holds) this.context.warn('companion_not_loaded', table);
      if (companion) continue;
      const of = Object.keys(this.source.tables).length > 1 ? ` for the table ${table}` : '';
      throw this.#unfit ?? new InputError(`The files contain no rows${of}.`);
    }
  }

  /** Called after the last row was mapped: warns about columns with values that nothing uses and `ignore` does not name. */
  warnUnread(): void {
    for (const shape of this.#shapes) this.context.known?.settle(shape);
    const several = Object.keys(this.source.tables).length > 1;
    for (const [table, layout] of Object.entries(this.source.tables)) {
      for (const column of unreadColumns(this.#shapes, table, layout)) {
        this.context.warn('unread_column', several ? `${table}.${column}` : column);
      }
    }
  }
}

function unreadColumns(all: readonly TableSchema[], table: string, layout: TableLayout): Set<string> {
  const shapes = all.filter((shape) => shape.table === table);
  const read = shapes.flatMap((shape) => shape.readColumns());
  // If no row became part of a record, only keys and filter columns were used, but the declared columns are known.
  const keys = layout.companion ? keyColumns(layout) : Object.keys(layout.keys);
  const isPart = layout.companion
    ? read.some((column) => !keys.includes(column))
    : keys.length === 0 || keys.some((column) => read.includes(column));
  const known = new Set(isPart ? read : [...read, ...layout.columns, ...(layout.optional ?? [])]);
  const { ignore = [] } = layout;
  const ignored = new Set(ignore.flatMap((column) => [column, underscored(column)]));
  const starts = ignore.filter((column) => column.endsWith('*')).map(underscored);
  const isIgnored = (column: string) =>
    ignored.has(column) || starts.some((start) => underscored(column).startsWith(start));
  const filled = shapes.flatMap((shape) => shape.filledColumns());
  return new Set(filled.filter((column) => !known.has(column) && !isIgnored(column)));
}
