import { setImmediate as loopTurn } from 'node:timers/promises';
import Type from 'typebox';
import { ChangeSchema } from '../../contract/changes.js';
import { ApiError, invalidParams } from '../../contract/errors.js';
import {
  LIST_OUTCOMES,
  ListChoiceBody,
  ListDetailSchema,
  ListRowSchema,
  ListSchema,
  MAX_LIST_BYTES,
  MAX_LIST_ROWS,
  type NewList,
  NewListBody,
} from '../../contract/lists.js';
import { MATCH_QUESTIONS } from '../../contract/match.js';
import { PageMeta } from '../../contract/paging.js';
import { InputError } from '../../ingest/read/support/context.js';
import { tooManyLists } from '../../store/store.js';
import { readCursor } from '../list-changes/cursor.js';
import { ChangesMeta, readChanges } from '../list-changes/index.js';
import { sinceStart } from '../list-changes/since-start.js';
import { asksNothing } from '../match/cells.js';
import { matcherOver } from '../match/index.js';
import { matchCells } from '../match/result-rows.js';
import { choice, defineQuery, integer, limit, offset, quoted, readAs, text } from '../query/query.js';
import { defineOperation, type Operation, type RequestContext } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { changeList, findList, MAX_LISTS, newList, packList } from './kept-list.js';
import { type KeptList, placedRows, recordsOf, startOfList } from './outcomes.js';
import { presentList, presentRow, presentSummary } from './present.js';
import {
  cellsQuestion,
  guessRoles,
  namesCompanies,
  type Roles,
  readRows,
  type UploadedList,
} from './read-list.js';

const ListId = Type.Object({
  id: Type.String({ description: 'Id of the list.', examples: ['lst_0123456789abcdef0123456789abcdef'] }),
});
const EXAMPLE = { params: { id: 'lst_0123456789abcdef0123456789abcdef' } };
const FREE = 'Free: the rows were paid for when they were matched.';
/** Lists that one key may create in a minute: each is up to `MAX_LIST_ROWS` matches. */
const CREATES_PER_MINUTE = 10;

const RowsQuery = defineQuery({
  outcome: choice('Only rows with this outcome.', LIST_OUTCOMES),
  limit: limit({ max: 500, fallback: 100 }),
  offset: offset(),
});

const ListChangesQuery = defineQuery({
  cursor: readAs(
    text('`meta.cursor` of the previous response. Default: when the list was created.', '8c1f0d2e9a7b-2s'),
    readCursor,
  ),
  limit: limit({ max: 1_000, fallback: 100 }),
  wait: integer('As in GET /changes.', { min: 0, fallback: 0, max: 60 }),
});

