import type { TableLayout, Tables } from '../../../sources/declare/index.js';
import { InputError, type ReadContext } from '../support/context.js';
import { keyColumns, TableSchema } from '../support/table-schema.js';
import { columnNamer, HeaderMismatch } from './columns.js';
import { type JsonObject, JsonText } from './json-text.js';
import { FileRow } from './row.js';
import type { TableReader } from './table-reader.js';
import { Utf8Text } from './text.js';

/**
 * NDJSON or a JSON array of objects from portals. They omit nulls, so a missing member is not a missing column. Numbers and
 * booleans become text; a member of an object, at any depth, is the column `<key>.<member>` if the source declares it. Other
 * members are ignored.
 */
export class JsonTable implements TableReader {
  shape: TableSchema | undefined;
  readonly #text: Utf8Text;
  readonly #objects: JsonText;
  readonly #places = new Map<string, number>();
  readonly #parents = new Map<string, string>();
  #name: (key: string) => string = (key) => key;

  constructor(
    private readonly label: string,
    private readonly tables: Tables,
    private readonly context: ReadContext,
  ) {
    this.#text = new Utf8Text(label, context.warn);
    this.#objects = new JsonText(label, context.limits.maxLineBytes);
  }

  push(chunk: Buffer): FileRow[] {
    return this.accept(this.#objects.push(this.#text.push(chunk)));
  }

  end(): FileRow[] {
    const rows = this.accept(this.#objects.push(this.#text.end()));
    this.#objects.end();
    if (this.shape) this.#checkColumns(this.shape);
    return rows;
  }

  /** Accepts parsed objects. */
  accept(objects: readonly JsonObject[]): FileRow[] {
    if (objects.length === 0) return [];
    this.shape ??= this.#chooseTable(objects);
    const shape = this.shape;
    return objects.map((object) => {
      const cells = this.#cellsOf(object, shape);
      shape.see(cells);
      return new FileRow(shape, cells, this.context.warn);
    });
  }

  /** Chosen by the keys of the first objects: the table whose key column is present; of several, the one that knows most. */
  #chooseTable(objects: readonly JsonObject[]): TableSchema {
    const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))];
    const rated = Object.entries(this.tables).map(([table, layout]) => {
      const wanted = new Set([...layout.columns, ...(layout.optional ?? [])]);
      const named = keys.map(columnNamer(layout));
      const known = named.filter((column) => wanted.has(column)).length;
      const hasKey = keyColumns(layout).some((column) => named.includes(column)) ? 1 : 0;
      return { table, layout, named, known, hasKey };
    });
    const best = rated.sort((a, b) => b.hasKey - a.hasKey || b.known - a.known)[0];
    if (best === undefined || best.known === 0) {
      throw new HeaderMismatch(`${this.label} has none of the columns of this source.`, false);
    }
    if (isOther(best.layout, best.named)) {
      throw new HeaderMismatch(
        `${this.label} does not belong to this source: only ${best.known} of its ${keys.length} columns do.`,
        false,
      );
    }
    this.#name = columnNamer(best.layout);
    return new TableSchema(best.table, best.layout);
  }

  #cellsOf(object: JsonObject, shape: TableSchema): string[] {
    const cells: string[] = [];
    for (const key of Object.keys(object)) {
      const value = object[key];
      if (typeof value === 'string') cells[this.#placeOf(key, shape)] = value;
      else if (typeof value === 'number') cells[this.#placeOf(key, shape)] = this.#written(value, key);
      else if (typeof value === 'boolean') cells[this.#placeOf(key, shape)] = String(value);
      else if (value !== null && typeof value === 'object')
        this.#addMembers(cells, this.#parentOf(key, shape), value, shape);
    }
    return cells;
  }

  /** Blank if the number has more digits than JSON.parse preserves: a wrong identifier is worse than none. */
  #written(value: number, key: string): string {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return String(value);
    this.context.warn('unsafe_number', key);
    return '';
  }

  /** The prefix of columns for members of the object. */
  #parentOf(key: string, { layout: { columns, optional = [] } }: TableSchema): string {
    const known = this.#parents.get(key);
    if (known !== undefined) return known;
    const isDeclared = [...columns, ...optional].some((column) => column.startsWith(`${key}.`));
    const parent = isDeclared ? key : this.#name(key);
    this.#parents.set(key, parent);
    return parent;
  }

  #addMembers(cells: string[], parent: string, value: object, shape: TableSchema): void {
    const { columns, optional = [] } = shape.layout;
    for (const [member, inner] of Object.entries(value)) {
      const column = memberColumn(parent, member, Array.isArray(value));
      if (inner !== null && typeof inner === 'object') this.#addMembers(cells, column, inner, shape);
      if (typeof inner !== 'string' && typeof inner !== 'number') continue;
      if (!columns.includes(column) && !optional.includes(column)) continue;
      cells[shape.placeOf(column) ?? shape.add(column)] = String(inner);
    }
  }

  #placeOf(key: string, shape: TableSchema): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const column = this.#name(key);
    const place = shape.placeOf(column) ?? shape.add(column);
    this.#places.set(key, place);
    return place;
  }

  /** A column that identifies records must occur at least once; for other columns, absence is only a warning. */
  #checkColumns(shape: TableSchema): void {
    const isAbsent = (column: string) => shape.placeOf(column) === undefined;
    const { columns } = shape.layout;
    const keys = keyColumns(shape.layout);
    const needed = keys.length > 0 ? keys : columns.slice(0, 1);
    if (needed.every(isAbsent)) {
      throw new InputError(`${this.label} has no value in ${needed.join(' or ')}.`);
    }
    for (const column of columns.filter(isAbsent)) this.context.warn('absent_column', column);
  }
}

/** JSON converted from XML has the text of an element in its member `$`; list items are numbered from 1. */
function memberColumn(of: string, member: string, isList: boolean): string {
  if (member === '$') return of;
  return `${of}.${isList ? Number(member) + 1 : member}`;
}

/** Most required columns are missing and most columns present are unknown; `name` alone occurs in all kinds of files. */
function isOther({ columns, optional = [], ignore = [] }: TableLayout, named: readonly string[]): boolean {
  const declared = new Set(
    [...columns, ...optional, ...ignore].flatMap((column) => [column, column.split('.')[0]]),
  );
  const unknown = named.filter((column) => !declared.has(column)).length;
  const missing = columns.filter((column) => !named.includes(column)).length;
  return unknown > named.length / 2 && missing > columns.length / 2;
}
