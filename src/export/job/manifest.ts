import { EXPORT_ROWS, type ExportManifest } from '../../contract/export.js';
import { publishedSchema } from '../../operations/openapi/published.js';
import { DATASETS } from '../../sources/datasets.js';
import { SOURCES } from '../../sources/index.js';
import type { Catalog } from '../../store/store.js';
import { columnsOf } from '../columns.js';
import { fieldsOf } from '../order.js';
import type { DonePart, ExportPlan } from './job-folder.js';

/** All that a reader needs to check an export, to read it, and to say where it is from. */
export async function manifestOf(
  { order, asOf, index, changes }: ExportPlan,
  done: readonly DonePart[],
  catalog: Pick<Catalog, 'listSourceStates'>,
): Promise<ExportManifest> {
  const fields = fieldsOf(order);
  const row = EXPORT_ROWS[order.kind];
  const parts = done.map(({ number, name, rows, bytes, sha256 }) => ({ number, name, rows, bytes, sha256 }));
  return {
    kind: order.kind,
    format: order.format,
    filter: order.filter,
    fields,
    csvSafe: order.csvSafe,
    asOf: new Date(asOf).toISOString(),
    index,
    changes,
    rows: sum(parts.map(({ rows }) => rows)),
    bytes: sum(parts.map(({ bytes }) => bytes)),
    parts,
    sources: await sourcesOf(order.kind, done, catalog),
    columns: columnsOf(row, fields).map(({ name, type, description }) => ({ name, type, description })),
    schema: schemaOf(row, fields),
  };
}

async function sourcesOf(
  kind: ExportPlan['order']['kind'],
  done: readonly DonePart[],
  catalog: Pick<Catalog, 'listSourceStates'>,
): Promise<ExportManifest['sources']> {
  const states = new Map((await catalog.listSourceStates()).map((state) => [state.sourceId, state]));
  const named = new Set(done.flatMap(({ sources }) => sources));
  const isMeant = ({ id, kind: of }: { id: string; kind: string }) =>
    kind === 'filings' ? of === 'sec' && states.get(id)?.lastGoodRun != null : named.has(id);
  return [...SOURCES, ...DATASETS].filter(isMeant).map(({ id, title, agency, licence }) => ({
    id,
    title,
    agency: agency.name,
    licence,
    url: agency.url,
    publishedAt: states.get(id)?.lastGoodRun?.publishedAt ?? null,
  }));
}

function schemaOf(row: (typeof EXPORT_ROWS)[keyof typeof EXPORT_ROWS], fields: readonly string[]): unknown {
  const properties = Object.fromEntries(fields.map((field) => [field, row.properties[field]]));
  const required = (row.required ?? []).filter((name) => fields.includes(name));
  return publishedSchema({ type: 'object', properties, required });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
