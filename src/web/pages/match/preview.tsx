import { MAX_LIST_ROWS } from '../../../contract/lists.js';
import type { KeptList } from '../../../operations/lists/outcomes.js';
import { counted, number } from '../../parts/numbers.js';
import type { PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Columns } from './columns.js';

/** The list before it is matched: how it was read, and what each column is used as. */
export function preview(visit: Visit, kept: KeptList, fault?: string): PageView {
  const { id, list, roles } = kept;
  const rows = list.rows.length;
  return {
    title: `Match a list: ${counted(rows, 'row')}`,
    status: fault === undefined ? 200 : 400,
    current: '/match',
    body: (
      <>
        <h1>{counted(rows, 'row')}</h1>
        {fault !== undefined && (
          <div class="notice" role="alert">
            <p>{fault}</p>
          </div>
        )}
        {list.left > 0 && (
          <p>{`${counted(list.left, 'more row')} at the end ${list.left === 1 ? 'is' : 'are'} ignored: the page matches up to ${number(MAX_LIST_ROWS)}.`}</p>
        )}
        <form method="post" action={`/match/${id}`}>
          <Columns list={list} roles={roles} />
          <p>
            <button class="main" name="do" value="match">
              Match
            </button>{' '}
            {visit.isMetered && (
              <span class="quiet">{`1 credit per row, up to ${number(rows)}; the same row is free for 24 hours.`}</span>
            )}
          </p>
        </form>
        <div class="actions">
          {list.text !== null && (
            <form class="inline" method="post" action={`/match/${id}`}>
              <input type="hidden" name="layout" value={list.layout === 'table' ? 'lines' : 'table'} />
              <button name="do" value="layout">
                {list.layout === 'table' ? 'Treat each line as a name' : 'Treat as columns with headings'}
              </button>
            </form>
          )}
          <a href="/match">Another list</a>
        </div>
      </>
    ),
  };
}
