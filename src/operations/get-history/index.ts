import Type from 'typebox';
import { HistorySchema } from '../../contract/changes.js';
import { ApiError, invalidParams } from '../../contract/errors.js';
import { currentRecord, listedRecord } from '../../domain/records/current-record.js';
import type { SourceFacts } from '../../domain/source-facts.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { EntityAt, PriceItem, StoredEntity } from '../../store/store.js';
import { readEntityId } from '../get-entity/find-entity.js';
import { cursorText, positionIn, readCursor } from '../list-changes/cursor.js';
import { eventText } from '../list-changes/event-text.js';
import { defineQuery, limit, moment, ordered, quoted, readAs, text } from '../query/query.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { otherSpellings } from '../support/other-spellings.js';

const PRICE: readonly PriceItem[] = [{ item: 'history', credits: 1 }];

type HistoryRequest = { readonly id: string } & ReturnType<typeof HistoryQuery.read>;

export function getHistory(dependencies: Dependencies) {
  return defineOperation({
    id: 'getHistory',
    method: 'GET',
    path: '/api/v1/entity/:id/history',
    summary: 'Get the history of an entity',
    description:
      'Returns the changes to one record, newest first, and with `at` the record at that time. `knownSince` is the earliest available time; an earlier `at` is a 400. Costs 1 credit.',
    scope: 'read',
    example: { params: { id: 'CO:20221555001' } },
    params: Type.Object({
      id: Type.String({
        description: 'A UUID, `<STATE>:<state entity id>` or `<STATE>:<tag>:<key>`, as in search results.',
        examples: ['CO:20221555001'],
      }),
    }),
    query: HistoryQuery.schema,
    data: HistorySchema,
    meta: Type.Object({
      hasMore: Type.Boolean({ description: 'Whether there are older events.' }),
      cursor: Type.Optional(Type.String({ description: 'Cursor of the next page of older events, if any.' })),
      sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
    }),
    errors: ['cursor_expired'],
    parse: ({ params, query }) => ({ id: readEntityId(params.id), ...HistoryQuery.read(query) }),
    price: () => PRICE,
    run: (request) => run(request, dependencies),
  });
}

async function run(request: HistoryRequest, dependencies: Dependencies): Promise<Answer> {
  const { catalog, sample, now } = dependencies;
  const { at, since, limit, cursor } = request;
  const { id, sourceId } = await heldEntity(request.id, dependencies);
  const state = await catalog.feed.state();
  const bounds = {
    ...(cursor && { before: positionIn(state, cursor) }),
    ...(at !== null && { until: at }),
    ...(since !== null && { from: since }),
  };
  const { events, hasMore, knownSince } = await catalog.feed.historyOf(id, limit, bounds);
  if (at !== null) refuseUnknownTime(at, knownSince, now());
  const then = at === null ? undefined : await catalog.feed.entityAt(id, at);
  const last = events.at(-1);
  return {
    data: {
      value: {
        id,
        knownSince: isoInstant(knownSince),
        events: events.map((event) => JSON.parse(eventText(event)) as unknown),
        ...(then && at !== null && asOf(then, at, dependencies.sources.get(sourceId))),
      },
    },
    meta: {
      hasMore,
      ...(hasMore && last && { cursor: cursorText(state, last.seq) }),
      ...(sample && { sample }),
    },
  };
}

/** A status that expired with a day is shown as it was at that time. */
function asOf({ outcome, record }: EntityAt, at: number, source: SourceFacts | undefined) {
  const stored = {
    document: JSON.stringify(record),
    changedAt: 0,
    goneSince: outcome === 'gone' ? at : null,
  };
  const shown = record && listedRecord(currentRecord(stored, at), source);
  return { at: isoInstant(at), outcome, record: shown && (JSON.parse(shown.document) as unknown) };
}

async function heldEntity(id: string, { catalog, sources }: Dependencies): Promise<StoredEntity> {
  for (const spelled of [id, ...otherSpellings(id, sources)]) {
    const entity = await catalog.entities.get(spelled);
    if (entity) return entity;
  }
  throw new ApiError('not_found', `No loaded source contains ${quoted(id)}.`);
}

/** Today has not ended, but may be requested. */
function refuseUnknownTime(at: number, knownSince: number, now: number): void {
  const DAY_MS = 86_400_000;
  if (at >= knownSince && at < now + DAY_MS) return;
  const max = `from ${isoInstant(knownSince)} to today`;
  throw invalidParams({
    parameter: 'at',
    message: `must be in the available period, ${max}; got ${isoInstant(at)}.`,
  });
}

const HistoryQuery = defineQuery(
  {
    at: moment(
      'A day, `YYYY-MM-DD`, or a time in UTC, `YYYY-MM-DDTHH:MM:SSZ`: also returns the record at the end of that day, or at that time.',
      '2026-11-23',
      'last',
    ),
    since: moment(
      'A day, `YYYY-MM-DD`, or a time in UTC: only events seen then or later.',
      '2026-03-20',
      'first',
    ),
    limit: limit({ max: 1_000, fallback: 100 }),
    cursor: readAs(text('`meta.cursor` of the previous page.', '8c1f0d2e9a7b-2s'), readCursor),
  },
  ordered('since', 'at', 'after', (at) => isoInstant(Number(at))),
);
