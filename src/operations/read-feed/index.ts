import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { ChangeFilter } from '../../store/store.js';
import { type Start, sinceStart } from '../list-changes/since-start.js';
import { findList, recordNames } from '../lists/kept-list.js';
import { recordsOf, startOfList } from '../lists/outcomes.js';
import { defineOperation, type RequestContext } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { feedFilter, startOf } from '../watches/watched-changes.js';

const ENTRIES = 50;
const READS_PER_MINUTE = 60;

const text = (description: string) => Type.String({ description });

/** Returns the newest changes of a watch or a list: records and fields, without values. */
export function readFeed(dependencies: Dependencies) {
  return defineOperation({
    id: 'readFeed',
    method: 'GET',
    path: '/feed/k/:token/:id',
    summary: 'Read an Atom feed',
    description: `The newest ${ENTRIES} changes of a watch or of the records of a list since it was created, as Atom.`,
    scope: 'feeds',
    free: true,
    ownLimit: READS_PER_MINUTE,
    params: Type.Object({ id: text('Id of the watch or list.') }),
    query: Type.Object({}),
    data: Type.Object({
      title: text('Title of the feed.'),
      entries: Type.Array(
        Type.Object({
          id: text('Id of the change; never changes.'),
          record: text('Id of the record.'),
          recordType: text('Type of the record.'),
          title: text('The record and what happened to it.'),
          seenAt: text('ISO 8601, UTC.'),
        }),
      ),
    }),
    meta: Type.Object({}),
    parse: ({ params }) => params.id,
    price: () => [],
    run: async (id, context) => {
      const { catalog, slowReads } = dependencies;
      const { title, filter, start, names } = await subjectOf(id, context, dependencies);
      const state = await catalog.feed.state();
      const own = sinceStart(filter, start, state);
      const events = await slowReads.newestChanges(ENTRIES, own, context.accountId ?? '');
      const entries = events.map(({ seq, id: record, recordType, kind, changes, seenAt }) => {
        const fields = (JSON.parse(changes) as readonly { readonly field: string }[]).map(
          ({ field }) => field,
        );
        const what = kind === 'changed' ? `${fields.join(', ')} changed` : kind.replaceAll('_', ' ');
        return {
          id: `${state.id}:${seq}`,
          ...{ record, recordType, seenAt: isoInstant(seenAt) },
          title: `${names.get(record) ?? record}: ${what}`,
        };
      });
      return { data: { value: { title, entries } }, meta: {} };
    },
  });
}

interface Subject {
  readonly title: string;
  readonly filter: ChangeFilter;
  readonly start: Start;
  /** Names of records in the account's feed. */
  readonly names: ReadonlyMap<string, string>;
}

/** Throws the 404 for watches and lists of other accounts. */
async function subjectOf(
  id: string,
  { accountId, at }: RequestContext,
  { watches, matchLists }: Dependencies,
): Promise<Subject> {
  const owner = accountId ?? '';
  const watch = await watches.findWatch(owner, id);
  if (watch)
    return {
      ...{ title: `Watch ${id}`, start: startOf(watch), names: new Map() },
      filter: await feedFilter(watch.filter, matchLists, at),
    };
  const list = await findList(matchLists, id, owner, at);
  // A list without an account has no feed: a key belongs to an account.
  if (list.owner === '') throw new ApiError('not_found', 'The account has no such watch or list.');
  const filter = { ids: recordsOf(list) };
  return { title: list.name, filter, start: startOfList(list), names: recordNames(list) };
}
