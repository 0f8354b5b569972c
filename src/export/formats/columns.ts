import type { TObject, TSchema } from 'typebox';

/** `json`: a list or a map, as JSON text. `date` is `YYYY-MM-DD`, `instant` is ISO 8601. */
export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'instant' | 'json';

/** A column of CSV and Parquet. */
export interface Column {
  /** A member of an object: `registeredAgent.name`. */
  readonly name: string;
  readonly type: ColumnType;
  readonly description: string;
  /** From the row on. */
  readonly path: readonly string[];
}

interface Json {
  readonly type?: string;
  readonly anyOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
}

/** The columns of the fields of a row, in order: one for each, and one for each member of an object. */
export function columnsOf(row: TObject, fields: readonly string[]): readonly Column[] {
  return fields.flatMap((field) => columnsIn(row.properties[field] as TSchema & Json, [field]));
}

function columnsIn(schema: Json, path: readonly string[]): Column[] {
  const held = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  if (held.properties !== undefined) {
    return Object.entries(held.properties).flatMap(([name, member]) => columnsIn(member, [...path, name]));
  }
  const description = schema.description ?? held.description ?? '';
  return [{ name: path.join('.'), type: typeOf(held), description, path }];
}

function typeOf({ type, pattern, format }: Json): ColumnType {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type !== 'string') return 'json';
  if (format === 'date-time') return 'instant';
  return pattern === '^\\d{4}-\\d{2}-\\d{2}$' ? 'date' : 'text';
}
