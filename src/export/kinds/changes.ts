import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventText } from '../../operations/list-changes/event-text.js';
import { type ChangesFilterRequest, changesFilters } from '../../operations/list-changes/request.js';
import { type ChangeEvent, ChangesExpiredError, type FeedState } from '../../store/store.js';
import { defineKind } from './kind.js';
import { KNOWN_SOURCES } from './known-sources.js';

const filters = changesFilters(KNOWN_SOURCES);

/**
 * One row per event, as in GET /changes, up to the newest event at creation. If an event is deleted before it
 * is written, the export fails, because a reader would miss it.
 */
export const changes = defineKind<ChangesFilterRequest>({
  by: 'scan',
  filters: filters.schema.properties,
  readFilter: filters.read,
  within: ({ cursor, filter }, ids) => ({ cursor, filter: { ...filter, ids } }),
  begin: ({ cursor }, feed) => placeText({ seq: positionIn(feed, cursor), upTo: feed.newest }),
  count: async ({ filter }, begin, { catalog }) => {
    const { seq, upTo } = readPlace(begin);
    return await catalog.feed.countChanges(seq, upTo, filter);
  },
  read: async (after, max, { filter }, { catalog }) => {
    const { seq, upTo } = readPlace(after);
    const events: ChangeEvent[] = [];
    // A filter may find few in each stretch of the feed.
    let from = seq;
    for (; events.length < max && from < upTo; await nextTurn()) {
      const page = await catalog.feed.changesAfter(from, max - events.length, filter);
      events.push(...page.events.filter((event) => event.seq <= upTo));
      from = page.next;
    }
    return {
      texts: events.map(eventText),
      sources: new Set(events.flatMap(({ source }) => source ?? [])),
      place: placeText({ seq: Math.min(from, upTo), upTo }),
    };
  },
});

/** The event that was read last, and the newest one that belongs to the export. */
interface FeedPlace {
  readonly seq: number;
  readonly upTo: number;
}

function placeText({ seq, upTo }: FeedPlace): string {
  return `${seq}-${upTo}`;
}

function readPlace(place: string | null): FeedPlace {
  const [, seq, upTo] = /^(\d+)-(\d+)$/.exec(place ?? '') ?? [];
  if (seq === undefined || upTo === undefined)
    throw new Error(`This is not a position in the feed: ${place}`);
  return { seq: Number(seq), upTo: Number(upTo) };
}

function positionIn({ id, oldest, newest }: FeedState, cursor: ChangesFilterRequest['cursor']): number {
  if (cursor === null) return oldest;
  if (cursor.feed !== id) {
    throw new ChangesExpiredError('The cursor belongs to another feed: the data was recreated.');
  }
  if (cursor.position >= oldest && cursor.position <= newest) return cursor.position;
  throw new ChangesExpiredError('Events after the cursor were deleted or are not in this feed.');
}
