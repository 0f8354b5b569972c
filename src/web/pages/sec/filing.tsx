import type { ComponentChildren } from 'preact';
import { ApiError } from '../../../contract/errors.js';
import type { FoundFiling } from '../../../contract/filing-search.js';
import { readNumber } from '../../../domain/numbers.js';
import { About, Form, filerName } from '../../parts/filing.js';
import { filingPath, searchPath } from '../../parts/links.js';
import { Table } from '../../parts/table.js';
import { definePage } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';

/** Other filings of the filer that are shown. */
const OTHERS = 10;

/** One filing of the SEC by its accession number. */
export const filingPage = definePage({
  path: '/sec/:accession',
  name: 'filing',
  access: 'reader',
  show: async (visit) => {
    const given = visit.facts.params.accession ?? '';
    const accession = readNumber('accession', given)?.value;
    if (accession === undefined)
      throw new ApiError('not_found', 'An accession number has 18 digits, such as 0000320193-24-000123.');
    if (accession !== given) return { to: filingPath(accession) };
    const { data, meta } = await visit.call('searchFilings', { query: { q: accession } });
    const [filing] = data;
    if (filing === undefined)
      throw new ApiError('not_found', `No loaded source has the filing ${accession}.`);
    const others = await othersOf(filing, visit);
    const name = filerName(filing.filer);
    const form = filing.formTitle === null ? filing.formType : `${filing.formType}, ${filing.formTitle}`;
    return {
      title: `${name}: ${form}, ${filing.fileDate}`,
      current: '/sec',
      body: (
        <>
          <h1>{`${form} of ${name}`}</h1>
          <p class="actions">
            <a href={filing.filingUrl}>Documents at sec.gov</a>
            <a href={`/sec?${new URLSearchParams({ cik: filing.cik })}`}>All filings of this filer</a>
            <a href={searchPath({ q: filing.cik })}>Records of this filer in the registers</a>
          </p>
          <Facts filing={filing} />
          {others.length > 0 && <Others filings={others} />}
          <p class="quiet">{`From ${meta.source}. Place and industry are current.`}</p>
        </>
      ),
    };
  },
});

/** The newest other filings of the filer; none if they would cost more credits. */
async function othersOf(
  { cik, accessionNumber }: FoundFiling,
  visit: Visit,
): Promise<readonly FoundFiling[]> {
  if (visit.isMetered) return [];
  const query = { cik, sort: 'date', limit: String(OTHERS + 1) };
  const { data } = await visit.call('searchFilings', { query });
  return data.filter((other) => other.accessionNumber !== accessionNumber).slice(0, OTHERS);
}

function Facts({ filing }: { readonly filing: FoundFiling }) {
  const { sicCode, sicTitle, items, description } = filing;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Filer', filing.filer],
    ['Form', <Form form={filing.formType} title={filing.formTitle} />],
    [items.length > 0 ? 'Items' : 'Description', <About text={description ?? 'not given'} {...filing} />],
    ['Filed', filing.fileDate],
    ['Period', filing.periodEnding ?? 'not given'],
    ['Accession number', <span class="mono">{filing.accessionNumber}</span>],
    ['Industry (SIC)', sicCode === null ? 'not given' : `${sicCode} ${sicTitle ?? ''}`.trim()],
    ['Place', filing.businessLocation ?? 'not given'],
    ['Incorporated in', filing.incorporationState ?? 'not given'],
  ];
  return (
    <section aria-labelledby="facts-head">
      <h2 id="facts-head">Facts</h2>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Others({ filings }: { readonly filings: readonly FoundFiling[] }) {
  return (
    <section aria-labelledby="others">
      <h2 id="others">Other filings of this filer</h2>
      <Table
        caption={`The newest ${filings.length}`}
        rows={filings}
        columns={[
          {
            head: 'Filed',
            kind: 'date',
            cell: ({ fileDate, accessionNumber }) => <a href={filingPath(accessionNumber)}>{fileDate}</a>,
          },
          { head: 'Form', cell: ({ formType, formTitle }) => <Form form={formType} title={formTitle} /> },
          {
            head: 'Description',
            cell: ({ description, ...filing }) => <About text={description ?? 'not given'} {...filing} />,
          },
        ]}
      />
    </section>
  );
}
