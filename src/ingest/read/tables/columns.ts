import type { TableLayout, Tables } from '../../../sources/declare/index.js';
import { InputError } from '../support/context.js';

/** The header matches no table of the source. */
export class HeaderMismatch extends InputError {
  constructor(
    message: string,
    /** At least half of a table's columns are present: the table has changed, rather than the file being another one. */
    readonly near: boolean,
  ) {
    super(message);
  }
}

interface HeaderMatch {
  readonly table: string;
  readonly layout: TableLayout;
  /** The header in the source's column names. */
  readonly columns: readonly string[];
}

/** A table with the header split by its delimiter. */
interface Candidate {
  readonly table: string;
  readonly layout: TableLayout;
  readonly header: readonly string[];
}

/**
 * Returns the table whose columns are all present; of several, the one that knows most of the header. Throws HeaderMismatch
 * with the missing columns of the nearest table, InputError if two headings mean one column.
 */
export function matchHeader(candidates: readonly Candidate[], label: string): HeaderMatch {
  const ranked = candidates
    .map(rate)
    .sort((a, b) => Number(b.missing.length === 0) - Number(a.missing.length === 0) || b.score - a.score);
  const best = ranked[0];
  if (best === undefined) throw new HeaderMismatch(`${label} is not in a format of this source.`, false);
  if (best.missing.length > 0) throw mismatch(best, candidates.length, label);
  refuseTwice(best, label);
  return best;
}

/** Maps headings to columns: as declared, by alias, or ignoring case and punctuation. */
export function columnNamer(layout: TableLayout): (heading: string) => string {
  const aliases = layout.aliases ?? {};
  const declared = [...layout.columns, ...(layout.optional ?? []), ...(layout.ignore ?? [])];
  const exact = new Set(declared);
  const alike = new Map(declared.map((column) => [underscored(column), column]));
  return (heading) => {
    const trimmed = heading.trim();
    if (exact.has(trimmed)) return trimmed;
    if (Object.hasOwn(aliases, trimmed)) return aliases[trimmed] as string;
    const plain = underscored(trimmed);
    return alike.get(plain) ?? plain;
  };
}

/** `Agent: First Name` -> `agent_first_name`, as portals derive field names from display names. */
export function underscored(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

interface Rated extends HeaderMatch {
  readonly missing: readonly string[];
  /** Share of the required columns if some are missing, else the number of known columns. */
  readonly score: number;
}

function rate({ table, layout, header }: Candidate): Rated {
  const columns = header.map(columnNamer(layout));
  const present = new Set(columns);
  const missing = layout.columns.filter((column) => !present.has(column));
  const known = [...layout.columns, ...(layout.optional ?? []), ...(layout.ignore ?? [])];
  const share = 1 - missing.length / Math.max(1, layout.columns.length);
  const score = missing.length > 0 ? share : known.filter((column) => present.has(column)).length;
  return { table, layout, columns, missing, score };
}

function mismatch(nearest: Rated, tables: number, label: string): HeaderMismatch {
  const one = nearest.missing.length === 1;
  const ofTable = tables > 1 ? ` of the table ${nearest.table}` : '';
  const message = `${label} lacks the ${one ? 'column' : 'columns'} ${listed(nearest.missing)}${ofTable}.`;
  return new HeaderMismatch(message, nearest.score >= 0.5);
}

function refuseTwice({ columns, layout }: Rated, label: string): void {
  const wanted = new Set([...layout.columns, ...(layout.optional ?? [])]);
  const twice = columns.find((column, place) => wanted.has(column) && columns.indexOf(column) !== place);
  if (twice !== undefined) throw new InputError(`${label} has two columns for ${twice}.`);
}

const MAX_LISTED = 12;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).join(', ');
  return names.length > MAX_LISTED ? `${shown} and ${names.length - MAX_LISTED} more` : shown;
}

/** All tables of the source, as candidates for one header. */
export function candidatesFor(
  tables: Tables,
  split: (layout: TableLayout) => readonly string[] | undefined,
): Candidate[] {
  return Object.entries(tables).flatMap(([table, layout]) => {
    const header = split(layout);
    return header === undefined ? [] : [{ table, layout, header }];
  });
}
