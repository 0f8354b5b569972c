import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { ExportSchema } from '../../contract/export.js';
import { quoted } from '../../operations/query/query.js';
import { defineOperation, type RequestContext } from '../../operations/support/declare.js';
import type { ExportJob } from '../../store/store.js';
import type { ExportParts } from './parts.js';
import { shownExport } from './shown.js';

export const EXAMPLE_ID = 'exp_0123456789abcdef01';

export const ExportId = {
  id: Type.String({ description: 'Id of the export.', examples: [EXAMPLE_ID] }),
};

/** An operation on one export, which answers with it. */
const ONE_EXPORT = {
  scope: 'read',
  free: true,
  example: { params: { id: EXAMPLE_ID } },
  params: Type.Object(ExportId),
  query: Type.Object({}),
  data: ExportSchema,
  meta: Type.Object({}),
  parse: ({ params }: { readonly params: { readonly id: string } }) => params.id,
  price: () => [],
} as const;

export function listExports(parts: ExportParts) {
  const { state } = parts;
  return defineOperation({
    id: 'listExports',
    method: 'GET',
    path: '/api/v1/exports',
    summary: 'List exports',
    description: 'The account’s exports, newest first, until their files are deleted. Free.',
    scope: 'read',
    free: true,
    example: {},
    params: Type.Object({}),
    query: Type.Object({}),
    data: Type.Array(ExportSchema),
    meta: Type.Object({}),
    parse: () => null,
    price: () => [],
    run: async (_, { accountId }) => {
      const jobs = await state.exports.list(accountId ?? '');
      return { data: { value: jobs.map((job) => shownExport(job, parts)) }, meta: {} };
    },
  });
}

export function getExport(parts: ExportParts) {
  const { state } = parts;
  return defineOperation({
    id: 'getExport',
    method: 'GET',
    path: '/api/v1/exports/:id',
    summary: 'Get an export',
    description: 'The state of an export, and its files once it is complete. Free.',
    ...ONE_EXPORT,
    run: async (id, context) => {
      const job = await findExport(id, context, state);
      return { data: { value: shownExport(job, parts) }, meta: {} };
    },
  });
}

export function deleteExport(parts: ExportParts) {
  const { state, files } = parts;
  return defineOperation({
    id: 'deleteExport',
    method: 'DELETE',
    path: '/api/v1/exports/:id',
    summary: 'Delete an export',
    description:
      'Cancels an export that is not complete, deletes its files, and returns the export as it was. Free; charged credits are not refunded.',
    ...ONE_EXPORT,
    run: async (id, context) => {
      const job = await findExport(id, context, state);
      await state.exports.remove(job.accountId, id);
      files.remove(id);
      // If their place is away, the sweep removes them.
      await files.shared?.remove(id).catch(() => undefined);
      return { data: { value: shownExport(job, parts) }, meta: {} };
    },
  });
}

/** Throws the 404. */
export async function findExport(
  id: string,
  { accountId }: Pick<RequestContext, 'accountId'>,
  { exports }: ExportParts['state'],
): Promise<ExportJob> {
  const job = await exports.find(accountId ?? '', id);
  if (job) return job;
  throw new ApiError(
    'not_found',
    `This account has no export ${quoted(id)}; it may have been deleted after its retention period.`,
  );
}
