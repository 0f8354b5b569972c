import type { ChangeItem } from '../../../contract/changes.js';
import { recordsOf } from '../../../operations/lists/outcomes.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { fieldWords } from '../../parts/words.js';
import { definePage } from '../../site/page.js';
import { Events } from '../changes/index.js';
import { listOf } from './kept.js';

const EVENTS_SHOWN = 500;
/** Fields that a month names; the rest is counted. */
const FIELDS_NAMED = 5;

/** What changed in the records of a list since it was created: a summary by month, and the events. */
export const listChangesPage = definePage({
  path: '/match/:id/changes',
  name: 'match-list.changes',
  access: 'account',
  show: async (visit) => {
    const kept = await listOf(visit);
    const { id, name } = kept;
    const cursor = visit.facts.query.get('cursor') ?? '';
    const query = { limit: String(EVENTS_SHOWN), ...(cursor !== '' && { cursor }) };
    const { data, meta } = await visit.call('listListChanges', { params: { id }, query });
    const titles = new Map((await visit.call('listSources')).data.map((source) => [source.id, source.title]));
    const records = recordsOf(kept).length;
    return {
      title: `Changes of ${name}: ${counted(data.length, 'event')}`,
      current: '/match',
      body: (
        <>
          <h1>{`Changes of ${name}`}</h1>
          <p class="lead">{`Changes to the ${counted(records, 'record')} of this list since it was created.`}</p>
          {data.length === 0 && (
            <p>{meta.hasMore ? 'No changes in this part of the feed.' : 'No changes.'}</p>
          )}
          {data.length > 0 && <Months events={data} records={records} />}
          {data.length > 0 && <Events events={data} titles={titles} />}
          <nav class="pager" aria-label="Pages">
            {meta.hasMore && (
              <a rel="next" href={`/match/${id}/changes?${new URLSearchParams({ cursor: meta.cursor })}`}>
                Next
              </a>
            )}
            <a href={`/match/${id}`}>The list</a>
          </nav>
        </>
      ),
    };
  },
});

function Months({ events, records }: { readonly events: readonly ChangeItem[]; readonly records: number }) {
  const months = [...new Set(events.map(({ seenAt }) => seenAt.slice(0, 7)))];
  const rows = months.map((month) => ({
    month,
    own: events.filter(({ seenAt }) => seenAt.startsWith(month)),
  }));
  return (
    <Table
      caption="Changes by month"
      rows={rows}
      columns={[
        { head: 'Month', cell: ({ month }) => month },
        {
          head: 'Records changed',
          cell: ({ own }) => `${number(new Set(own.map(({ id }) => id)).size)} of ${number(records)}`,
        },
        { head: 'What changed', cell: ({ own }) => summaryOf(own) },
      ]}
    />
  );
}

/** How many records are gone or back, and in how many each field changed. */
function summaryOf(events: readonly ChangeItem[]): string {
  const changed = new Map<string, Set<string>>();
  const note = (what: string, id: string) => changed.set(what, (changed.get(what) ?? new Set()).add(id));
  for (const { kind, id, changes } of events) {
    if (kind === 'gone') note('no longer listed', id);
    else if (kind === 'restored') note('listed again', id);
    else if (kind !== 'created') for (const { field } of changes) note(fieldWords(field), id);
  }
  const parts = [...changed].sort(([, one], [, other]) => other.size - one.size);
  const named = parts.slice(0, FIELDS_NAMED).map(([what, ids]) => `${what}: ${number(ids.size)}`);
  const left = parts.length - named.length;
  return [...named, ...(left > 0 ? [counted(left, 'further field')] : [])].join('; ');
}
