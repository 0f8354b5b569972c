import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { ExtendBody, type ExtendQuery, ExtensionSchema, MAX_ROWS } from '../../contract/reconcile.js';
import type { ReachedNumber } from '../../contract/records/identity.js';
import { sumByItem } from '../../domain/accounts/credits.js';
import { canonicalEntityId } from '../../domain/ids.js';
import type { PriceItem } from '../../store/store.js';
import { type Answer, defineOperation, type RequestContext } from '../support/declare.js';
import type { SubOperation, SubRequest } from '../support/sub-request.js';
import { COLUMNS, type Column, type WholeRecord } from './columns.js';

interface Extension {
  readonly columns: readonly Column[];
  /** `undefined` if the text is not a record id. */
  readonly rows: readonly { readonly id: string; readonly request: SubRequest | undefined }[];
}

/** Further columns for rows that were matched: each row is what `getEntity` answers, at its price, in one charge. */
export function extend(getEntity: SubOperation) {
  return defineOperation({
    id: 'extendRecords',
    method: 'POST',
    path: '/reconcile/k/:token',
    summary: 'Extend matched rows with columns',
    description:
      'Returns columns of records. Costs 1 credit per row, plus 1 per row for each include token that the columns need; unknown rows are free.',
    scope: 'reconcile',
    params: Type.Object({}),
    query: Type.Object({}),
    body: ExtendBody,
    data: ExtensionSchema,
    meta: Type.Object({}),
    errors: ['content_too_large'],
    parse: ({ body }) => readExtension(body as ExtendQuery, getEntity),
    price: ({ rows }) => sumByItem(rows.flatMap(({ request }) => request?.price ?? [])),
    run,
  });
}

function readExtension({ ids, properties }: ExtendQuery, getEntity: SubOperation): Extension {
  const distinct = [...new Set(ids)];
  if (distinct.length > MAX_ROWS) {
    throw new ApiError(
      'content_too_large',
      `An extension may have at most ${MAX_ROWS} rows; got ${distinct.length}.`,
    );
  }
  const columns = properties.map(({ id }) => columnOf(id));
  const isKnown = columns.some((column) => COLUMNS.includes(column));
  const tokens = [...new Set(columns.flatMap(({ token }) => token ?? []))];
  const include = tokens.length === 0 ? {} : { include: tokens.join(',') };
  const requestOf = (id: string) =>
    canonicalEntityId(id) === undefined || !isKnown ? undefined : getEntity.read({ id, ...include });
  return { columns, rows: distinct.map((id) => ({ id, request: requestOf(id) })) };
}

/** A property that is not known is an empty column, so that the others are filled. */
function columnOf(id: string): Column {
  return COLUMNS.find((one) => one.id === id) ?? { id, name: id, cells: () => [] };
}

async function run({ columns, rows }: Extension, context: RequestContext): Promise<Answer> {
  const charged: (readonly PriceItem[])[] = [];
  const shown: [string, object][] = [];
  for (const { id, request } of rows) {
    const { record, identity, due } = await recordOf(request, context);
    charged.push(due);
    const cells = columns.map((column) => [column.id, record ? column.cells(record, identity) : []]);
    shown.push([id, Object.fromEntries(cells)]);
  }
  const meta = columns.map(({ id, name }) => ({ id, name }));
  return { data: { json: JSON.stringify({ meta, rows: Object.fromEntries(shown) }) }, meta: {}, charged };
}

/** Rejects with whatever is no 404: a row that may be held must not look as if it were not. */
async function recordOf(request: SubRequest | undefined, context: RequestContext) {
  const answer = await request?.run(context);
  if (answer === undefined) return NO_RECORD;
  if ('error' in answer) {
    if (answer.error.code !== 'not_found') throw answer.error;
    return NO_RECORD;
  }
  const { identity = [], enrichment = {} } = JSON.parse(answer.meta) as {
    readonly identity?: readonly ReachedNumber[];
    readonly enrichment?: WholeRecord['enrichment'];
  };
  const record: WholeRecord = { ...(JSON.parse(answer.data) as WholeRecord), enrichment };
  return { record, identity, due: answer.due };
}

const NO_RECORD = { record: undefined, identity: [], due: [] };
