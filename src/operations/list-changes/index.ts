import Type from 'typebox';
import { ChangeSchema } from '../../contract/changes.js';
import { isoInstant } from '../../domain/time/instants.js';
import { ChangesExpiredError, type PriceItem } from '../../store/store.js';
import { type Answer, defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { cursorExpired, cursorText, positionIn } from './cursor.js';
import { eventText } from './event-text.js';
import { type ChangesRequest, changesRequests } from './request.js';

const PRICE: readonly PriceItem[] = [{ item: 'changes', credits: 1 }];

export function listChanges(dependencies: Dependencies) {
  const requests = changesRequests(dependencies.sources);
  return defineOperation({
    id: 'listChanges',
    method: 'GET',
    path: '/api/v1/changes',
    summary: 'List changes',
    description:
      'Every change of a shown record in one sequence, oldest first: entities, filings, filers and links. Costs 1 credit a ' +
      'call. Continue with `meta.cursor`, which also moves if there are no events. A filtered call reads a limited part of the ' +
      'feed, so call again immediately while `meta.hasMore` is true. With `wait` the answer comes with the next event. As ' +
      '`application/x-ndjson` each line is an event, and the last one is `{"meta":…}`.',
    scope: 'read',
    example: { query: { limit: '2' } },
    params: Type.Object({}),
    query: requests.schema,
    lines: 'One event a line; the last line is `{"meta":…}`.',
    data: Type.Array(ChangeSchema),
    meta: Type.Object({
      cursor: Type.String({ description: 'To be sent as `cursor` with the next call.' }),
      hasMore: Type.Boolean({ description: 'True: the feed goes on behind the cursor.' }),
      since: Type.String({
        format: 'date-time',
        description:
          'When the feed began: with the data folder, or with its upgrade to a version that keeps one.',
      }),
      knownSince: Type.String({
        format: 'date-time',
        description:
          'From when on every event is here: when the feed began, or the newest event that was deleted as too old.',
      }),
      oldestCursor: Type.String({ description: 'The place before the oldest event that is kept.' }),
      sample: Type.Optional(
        Type.Boolean({ description: 'True: the bundled sample answered, not real data.' }),
      ),
    }),
    errors: ['cursor_expired'],
    parse: ({ query }) => requests.read(query),
    price: () => PRICE,
    run: (request, { accountId }) => run(request, dependencies, accountId ?? ''),
  });
}

async function run(
  { cursor, limit, waitSeconds, filter }: ChangesRequest,
  { catalog, slowReads, newChanges, now, sample }: Dependencies,
  accountId: string,
): Promise<Answer> {
  const state = await catalog.feedState();
  const from = cursor === 'now' ? state.newest : cursor && positionIn(state, cursor);
  const deadline = now() + waitSeconds * 1_000;
  const read = async (position: number | null) => {
    try {
      return await slowReads.changesAfter(position, limit, filter, accountId);
    } catch (error) {
      if (error instanceof ChangesExpiredError) {
        throw cursorExpired(
          await catalog.feedState(),
          'Events behind the cursor are deleted, or never were here.',
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
  return {
    data: { lines: page.events.map(eventText) },
    meta: {
      cursor: cursorText(state, page.next),
      hasMore: page.hasMore,
      since: isoInstant(state.beganAt),
      knownSince: isoInstant(state.knownSince),
      oldestCursor: cursorText(state, state.oldest),
      ...(sample && { sample }),
    },
  };
}
