import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { ApiError, invalidParams } from '../../contract/errors.js';
import {
  EXPORT_PRICE,
  ExportSchema,
  type NewExport,
  NewExportBody,
  ORDER_CREDITS,
} from '../../contract/export.js';
import { defineOperation, type RequestContext } from '../../operations/support/declare.js';
import { LedgerUnavailableError, type MatchLists } from '../../store/store.js';
import { KINDS } from '../kinds/index.js';
import { type ExportOrder, readOrder } from '../order.js';
import { notCovered, payOrder } from '../service/pay.js';
import type { ExportParts } from './parts.js';
import { shownExport } from './shown.js';

/** The most exports of an account that wait, are being written or are unpaid. */
const MAX_OPEN = 10;

export function createExport(parts: ExportParts) {
  return defineOperation({
    id: 'createExport',
    method: 'POST',
    status: 202,
    path: '/api/v1/exports',
    summary: 'Create an export',
    description:
      `Writes all rows that match a filter to files, in the background. Price: ${EXPORT_PRICE}. The order costs 1 credit, which is a part of ` +
      'the price and is not refunded if you delete the export. Rows are selected and counted when it is the turn of the export: if the balance does not cover the price then, it fails, ' +
      'and `error` names the price. The rest is charged once, when the last file is ready. If an export cannot be written, its credit is ' +
      'refunded. Follow it with GET /exports/{id}.',
    scope: 'read',
    example: { body: { kind: 'entities', filter: { state: 'CO' }, format: 'csv' } },
    params: Type.Object({}),
    query: Type.Object({}),
    body: NewExportBody,
    data: ExportSchema,
    meta: Type.Object({}),
    errors: ['content_too_large', 'conflict'],
    parse: ({ body }) => readOrder(body as NewExport),
    price: () => [{ item: 'export', credits: ORDER_CREDITS }],
    priceRule: `${EXPORT_PRICE}; ${ORDER_CREDITS} at the order.`,
    chargesItself: true,
    run: async (order, context) => {
      const { job, charged } = await create(order, context, parts);
      return { data: { value: shownExport(job, parts) }, meta: {}, paid: charged };
    },
  });
}

async function create(
  order: ExportOrder,
  { once, accountId, keyId, at }: RequestContext,
  { state, ledger, indexes, onCharged }: ExportParts,
) {
  if (KINDS[order.kind].by === 'index' && indexes() === undefined)
    throw new ApiError('unavailable', 'The search index is not loaded yet.');
  const { exports, matchLists } = state;
  const account = accountId ?? '';
  const ids = await recordsOf(order, matchLists, account, at);
  const job = await exports.create(
    {
      id: `exp_${randomBytes(9).toString('hex')}`,
      accountId: account,
      keyId: keyId ?? '',
      order: JSON.stringify({ ...order, ...(ids && { ids }) }),
      createdAt: at,
      once: once ? { key: once.key, request: once.request } : null,
    },
    MAX_OPEN,
  );
  const withdraw = () => exports.withdraw(account, job.id);
  const paid = await payOrder(job, { exports, ledger, onCharged }, at).catch(async (error: unknown) => {
    // Nothing was charged. If the outcome of a charge is unknown, the export remains, so that retrying charges once.
    if (error instanceof LedgerUnavailableError) await withdraw();
    throw error;
  });
  if (paid.paid) return { job, charged: paid };
  await withdraw();
  throw notCovered('The order of an export', paid);
}

/** The records of the list in the filter. Throws the 400 for a list that is not the account's. */
async function recordsOf(
  { filter: { list } }: ExportOrder,
  matchLists: Pick<MatchLists, 'find'>,
  account: string,
  at: number,
): Promise<readonly string[] | undefined> {
  if (list === undefined) return undefined;
  const found = await matchLists.find(String(list), at);
  if (found?.owner === account) return found.records;
  throw invalidParams({ parameter: 'filter.list', message: 'must be the id of a list of the account.' });
}
