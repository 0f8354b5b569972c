import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { ExportSchema, type NewExport, NewExportBody } from '../../contract/export.js';
import { defineOperation, type RequestContext } from '../../operations/declare.js';
import { cursorExpired } from '../../operations/list-changes/cursor.js';
import { ChangesExpiredError } from '../../store/store.js';
import { countChosen } from '../job/plan.js';
import { KINDS } from '../kinds/index.js';
import { type ExportOrder, readOrder, sentFilter } from '../order.js';
import { priceOfRows } from '../service/pay.js';
import type { ExportParts } from './parts.js';
import { shownExport } from './shown.js';

/** The most exports of an account that wait, are being written or are unpaid. */
const OPEN_MOST = 10;

export function createExport(parts: ExportParts) {
  return defineOperation({
    id: 'createExport',
    method: 'POST',
    status: 202,
    path: '/api/v1/exports',
    summary: 'Export records as files',
    description:
      'Writes all rows that match a filter to files, in the background. The answer gives the exact number of rows and the ' +
      'price: 1 credit for each 100 rows, rounded up. The balance must cover the price now. It is charged once, when the last file is ready; ' +
      'an export that fails costs nothing. Follow it with GET /exports/{id}.',
    scope: 'read',
    example: { body: { kind: 'entities', filter: { state: 'CO' }, format: 'csv' } },
    params: Type.Object({}),
    query: Type.Object({}),
    body: NewExportBody,
    data: ExportSchema,
    meta: Type.Object({}),
    errors: ['content_too_large', 'conflict', 'cursor_expired'],
    parse: ({ body }) => readOrder(body as NewExport),
    price: () => [],
    chargedLater: async (order) => priceOfRows(await countRows(order, parts, parts.now())),
    run: async (order, context) => ({
      data: { value: shownExport(await create(order, context, parts), parts) },
      meta: {},
    }),
  });
}

async function countRows(order: ExportOrder, parts: ExportParts, asOf: number): Promise<number> {
  const { readFilter, ...counted } = KINDS[order.kind];
  if (counted.by === 'scan') return await heldEvents(parts.count(order, asOf), parts);
  const read = readFilter(sentFilter(order.filter));
  const index = parts.indexes();
  if (index === undefined) throw new ApiError('unavailable', 'The search index is not loaded yet.');
  return countChosen(counted.query(read, asOf), index[counted.index]);
}

async function create(
  order: ExportOrder,
  { once, accountId, keyId, at }: RequestContext,
  parts: ExportParts,
) {
  const { state, files } = parts;
  const account = accountId ?? '';
  // A repetition under an idempotency key has the same id.
  const id = `exp_${Buffer.from(once ? once.random(9) : randomBytes(9)).toString('hex')}`;
  const known = await state.exports.find(account, id);
  if (known) return known;
  try {
    // Whichever node of a cluster writes it chooses the rows.
    const rows = files.shared
      ? await countRows(order, parts, at)
      : (await heldEvents(parts.plan(id, order, at), parts)).rows;
    return await state.exports.create(
      {
        id,
        accountId: account,
        keyId: keyId ?? '',
        order: JSON.stringify(order),
        rows,
        credits: priceOfRows(rows)[0]?.credits ?? 0,
        createdAt: at,
        once: once ? { key: once.key, request: once.request } : null,
      },
      OPEN_MOST,
    );
  } catch (error) {
    files.remove(id);
    throw error;
  }
}

/** Throws the 410 for a cursor behind which events are missing. */
async function heldEvents<Value>(asked: Promise<Value>, { catalog }: ExportParts): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ChangesExpiredError)) throw error;
    throw cursorExpired(await catalog.feedState(), error.message);
  }
}
