import Type from 'typebox';
import { ChangeSchema } from '../../contract/changes.js';
import { isoInstant } from '../../domain/time/instants.js';
import { ChangesExpiredError, type PriceItem } from '../../store/store.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { cursorExpired, cursorText, positionIn } from './cursor.js';
import { eventText } from './event-text.js';
import { type ChangesRequest, changesRequests } from './request.js';
import { withStoredId } from './stored-id.js';

const PRICE: readonly PriceItem[] = [{ item: 'changes', credits: 1 }];

/** `meta` of a page of the feed. */
export const ChangesMeta = Type.Object({
  cursor: Type.String({ description: '`cursor` for the next request.' }),
  hasMore: Type.Boolean({ description: 'Whether there are more events after the cursor.' }),
  since: Type.String({
    format: 'date-time',
    description:
      'When the feed started: when the data folder was created, or upgraded to a version with a feed.',
  }),
  knownSince: Type.String({
    format: 'date-time',
    description:
      'All events since this time are retained: since the feed started, or since the newest event that was deleted as too old.',
  }),
  oldestCursor: Type.String({ description: 'Cursor before the oldest retained event.' }),
  sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
});

export function listChanges(dependencies: Dependencies) {
  const requests = changesRequests(dependencies.sources);
  return defineOperation({
    id: 'listChanges',
    method: 'GET',
    path: '/api/v1/changes',
    summary: 'List changes',
    description:
      'Returns every change to a record in one sequence, oldest first: entities, filings, filers and links. Costs 1 credit per request. Continue with `meta.cursor`, which also advances if there are no events. A request with filters reads a limited part of the feed, so send the next one immediately while `meta.hasMore` is true. With `wait`, the request waits for the next event. As `application/x-ndjson`, each line is an event, and the last one is `{"meta":…}`.',
    scope: 'read',
    example: { query: { limit: '2' } },
    params: Type.Object({}),
    query: requests.schema,
    lines: 'One event per line; the last line is `{"meta":…}`.',
    data: Type.Array(ChangeSchema),
    meta: ChangesMeta,
    errors: ['cursor_expired'],
    parse: ({ query }) => requests.read(query),
    price: () => PRICE,
    run: async (request, { accountId }) => {
      const filter = await withStoredId(request.filter, dependencies);
      return readChanges({ ...request, filter }, dependencies, accountId ?? '');
    },
  });
}

/** A page of the feed as the answer of an operation. Throws the 410. */
export async function readChanges(
  request: ChangesRequest,
  dependencies: Dependencies,
  accountId: string,
): Promise<Answer> {
  const { events, meta } = await changesPage(request, dependencies, accountId);
  return { data: { lines: events.map(eventText) }, meta };
}

/** Returns a page of the feed. Waits for the first event if there is none. Throws the 410. */
export async function changesPage(
  { cursor, limit, waitSeconds, filter }: ChangesRequest,
  { catalog, slowReads, newChanges, now, sample }: Dependencies,
  accountId: string,
) {
  const state = await catalog.feed.state();
  const from = cursor === 'now' ? state.newest : cursor && positionIn(state, cursor);
  const deadline = now() + waitSeconds * 1_000;
  const read = async (position: number | null) => {
    try {
      return await slowReads.changesAfter(position, limit, filter, accountId);
    } catch (error) {
      if (error instanceof ChangesExpiredError) {
        throw cursorExpired(
          await catalog.feed.state(),
          'Events after the cursor were deleted or are not in this feed.',
        );
      }
      throw error;
    }
  };
  let page = await read(from);
  while (page.events.length === 0 && !page.hasMore) {
    const left = deadline - now();
    if (left <= 0 || !(await newChanges.behind(page.next, left))) break;
    page = await read(page.next);
  }
  const meta = {
    cursor: cursorText(state, page.next),
    hasMore: page.hasMore,
    since: isoInstant(state.beganAt),
    knownSince: isoInstant(state.knownSince),
    oldestCursor: cursorText(state, state.oldest),
    ...(sample && { sample }),
  };
  return { feed: state.id, events: page.events, meta };
}