/** Lists of companies of an account: matched once, stored with their results. */
export function listOperations(dependencies: Dependencies): readonly Operation[] {
  const { matchLists, catalog } = dependencies;
  const open = (id: string, { accountId, at }: RequestContext) =>
    findList(matchLists, id, accountId ?? '', at);
  return [
    defineOperation({
      id: 'createList',
      method: 'POST',
      status: 201,
      path: '/api/v1/lists',
      summary: 'Match and store a list',
      description: `Matches up to ${MAX_LIST_ROWS} companies and stores the list with its results until you delete it. Costs 1 credit per row with a name or a number, even if nothing is found: the price of GET /match. Other rows are free. An account has up to ${MAX_LISTS} lists. Limited to ${CREATES_PER_MINUTE} times a minute per key.`,
      scope: 'read',
      ownLimit: CREATES_PER_MINUTE,
      example: {
        body: {
          name: 'Vendors',
          rows: [
            { Vendor: 'V-1', Company: 'Willow Harbor Cleaners', City: 'Salida', State: 'CO' },
            { Vendor: 'V-2', Company: 'Nobody of That Name', City: 'Salida', State: 'CO' },
          ],
        },
      },
      params: Type.Object({}),
      query: Type.Object({}),
      body: NewListBody,
      maxBodyBytes: MAX_LIST_BYTES,
      data: ListDetailSchema,
      meta: Type.Object({}),
      errors: ['content_too_large', 'conflict'],
      parse: ({ body }) => readNewList(body as NewList),
      price: ({ questions }) => {
        const credits = questions.filter(({ question }) => !asksNothing(question)).length;
        return credits === 0 ? [] : [{ item: 'match', credits }];
      },
      run: async ({ name, list, roles, questions }, { accountId, at, once }) => {
        const owner = accountId ?? '';
        const { id: feed, newest: position } = await catalog.feed.state();
        const place = { id: feed, position };
        const made = newList({
          name,
          owner,
          at,
          list,
          roles,
          feed: place,
          ...(once && { random: once.random }),
        });
        const repeated = once && (await matchLists.find(made.id, at));
        if (repeated)
          return { data: { value: presentList(await findList(matchLists, made.id, owner, at)) }, meta: {} };
        if ((await matchLists.ofOwner(owner, at)).length >= MAX_LISTS)
          throw new ApiError('conflict', tooManyLists(MAX_LISTS));
        const matcher = matcherOver(dependencies);
        const results: KeptList['results'][number][] = [];
        for (const question of questions) {
          results.push(await matchCells(question, matcher));
          // The catalog is synchronous: without this, other requests would wait for the whole list.
          await loopTurn();
        }
        const kept = { ...made, results };
        const packed = await packList(kept);
        return {
          data: { value: presentList(kept) },
          meta: {},
          commit: () => matchLists.put(packed, MAX_LISTS, at),
        };
      },
    }),
    defineOperation({
      id: 'listLists',
      method: 'GET',
      path: '/api/v1/lists',
      summary: 'List lists',
      description: `Lists the lists of the account, newest first. ${FREE}`,
      ...{ scope: 'read', free: true, price: () => [] },
      example: {},
      params: Type.Object({}),
      query: Type.Object({}),
      data: Type.Array(ListSchema),
      meta: Type.Object({}),
      parse: () => null,
      run: async (_, { accountId, at }) => {
        const lists = accountId === null ? [] : await matchLists.ofOwner(accountId, at);
        return { data: { value: lists.map(presentSummary) }, meta: {} };
      },
    }),
    defineOperation({
      id: 'getList',
      method: 'GET',
      path: '/api/v1/lists/:id',
      summary: 'Get a list',
      description: `Returns a list with its counts, without its rows. ${FREE}`,
      ...{ scope: 'read', free: true, price: () => [] },
      example: EXAMPLE,
      params: ListId,
      query: Type.Object({}),
      data: ListDetailSchema,
      meta: Type.Object({}),
      parse: ({ params }) => params.id,
      run: async (id, context) => ({ data: { value: presentList(await open(id, context)) }, meta: {} }),
    }),
    defineOperation({
      id: 'deleteList',
      method: 'DELETE',
      path: '/api/v1/lists/:id',
      summary: 'Delete a list',
      description: 'Deletes a list, its results and the watches of it. Returns the deleted list. Free.',
      ...{ scope: 'read', free: true, price: () => [] },
      example: EXAMPLE,
      params: ListId,
      query: Type.Object({}),
      data: ListDetailSchema,
      meta: Type.Object({}),
      parse: ({ params }) => params.id,
      run: async (id, context) => {
        const kept = await open(id, context);
        await matchLists.remove(id);
        return { data: { value: presentList(kept) }, meta: {} };
      },
    }),
    defineOperation({
      id: 'listListRows',
      method: 'GET',
      path: '/api/v1/lists/:id/rows',
      summary: 'List the rows of a list',
      description: `Returns the rows of a list in their order, with their results. ${FREE}`,
      ...{ scope: 'read', free: true, price: () => [] },
      example: EXAMPLE,
      params: ListId,
      query: RowsQuery.schema,
      data: Type.Array(ListRowSchema),
      meta: Type.Object({
        totalCount: Type.Integer({ minimum: 0, description: 'Number of rows with the outcome.' }),
        offset: PageMeta.offset,
        limit: PageMeta.limit,
        hasMore: Type.Boolean({ description: 'Whether there are more rows after this page.' }),
      }),
      parse: ({ params, query }) => ({ id: params.id, ...RowsQuery.read(query) }),
      run: async ({ id, outcome, limit: max, offset: start }, context) => {
        const rows = placedRows(await open(id, context)).filter(
          (row) => outcome === null || row.outcome === outcome,
        );
        return {
          data: { value: rows.slice(start, start + max).map(presentRow) },
          meta: { totalCount: rows.length, offset: start, limit: max, hasMore: start + max < rows.length },
        };
      },
    }),
    defineOperation({
      id: 'chooseListRecord',
      method: 'PATCH',
      path: '/api/v1/lists/:id/rows/:row',
      summary: 'Choose the record of a row',
      description: 'Chooses one of the candidates of a row, or removes the choice. Free.',
      ...{ scope: 'read', free: true, price: () => [] },
      example: { params: { ...EXAMPLE.params, row: '1' }, body: { choice: null } },
      params: Type.Object({
        ...ListId.properties,
        row: Type.String({ description: 'Number of the row; the first row is 1.', examples: ['1'] }),
      }),
      query: Type.Object({}),
      body: ListChoiceBody,
      data: ListRowSchema,
      meta: Type.Object({}),
      errors: ['content_too_large', 'conflict'],
      parse: ({ params, body }) => ({ ...params, choice: (body as { choice: string | null }).choice }),
      run: async ({ id, row, choice: chosen }, context) => {
        const place = /^[1-9]\d{0,5}$/.test(row) ? Number(row) - 1 : -1;
        const list = { id, owner: context.accountId ?? '', at: context.at };
        const changed = await changeList(matchLists, list, (kept) => withChosen(kept, place, chosen));
        return { data: { value: presentRow(placedRows(changed)[place] as never) }, meta: {} };
      },
    }),
    defineOperation({
      id: 'listListChanges',
      method: 'GET',
      path: '/api/v1/lists/:id/changes',
      summary: 'List changes of a list',
      description:
        'Returns the changes to the records of a list since it was created, oldest first, as GET /changes does. Costs 1 credit per request. Continue with `meta.cursor`.',
      scope: 'read',
      example: EXAMPLE,
      params: ListId,
      query: ListChangesQuery.schema,
      data: Type.Array(ChangeSchema),
      meta: ChangesMeta,
      errors: ['cursor_expired'],
      parse: ({ params, query }) => ({ id: params.id, ...ListChangesQuery.read(query) }),
      price: () => [{ item: 'changes', credits: 1 }],
      run: async ({ id, cursor, limit: max, wait }, context) => {
        const kept = await open(id, context);
        const state = await catalog.feed.state();
        const request = {
          cursor,
          limit: max,
          waitSeconds: wait,
          filter: sinceStart({ ids: recordsOf(kept) }, startOfList(kept), state),
        };
        return readChanges(request, dependencies, context.accountId ?? '');
      },
    }),
  ];
}

