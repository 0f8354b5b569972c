import Type, { type TObject, type TSchema } from 'typebox';
import { ApiError, invalidParams } from '../../contract/errors.js';
import { PageMeta } from '../../contract/paging.js';
import type { Conforming } from '../../contract/schema.js';
import type { OperationId } from '../../contract/vocabulary.js';
import { isCalendarDate } from '../../domain/time/dates.js';
import type { Account, Actor, Ledger, ListPage } from '../../store/store.js';
import { defineQuery, type Field, limit, offset } from '../query/query.js';
import { defineOperation, type Operation, type RequestContext } from '../support/declare.js';

export const AccountId = Type.Object({
  id: Type.String({ description: 'Id of the account.', examples: ['acc_1'] }),
});

interface AdminParts<Params extends TObject, Query extends TObject, Data extends TSchema> {
  readonly id: OperationId;
  readonly method: 'GET' | 'POST';
  /** Under /api/v1/admin. */
  readonly path: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: TSchema;
  readonly data: Data;
  /** Whether it may fail for the present state of what it changes. */
  readonly conflicts?: boolean;
}

/** An operation of the admin API: scope `admin`, free, and it answers a value. */
export function adminOperation<Params extends TObject, Query extends TObject, Data extends TSchema>(
  parts: AdminParts<Params, Query, Data> & {
    readonly run: (request: AdminInput, context: RequestContext) => Promise<Conforming<Data>>;
  },
): Operation {
  return defineOperation({
    ...declaredBy(parts),
    meta: Type.Object({}),
    run: async (request, context) => ({ data: { value: await parts.run(request, context) }, meta: {} }),
  });
}

function declaredBy<Params extends TObject, Query extends TObject, Data extends TSchema>(
  parts: AdminParts<Params, Query, Data>,
) {
  return {
    ...parts,
    path: `/api/v1/admin${parts.path}`,
    description: `${parts.summary}. Requires the scope \`admin\`; free.`,
    scope: 'admin' as const,
    free: true as const,
    params: parts.params ?? Type.Object({}),
    query: parts.query ?? Type.Object({}),
    errors: [
      ...(parts.body ? (['content_too_large'] as const) : []),
      ...(parts.conflicts ? (['conflict'] as const) : []),
    ],
    parse: ({ params, query, body }: { params: unknown; query: unknown; body?: unknown }): AdminInput => ({
      params: params as Readonly<Record<string, string>>,
      query: query as Readonly<Record<string, string>>,
      body,
    }),
    price: () => [],
  };
}

const PAGE_FIELDS = { limit: limit({ max: 1_000, fallback: 100 }), offset: offset() };
const PAGE = defineQuery(PAGE_FIELDS);
const { totalCount, offset: applied, limit: size, hasMore } = PageMeta;
const LIST_META = Type.Object({ totalCount, offset: applied, limit: size, hasMore });

/** A paged list of the admin API. `meta` contains the position of the page. */
export function adminListOperation<Params extends TObject, Item extends TSchema>(parts: {
  readonly id: OperationId;
  /** Under /api/v1/admin. */
  readonly path: string;
  readonly summary: string;
  readonly params?: Params;
  /** Parameters in addition to those of the page. */
  readonly fields?: Readonly<Record<string, Field<string | null>>>;
  readonly item: Item;
  readonly list: (
    page: ListPage,
    request: AdminInput,
    context: RequestContext,
  ) => Promise<{ readonly items: readonly Conforming<Item>[]; readonly totalCount: number }>;
}): Operation {
  const { id, path, summary, params, fields, item } = parts;
  const { schema } = defineQuery({ ...fields, ...PAGE_FIELDS });
  return defineOperation({
    ...declaredBy({
      ...{ id, method: 'GET', path, summary, ...(params && { params }) },
      ...{ query: schema, data: Type.Array(item) },
    }),
    meta: LIST_META,
    run: async (request, context) => {
      const page = PAGE.read(request.query);
      const { items, totalCount } = await parts.list(page, request, context);
      const hasMore = items.length > 0 && page.offset + items.length < totalCount;
      return { data: { value: items }, meta: { totalCount, ...page, hasMore } };
    },
  });
}

export interface AdminInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function actorOf({ keyId, person, at, once }: RequestContext): Actor {
  if (keyId === null) throw new Error('An admin operation was mounted without a key.');
  return { keyId, person, at, ...(once && { once: { key: once.key, request: once.request } }) };
}

/** Throws the 404. */
export async function needAccount(ledger: Ledger, id: string): Promise<Account> {
  const account = await ledger.getAccount(id);
  if (account) return account;
  throw new ApiError('not_found', 'There is no such account.');
}

/** Returns the end of the day, as on the command line. Throws the 400 unless it is a calendar date that is not past. */
export function endOfLife(expires: string | undefined, at: number): number | null {
  if (expires === undefined) return null;
  const end = isCalendarDate(expires) ? Date.parse(`${expires}T23:59:59.999Z`) : Number.NaN;
  if (end > at) return end;
  throw invalidParams({
    parameter: 'expires',
    message: 'must be a calendar date YYYY-MM-DD that is not past.',
  });
}

export function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : time(milliseconds);
}
