import type { ListItem } from '../../../contract/lists.js';
import { presentSummary } from '../../../operations/lists/present.js';
import { dayOf } from '../../parts/dates.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { definePage } from '../../site/page.js';

/** The lists of the account, with their counts. */
export const listsPage = definePage({
  path: '/lists',
  name: 'lists',
  access: 'account',
  show: async ({ matchLists, owner, facts: { at } }) => {
    const lists = (await matchLists.ofOwner(owner, at)).map(presentSummary);
    return {
      title: counted(lists.length, 'list'),
      current: '/match',
      body: (
        <>
          <h1>Lists</h1>
          <p class="lead">
            Lists that you matched, with their results. <a href="/match">Match a list</a>
          </p>
          {lists.length === 0 ? <p>No lists yet.</p> : <Lists lists={lists} />}
          <p class="quiet">
            Programs can use <code>/api/v1/lists</code>.
          </p>
        </>
      ),
    };
  },
});

function Lists({ lists }: { readonly lists: readonly ListItem[] }) {
  const total = ({ counts }: ListItem) => Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Table
      caption={`${counted(lists.length, 'list')}, newest first`}
      rows={lists}
      columns={[
        { head: 'List', cell: ({ id, name }) => <a href={`/match/${id}`}>{name}</a> },
        { head: 'Rows', kind: 'number', cell: (list) => number(total(list)) },
        { head: 'Found', kind: 'number', cell: ({ counts }) => number(counts.found + counts.chosen) },
        {
          head: 'To choose',
          kind: 'number',
          cell: ({ counts }) => number(counts.possible + counts.ambiguous),
        },
        { head: 'None', kind: 'number', cell: ({ counts }) => number(counts.none) },
        { head: 'Created', kind: 'date', cell: ({ createdAt }) => dayOf(createdAt) },
      ]}
    />
  );
}