/** The list with another choice for a row. Throws the 404, and the 400 if the row has no such candidate. */
function withChosen(kept: KeptList, place: number, chosen: string | null): KeptList {
  const match = kept.results[place];
  if (match === undefined) throw new ApiError('not_found', 'The list has no matched row of this number.');
  if (chosen !== null && !match.candidates.some((candidate) => candidate.id === chosen))
    throw invalidParams({
      parameter: 'choice',
      message: `must be the id of a candidate of the row; got ${quoted(chosen)}.`,
    });
  const { [place]: _before, ...others } = kept.choices;
  return { ...kept, choices: chosen === null ? others : { ...others, [place]: chosen } };
}

/** Throws the 400. */
function readNewList({ name, csv, rows, columns }: NewList) {
  if ((csv === undefined) === (rows === undefined)) {
    const message = 'exactly one of csv and rows is required.';
    throw invalidParams({ parameter: 'csv', message }, { parameter: 'rows', message });
  }
  const list = readSent({ ...(csv !== undefined && { csv }), ...(rows && { rows }) });
  const roles = columns === undefined ? guessRoles(list.columns) : rolesOf(columns, list.columns);
  if (!namesCompanies(roles))
    throw invalidParams({
      parameter: 'columns',
      message: `must name the column of the name or a number of the company; columns are ${list.columns.join(', ')}.`,
    });
  return { name, list, roles, questions: list.rows.map((cells) => cellsQuestion(roles, cells)) };
}

function readSent(sent: Pick<NewList, 'csv' | 'rows'>): UploadedList {
  const parameter = sent.csv === undefined ? 'rows' : 'csv';
  let list: UploadedList;
  try {
    list = readRows(sent);
  } catch (error) {
    if (error instanceof InputError) throw invalidParams({ parameter, message: error.message });
    throw error;
  }
  const count = list.rows.length;
  if (count >= 1 && count <= MAX_LIST_ROWS) return list;
  throw invalidParams({ parameter, message: `must have 1 to ${MAX_LIST_ROWS} rows; got ${count}.` });
}

/** Throws the 400 for headings that the list does not have. */
function rolesOf(columns: NonNullable<NewList['columns']>, headings: readonly string[]): Roles {
  const unknown = MATCH_QUESTIONS.filter((role) => {
    const heading = columns[role];
    return heading !== undefined && !headings.includes(heading);
  });
  if (unknown.length > 0)
    throw invalidParams(
      ...unknown.map((role) => ({
        parameter: `columns/${role}`,
        message: `must be a heading; got ${quoted(columns[role] ?? '')}; headings are ${headings.join(', ')}.`,
      })),
    );
  return headings.map((heading) => MATCH_QUESTIONS.find((role) => columns[role] === heading) ?? null);
}
