import type { SourceItem } from '../../../contract/service/source.js';
import { dayOf } from '../../parts/dates.js';
import { number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';

/** Example searches; each has results if a year of filings is loaded. */
const WAYS = [
  { href: '/sec?q=10-K&form=10-K', title: 'Yearly reports', text: 'Form 10-K, by year, state and industry.' },
  {
    href: '/sec?q=results+of+operations',
    title: 'Results announcements',
    text: '8-K reports, by the SEC’s title of an item.',
  },
  { href: '/sec?q=13D', title: 'Owners of more than 5 %', text: 'Schedules 13D, with amendments.' },
  {
    href: '/sec?q=TSLA',
    title: 'A company by its ticker',
    text: 'TSLA: all filings of Tesla, newest first.',
  },
];

/** The ways in, for who has no name in mind. */
export function Ways() {
  return (
    <section aria-labelledby="ways">
      <h2 id="ways">Examples</h2>
      <ul class="cards">
        {WAYS.map(({ href, title, text }) => (
          <li>
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which of the SEC's files are loaded, and how old they are. */
export function Loaded({ sources }: { readonly sources: readonly SourceItem[] }) {
  const own = sources.filter(({ id, loaded }) => loaded && id.startsWith('us_sec_'));
  if (own.length === 0) return <p class="notice">No source of SEC filings is loaded.</p>;
  return (
    <section aria-labelledby="loaded">
      <h2 id="loaded">Loaded data</h2>
      <Table
        caption="Sources of SEC filings and filers"
        rows={own}
        columns={[
          { head: 'Source', cell: ({ id, title }) => <a href={`/sources/${id}`}>{title}</a> },
          { head: 'Records', kind: 'number', cell: ({ records }) => number(records) },
          { head: 'Published', kind: 'date', cell: ({ publishedAt }) => publishedAt ?? 'not given' },
          {
            head: 'Loaded',
            kind: 'date',
            cell: ({ fetchedAt }) => (fetchedAt === null ? 'not yet' : dayOf(fetchedAt)),
          },
        ]}
      />
    </section>
  );
}
