import type { ComponentChildren } from 'preact';
import { counted, dollars, number } from '../../parts/numbers.js';
import { type Column, Table } from '../../parts/table.js';
import { type EntityShown, From, type Part, type Provenance } from './provenance.js';

interface SectionProps {
  readonly shown: EntityShown;
  readonly provenance: Provenance;
}

interface ListProps<Row> {
  readonly id: string;
  readonly title: string;
  /** The noun of a row, and of several. */
  readonly nouns: readonly [string, string];
  readonly part: Part;
  readonly list: { readonly items: readonly Row[]; readonly totalCount: number } | undefined;
  readonly columns: readonly Column<Row>[];
  readonly provenance: Provenance;
  /** Leads to the rest, if there is more. */
  readonly rest?: ComponentChildren;
}

/** A list of the newest, with its count and its source. */
export function ListSection<Row>({
  id,
  title,
  nouns,
  part,
  list,
  columns,
  provenance,
  rest,
}: ListProps<Row>) {
  if (!list || list.totalCount === 0) return null;
  const { items, totalCount } = list;
  const [one, many] = nouns;
  const caption =
    totalCount === items.length
      ? counted(totalCount, one, many)
      : `The newest ${number(items.length)} of ${counted(totalCount, one, many)}`;
  return (
    <section id={id} aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>
        {title} <From number={provenance.numberOf(provenance.sourceOf(part))} />
      </h2>
      <Table caption={caption} columns={columns} rows={items} />
      {totalCount > items.length && rest && <p>{rest}</p>}
    </section>
  );
}

const unknown = (text: string | null) => text ?? 'not given';
const money = (amount: number | null) => (amount === null ? 'not given' : dollars(amount));

/** SEC filings, contracts and lobbying. */
export function Federal({ shown: { entity, meta }, provenance }: SectionProps) {
  const { sec, contracts, lobbying } = entity.federal ?? {};
  return (
    <>
      <ListSection
        id="sec"
        title="SEC filings"
        nouns={['filing', 'filings']}
        part="sec"
        list={sec}
        provenance={provenance}
        columns={[
          { head: 'Form', cell: ({ type }) => type },
          { head: 'Filed', kind: 'date', cell: ({ date }) => date },
          { head: 'Description', cell: ({ description }) => description ?? '' },
        ]}
        rest={<SecRest meta={meta} />}
      />
      <ListSection
        id="contracts"
        title="Federal contracts"
        nouns={['award', 'awards']}
        part="contracts"
        list={contracts}
        provenance={provenance}
        columns={[
          { head: 'Award', cell: ({ awardId }) => awardId },
          { head: 'Agency', cell: ({ agency }) => unknown(agency) },
          { head: 'Start', kind: 'date', cell: ({ startDate }) => unknown(startDate) },
          { head: 'Obligated', kind: 'number', cell: ({ amount }) => money(amount) },
        ]}
        rest="The rest is in the search of contracts of the API."
      />
      <ListSection
        id="lobbying"
        title="Lobbying disclosures"
        nouns={['disclosure', 'disclosures']}
        part="lobbying"
        list={lobbying}
        provenance={provenance}
        columns={[
          { head: 'Lobbyist', cell: ({ registrantName }) => registrantName },
          { head: 'Client', cell: ({ clientName }) => clientName },
          { head: 'Issues', cell: ({ issueArea }) => unknown(issueArea) },
          { head: 'Posted', kind: 'date', cell: ({ filingDate }) => unknown(filingDate) },
          { head: 'Amount', kind: 'number', cell: ({ amount }) => money(amount) },
        ]}
        rest="The rest is in the search of lobbying disclosures of the API."
      />
    </>
  );
}

/** The way to all filings of the linked filer. */
function SecRest({ meta }: { readonly meta: EntityShown['meta'] }) {
  const filer = meta.links?.find(({ attached, key }) => attached && key.startsWith('cik:'));
  if (!filer) return <>The rest is in the search of SEC filings.</>;
  const cik = filer.key.slice('cik:'.length).padStart(10, '0');
  return <a href={`/sec?cik=${cik}`}>All filings of this filer, by form and year</a>;
}

/** Liens and pandemic loans. */
export function Money({ shown: { entity }, provenance }: SectionProps) {
  const parties = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join('; ');
  const { ucc, ppp } = entity;
  return (
    <>
      <ListSection
        id="ucc"
        title="Liens"
        nouns={['lien filing', 'lien filings']}
        part="ucc"
        list={ucc}
        provenance={provenance}
        columns={[
          { head: 'Number', cell: ({ filingNumber }) => filingNumber },
          { head: 'Status', cell: ({ status }) => unknown(status) },
          { head: 'Filed', kind: 'date', cell: ({ filedDate }) => unknown(filedDate) },
          { head: 'Lapses', kind: 'date', cell: ({ lapseDate }) => unknown(lapseDate) },
          { head: 'Owed to', cell: ({ securedParties }) => parties(securedParties) },
          { head: 'Owed by', cell: ({ debtors }) => parties(debtors) },
          { head: 'Collateral', cell: ({ collateral }) => unknown(collateral) },
        ]}
        rest="The older ones are not listed."
      />
      <ListSection
        id="ppp"
        title="Pandemic loans"
        nouns={['loan', 'loans']}
        part="ppp"
        list={ppp}
        provenance={provenance}
        columns={[
          { head: 'Loan', cell: ({ loanNumber }) => loanNumber ?? 'no number released' },
          { head: 'Approved', kind: 'date', cell: ({ dateApproved }) => unknown(dateApproved) },
          { head: 'Lender', cell: ({ lender }) => unknown(lender) },
          { head: 'Status', cell: ({ status }) => unknown(status) },
          {
            head: 'Jobs',
            kind: 'number',
            cell: ({ jobsReported }) => (jobsReported === null ? 'not given' : number(jobsReported)),
          },
          { head: 'Amount', kind: 'number', cell: ({ amount, amountRange }) => amountRange ?? money(amount) },
          { head: 'Forgiven', kind: 'number', cell: ({ forgivenessAmount }) => money(forgivenessAmount) },
        ]}
        rest="The others are not listed."
      />
    </>
  );
}
