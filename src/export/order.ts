import { ApiError, invalidParams } from '../contract/errors.js';
import {
  EXPORT_TOKENS,
  type ExportFormat,
  type ExportKindId,
  exportRow,
  type NewExport,
} from '../contract/export.js';
import type { IncludeToken } from '../contract/records/enrichment.js';
import { quoted } from '../operations/query/query.js';
import { KINDS } from './kinds/index.js';

/** A validated export request. Plain data: sent to threads and stored in files. */
export interface ExportOrder {
  readonly kind: ExportKindId;
  readonly filter: NonNullable<NewExport['filter']>;
  /** null: all. */
  readonly fields: readonly string[] | null;
  /** Distinct, in the order of the contract. */
  readonly include: readonly IncludeToken[];
  readonly format: ExportFormat;
  readonly csvSafe: boolean;
  /** Ids of the records of the list in the filter; only their rows are exported. */
  readonly ids?: readonly string[];
}

/** Kinds with the filter `list`, which is resolved when an export is created. */
const LISTED: readonly ExportKindId[] = ['entities', 'changes'];

/** Throws one 400 with all errors. */
export function readOrder({
  kind,
  filter = {},
  fields,
  include: tokens = [],
  format = 'ndjson',
  csvSafe = format === 'csv',
}: NewExport): ExportOrder {
  const include = EXPORT_TOKENS.filter((token) => tokens.includes(token));
  const faults = [...faultsOfFilter(kind, filter), ...faultsOfFields({ kind, include }, fields ?? [])];
  if (include.length > 0 && kind !== 'entities') {
    faults.push({ parameter: 'include', message: `is for the kind entities; the kind is ${kind}.` });
  }
  if (csvSafe && format !== 'csv') {
    faults.push({ parameter: 'csvSafe', message: `is for the format csv; the format is ${format}.` });
  }
  if (faults.length > 0) throw invalidParams(...faults);
  return { kind, filter, fields: fields ?? null, include, format, csvSafe };
}

/** The members of a row that are exported. */
export function fieldsOf({ kind, fields, include }: Pick<ExportOrder, 'kind' | 'fields' | 'include'>) {
  return fields ?? Object.keys(exportRow(kind, include).properties);
}

/** The filter of an order as its kind reads it. */
export function filterOf({ kind, filter, ids }: ExportOrder): unknown {
  const { readFilter, within } = KINDS[kind];
  const read = readFilter(sentFilter(filter));
  return ids && within ? within(read, ids) : read;
}

/** Values as a query has them. */
function sentFilter(filter: ExportOrder['filter']): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, typeof value === 'object' ? value : String(value)]),
  );
}

function faultsOfFilter(kind: ExportKindId, filter: ExportOrder['filter']) {
  const { filters, readFilter } = KINDS[kind];
  const known = [...Object.keys(filters), ...(LISTED.includes(kind) ? ['list'] : [])];
  const unknown = Object.keys(filter).filter((name) => !known.includes(name));
  const faults = unknown.map((name) => ({
    parameter: `filter.${name}`,
    message: `is not a filter of ${kind}; filters are ${known.join(', ')}.`,
  }));
  try {
    readFilter(sentFilter(filter));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const own = error.more.errors ?? [];
    faults.push(...own.map(({ parameter, message }) => ({ parameter: `filter.${parameter}`, message })));
  }
  return faults;
}

function faultsOfFields({ kind, include }: Pick<ExportOrder, 'kind' | 'include'>, fields: readonly string[]) {
  const known = Object.keys(exportRow(kind, include).properties);
  return fields.flatMap((field, at) => {
    if (!known.includes(field)) {
      const message = `must be a field of ${kind}; got ${quoted(field)}; fields are ${known.join(', ')}.`;
      return { parameter: `fields/${at}`, message };
    }
    if (fields.indexOf(field) === at) return [];
    return { parameter: `fields/${at}`, message: `is repeated: ${quoted(field)}.` };
  });
}
