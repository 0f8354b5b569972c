import type { FacetCountsShown, YearForms } from '../../../contract/facet-counts.js';
import type { FilingItem } from '../../../contract/records/filing.js';
import { Downloads } from '../../parts/downloads.js';
import { About, Form, filerName } from '../../parts/filing.js';
import { Field } from '../../parts/form.js';
import { filingPath, searchPath } from '../../parts/links.js';
import { counted, number } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { SimilarNames } from '../../parts/similar-names.js';
import { Table } from '../../parts/table.js';
import { numberWords } from '../../parts/words.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Chips, Facets } from './narrowing.js';
import { addressOf, asksSomething, readQuery, type SecQuery, toQuery, wordsOf } from './query.js';
import { Loaded, Ways } from './start.js';
import { Years } from './years.js';

type Counts = Readonly<Partial<Record<string, FacetCountsShown>>> & { readonly yearForm?: YearForms };

/** Filings of the SEC: a picture of the years, facets with exact counts, and every filing at any depth. */
export const secPage = definePage({
  path: '/sec',
  name: 'sec',
  nav: 'SEC filings',
  access: 'reader',
  show: async (visit) => {
    const query = readQuery(visit.facts.query);
    return asksSomething(query) ? await found(query, visit) : await emptyPage(visit);
  },
});

async function emptyPage(visit: Visit): Promise<PageView> {
  const { data: sources } = await visit.call('listSources');
  return {
    title: 'SEC filings',
    body: (
      <>
        <h1>SEC filings</h1>
        <AskForm query={readQuery(new URLSearchParams())} />
        <p>
          A company name, a former name or a ticker finds that company’s filings first. Other words match
          forms, descriptions and the items of an 8-K. Narrow the results by form, year, state and industry;
          counts are exact.
        </p>
        <Ways />
        <Loaded sources={sources} />
      </>
    ),
  };
}

async function found(query: SecQuery, visit: Visit): Promise<PageView> {
  const { data, meta } = await visit.call('searchFilings', { query: toQuery(query) });
  const counts = (meta as { facets?: Counts }).facets ?? {};
  const count = counted(meta.totalCount, 'filing');
  const words = meta.number ? `the ${numberWords(meta.number)}` : wordsOf(query);
  const title = `${count} for ${words}`;
  const suggestions = meta.suggestions ?? [];
  const companies = suggestions.filter(({ topic }) => topic !== undefined);
  return {
    title,
    body: (
      <>
        <h1>{meta.totalCount === 0 ? `No filing found for ${words}` : title}</h1>
        <AskForm query={query} />
        {meta.correctedQuery !== undefined && (
          <p class="notice" role="status">{`Nothing has these words. Showing “${meta.correctedQuery}”.`}</p>
        )}
        {meta.removedWords !== undefined && (
          <p
            class="notice"
            role="status"
          >{`Omitted: ${meta.removedWords.map((word) => `“${word}”`).join(', ')}.`}</p>
        )}
        {companies.map(({ id, name, topic }) => (
          <p class="notice" role="status">
            {`${name} has filings, but none about “${topic}”. `}
            <a href={filingsOf(id)}>{`All filings of ${name}`}</a>
          </p>
        ))}
        <SimilarNames
          suggestions={suggestions.filter(({ topic }) => topic === undefined)}
          pathOf={filingsOf}
        />
        <Chips query={query} />
        {meta.searched.length === 0 && <p>No source of SEC filings is loaded.</p>}
        {meta.totalCount === 0 ? (
          meta.source !== '' && <p class="quiet">{`From ${meta.source}.`}</p>
        ) : (
          <div class="aside">
            <div class="found">
              <p class="to-facets">
                <a href="#narrow">Narrow the search</a>
              </p>
              {query.cik !== '' && (
                <p>
                  <a href={searchPath({ q: query.cik })}>Records of this filer in the registers</a>
                </p>
              )}
              {counts.yearForm && <Years query={query} counts={counts.yearForm} />}
              {data.length > 0 && <Filings items={data} query={query} total={meta.totalCount} />}
              {data.length === 0 && <p>No more results. Go back to the first page.</p>}
              <Pager
                offset={meta.offset}
                limit={meta.limit}
                shown={data.length}
                total={meta.totalCount}
                hasMore={meta.hasMore}
                at={(offset) => addressOf(query, { offset: offset === 0 ? undefined : String(offset) })}
              />
              <Downloads at={addressOf(query)} total={meta.totalCount} isMetered={visit.isMetered} />
              <p class="quiet">{`From ${meta.source}. Places and industries are current.`}</p>
            </div>
            <Facets query={query} counts={counts} />
          </div>
        )}
      </>
    ),
  };
}

function filingsOf(cik: string): string {
  return `/sec?${new URLSearchParams({ cik })}`;
}

function AskForm({ query: { q, cik, filters } }: { readonly query: SecQuery }) {
  return (
    <form class="filters" method="get" action="/sec">
      <Field name="q" label="Company, ticker, number or words" value={q} />
      <Field name="cik" label="CIK" value={cik} />
      {Object.entries(filters).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button class="main">Show filings</button>
    </form>
  );
}

interface FilingsProps {
  readonly items: readonly FilingItem[];
  readonly query: SecQuery;
  readonly total: number;
}

function Filings({ items, query, total }: FilingsProps) {
  const isByDate = query.sort === 'date';
  return (
    <section aria-labelledby="filings">
      <h2 id="filings">Filings</h2>
      <p>
        {isByDate ? 'Newest first, over all filers. ' : 'Best match first, newest filings first. '}
        <a href={addressOf(query, { sort: isByDate ? undefined : 'date' })}>
          {isByDate ? 'Best match first' : 'Newest first'}
        </a>
      </p>
      <Table
        caption={
          items.length === total
            ? counted(total, 'filing')
            : `${number(items.length)} of ${counted(total, 'filing')}`
        }
        rows={items}
        columns={[
          {
            head: 'Filed',
            kind: 'date',
            cell: ({ fileDate, accessionNumber }) => <a href={filingPath(accessionNumber)}>{fileDate}</a>,
          },
          { head: 'Form', cell: ({ formType, formTitle }) => <Form form={formType} title={formTitle} /> },
          {
            head: 'Filer',
            kind: 'name',
            cell: ({ filer, cik }) => <a href={filingsOf(cik)}>{filerName(filer)}</a>,
          },
          { head: 'Period', kind: 'date', cell: ({ periodEnding }) => periodEnding ?? 'not given' },
          { head: 'Place', kind: 'short', cell: ({ businessLocation }) => businessLocation ?? 'not given' },
          {
            head: 'Description',
            cell: ({ description, ...filing }) => <About text={description ?? 'not given'} {...filing} />,
          },
          { head: 'CIK', kind: 'short', cell: ({ cik }) => <span class="mono">{cik}</span> },
        ]}
      />
    </section>
  );
}
