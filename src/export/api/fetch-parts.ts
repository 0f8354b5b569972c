import Type from 'typebox';
import { ApiError, invalidParams } from '../../contract/errors.js';
import type { ExportFormat } from '../../contract/export.js';
import { quoted } from '../../operations/query/query.js';
import { defineOperation, type RequestContext } from '../../operations/support/declare.js';
import type { ExportJob } from '../../store/store.js';
import { MANIFEST } from '../job-folder.js';
import type { ExportOrder } from '../order.js';
import { notCovered, pay } from '../service/pay.js';
import { type ReportedFile, SharedAwayError } from '../service/shared-files.js';
import { EXAMPLE_ID, ExportId, findExport } from './follow-exports.js';
import type { ExportParts } from './parts.js';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/gzip',
  csv: 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
};

const RANGES = 'Range requests work (`Range`, `If-Range`); the ETag is the SHA-256 of the file. Free.';

export function getExportManifest(parts: ExportParts) {
  return defineOperation({
    id: 'getExportManifest',
    method: 'GET',
    path: '/api/v1/exports/:id/manifest.json',
    summary: 'Get an export manifest',
    description:
      'The manifest of a complete export: its rows, its parts with their SHA-256, the sources with their licences, the columns and ' +
      `the JSON Schema of a row. ${RANGES}`,
    scope: 'read',
    free: true,
    example: { params: { id: EXAMPLE_ID } },
    file: { types: ['application/json'], description: 'The manifest.' },
    params: Type.Object(ExportId),
    query: Type.Object({}),
    data: Type.Unknown(),
    meta: Type.Object({}),
    errors: ['conflict', 'insufficient_credits', 'range_not_satisfiable'],
    parse: ({ params }) => params.id,
    price: () => [],
    run: async (id, context) => {
      const job = await completeExport(id, context, parts);
      const file = { name: MANIFEST, ...(job.manifest ?? { bytes: 0, sha256: '' }) };
      const path = await paidFile(job, file, context, parts);
      return { data: { file: { ...file, path, type: 'application/json' } }, meta: {} };
    },
  });
}

export function getExportPart(parts: ExportParts) {
  return defineOperation({
    id: 'getExportPart',
    method: 'GET',
    path: '/api/v1/exports/:id/parts/:number',
    summary: 'Download an export file',
    description: `One file of a complete export. ${RANGES}`,
    scope: 'read',
    free: true,
    example: { params: { id: EXAMPLE_ID, number: '1' } },
    file: {
      types: ['application/gzip', 'application/vnd.apache.parquet'],
      description: 'The file: NDJSON or CSV in gzip, or Parquet.',
    },
    params: Type.Object({
      ...ExportId,
      number: Type.String({ description: 'Number of the part, starting at 1.', examples: ['1'] }),
    }),
    query: Type.Object({}),
    data: Type.Unknown(),
    meta: Type.Object({}),
    errors: ['conflict', 'insufficient_credits', 'range_not_satisfiable'],
    parse: ({ params }) => ({ id: params.id, number: readNumber(params.number) }),
    price: () => [],
    run: async ({ id, number }, context) => {
      const job = await completeExport(id, context, parts);
      const part = job.parts[number - 1];
      if (!part)
        throw new ApiError(
          'not_found',
          `The export has no part ${number}; the last one is ${job.parts.length}.`,
        );
      const { format } = JSON.parse(job.order) as ExportOrder;
      const path = await paidFile(job, part, context, parts);
      return { data: { file: { ...part, path, type: TYPES[format] } }, meta: {} };
    },
  });
}

/** Throws the 404 and the 409. */
async function completeExport(id: string, context: RequestContext, parts: ExportParts): Promise<ExportJob> {
  const job = await findExport(id, context, parts.state);
  if (job.state !== 'done' && job.state !== 'unpaid') {
    throw new ApiError('conflict', `The export is ${job.state}; it has files once it is complete.`);
  }
  return job;
}

/** Path of a file; an export that was not paid for is paid for now. Throws the 404, the 503 and the 402. */
async function paidFile(
  job: ExportJob,
  file: ReportedFile,
  context: RequestContext,
  parts: ExportParts,
): Promise<string> {
  const path = await heldFile(job.id, file, parts);
  const { exports } = parts.state;
  const paid = await pay(job, { ...parts, exports }, context.at);
  if (paid.paid) return path;
  throw notCovered('The rest of this export', paid);
}

async function heldFile(id: string, file: ReportedFile, { files }: ExportParts): Promise<string> {
  const path = await files.fileOf(id, file).catch((error: unknown) => {
    if (!(error instanceof SharedAwayError)) throw error;
    throw new ApiError('unavailable', 'The shared store of export files does not respond.');
  });
  if (path !== undefined) return path;
  const from = files.shared ? 'the shared store' : 'this machine; backups do not include them';
  throw new ApiError('not_found', `The files of this export are missing from ${from}. Create it again.`);
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw invalidParams({
    parameter: 'number',
    message: `must be a whole number, 1 or more; got ${quoted(text)}.`,
  });
}
