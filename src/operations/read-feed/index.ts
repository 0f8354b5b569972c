import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { ChangeFilter } from '../../store/store.js';
import { recordNames } from '../lists/kept-list.js';
import { defineOperation, type RequestContext } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { feedFilter } from '../watches/watched-changes.js';

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
    description: `The newest ${ENTRIES} changes of a watch or of the records of a list, as Atom.`,
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
      const { title, filter, names } = await subjectOf(id, context, dependencies);
      const { id: feed } = await catalog.feed.state();
      const events = await slowReads.newestChanges(ENTRIES, filter, context.accountId ?? '');
      const entries = events.map(({ seq, id: record, recordType, kind, changes, seenAt }) => {
        const fields = (JSON.parse(changes) as readonly { readonly field: string }[]).map(
          ({ field }) => field,
        );
        const what = kind === 'changed' ? `${fields.join(', ')} changed` : kind.replaceAll('_', ' ');
        return {
          id: `${feed}:${seq}`,
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
  /** Names of records that the account knows. */
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
    return { title: `Watch ${id}`, filter: await feedFilter(watch.filter, matchLists, at), names: new Map() };
  const list = await matchLists.find(id, at);
  if (owner === '' || list?.owner !== owner)
    throw new ApiError('not_found', 'The account has no such watch or list.');
  return { title: list.name, filter: { ids: list.records }, names: await recordNames(list) };
}
