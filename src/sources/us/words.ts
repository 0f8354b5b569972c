import type { Activity, TypeClass } from '../../contract/vocabulary.js';
import type { Row } from '../declare/index.js';

/** A publisher's words and what they mean here; without regard to case. */
type Words<Meaning> = ReadonlyMap<string, Meaning>;

/** A written table: each meaning with the words that have it, separated by `;`. */
export function words<Meaning extends string>(table: Partial<Record<Meaning, string>>): Words<Meaning> {
  const entries = Object.entries(table) as [Meaning, string][];
  return new Map(
    entries.flatMap(([meaning, list]) => list.split(';').map((word) => [word.trim().toUpperCase(), meaning])),
  );
}

/** The status as published. A status that the table lacks is recorded with the run and has no activity. */
export function statusIn<Column extends string>(row: Row<Column>, column: Column, table: Words<Activity>) {
  const status = row.take(column);
  return { status, activity: meaningOf(row, column, status, table) };
}

/** A publisher's legend: code -> words and, if known, whether it is active. */
export type Legend = Readonly<Record<string, readonly [status: string, activity?: Activity]>>;

/** The status in the legend's words. Unknown codes are unchanged and recorded with the run. */
export function statusOfCode<Column extends string>(row: Row<Column>, column: Column, legend: Legend) {
  const code = row.take(column);
  const [status, activity] = (code !== undefined && legend[code]) || [];
  if (code !== undefined && status === undefined) row.unknown(column, code);
  return { status: status ?? code, activity };
}

/** The type as published. A type that the table lacks is recorded with the run and has no class. */
export function typeIn<Column extends string>(row: Row<Column>, column: Column, table: Words<TypeClass>) {
  const type = row.take(column);
  return { type, typeClass: meaningOf(row, column, type, table) };
}

/** By the end of the published type: `FOREIGN LIMITED LIABILITY COMPANY` is an llc. The first ending that fits. */
export function typeByEnding<Column extends string>(
  row: Row<Column>,
  column: Column,
  endings: Words<TypeClass>,
) {
  const type = row.take(column);
  const upper = type?.toUpperCase();
  const [, typeClass] = [...endings].find(([ending]) => upper?.endsWith(ending)) ?? [];
  if (type !== undefined && typeClass === undefined) row.unknown(column, type);
  return { type, typeClass };
}

export function meaningOf<Column extends string, Meaning>(
  row: Row<Column>,
  column: Column,
  word: string | undefined,
  table: Words<Meaning>,
): Meaning | undefined {
  const meaning = table.get(word?.toUpperCase() ?? '');
  if (word !== undefined && meaning === undefined) row.unknown(column, word);
  return meaning;
}
