import type { ComponentChildren } from 'preact';
import { Downloads } from '../../parts/downloads.js';
import { Choice, Field } from '../../parts/form.js';
import { entityPath } from '../../parts/links.js';
import { counted, dollars, number } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { type Column, Table } from '../../parts/table.js';
import type { AnswerOf } from '../../site/answers.js';
import { definePage, type Page } from '../../site/page.js';

/** A field of the form: a parameter of the operation. */
interface SearchField {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'date';
  /** Values with their words; a choice in place of a text. */
  readonly options?: readonly (readonly [string, string])[];
}

type Search = 'searchContracts' | 'searchLobbying';
type RowOf<Id extends Search> = AnswerOf<Id>['data'][number];

interface RecordSearch<Id extends Search> {
  readonly path: string;
  readonly nav: string;
  readonly title: string;
  readonly operation: Id;
  readonly nouns: readonly [string, string];
  /** What the search finds, as a sentence. */
  readonly about: string;
  readonly fields: readonly SearchField[];
  readonly columns: readonly Column<RowOf<Id>>[];
}

const PAGE_SIZE = 25;

/** A page over a search of records that are no entities: a form, a table and its files. */
function recordSearchPage<Id extends Search>(search: RecordSearch<Id>): Page {
  const { path, nav, title, operation, nouns, fields, columns, about } = search;
  return definePage({
    ...{ path, name: path.slice(1), nav, access: 'reader' },
    show: async (visit) => {
      const given = fields.flatMap(({ name }) => {
        const value = visit.facts.query.get(name)?.trim();
        return value ? [[name, value] as const] : [];
      });
      const values: Readonly<Record<string, string>> = Object.fromEntries(given);
      const form = <Form path={path} fields={fields} values={values} />;
      if (given.every(([name]) => name === 'sort'))
        return { title, body: frame(title, form, <p>{about}</p>) };
      const offset = visit.facts.query.get('offset') ?? '0';
      const query = { ...values, limit: String(PAGE_SIZE), offset };
      const { data, meta } = await visit.call(operation, { query });
      const rows = data as readonly RowOf<Id>[];
      const count = counted(meta.totalCount, ...nouns);
      const at = (to: number) =>
        `${path}?${new URLSearchParams({ ...values, ...(to > 0 && { offset: String(to) }) })}`;
      const caption = rows.length === meta.totalCount ? count : `${number(rows.length)} of ${count}`;
      return {
        title: `${title}: ${count}`,
        body: frame(
          meta.totalCount === 0 ? `${title}: nothing found` : `${title}: ${count}`,
          form,
          <>
            {meta.searched.length === 0 && <p>No source of this kind is loaded.</p>}
            {rows.length === 0 && meta.totalCount > 0 && <p>No more results. Go back to the first page.</p>}
            {rows.length > 0 && <Table caption={caption} columns={columns} rows={rows} />}
            <Pager
              offset={meta.offset}
              limit={meta.limit}
              shown={rows.length}
              total={meta.totalCount}
              hasMore={meta.hasMore}
              at={at}
            />
            <Downloads at={at(0)} total={meta.totalCount} isMetered={visit.isMetered} />
            <p class="quiet">{`From ${meta.source}.`}</p>
          </>,
        ),
      };
    },
  });
}

function frame(heading: string, form: ComponentChildren, content: ComponentChildren) {
  return (
    <>
      <h1>{heading}</h1>
      {form}
      {content}
    </>
  );
}

interface FormProps {
  readonly path: string;
  readonly fields: readonly SearchField[];
  readonly values: Readonly<Record<string, string>>;
}

function Form({ path, fields, values }: FormProps) {
  return (
    <form class="filters" method="get" action={path}>
      {fields.map(({ name, label, type = 'text', options }) =>
        options ? (
          <Choice name={name} label={label} value={values[name] ?? ''} options={options} none={null} />
        ) : (
          <Field name={name} label={label} type={type} value={values[name] ?? ''} />
        ),
      )}
      <button class="main">Search</button>
    </form>
  );
}

const unknown = (text: string | null) => text ?? 'not given';
const money = (amount: number | null) => (amount === null ? 'not given' : dollars(amount));
const coded = (code: string | null, words: string | null) =>
  [code, words].filter((one) => one !== null).join(' ') || 'not given';

/** A name that leads to the linked record, if there is one. */
function Name({ name, id }: { readonly name: string; readonly id: string | null }) {
  return id === null ? name : <a href={entityPath(id)}>{name}</a>;
}

export const contractsPage = recordSearchPage({
  ...{ path: '/contracts', nav: 'Contracts', title: 'Federal contracts', operation: 'searchContracts' },
  nouns: ['award', 'awards'],
  about:
    'Finds federal awards by recipient, agency, amount, industry and start of performance. Results match all fields.',
  fields: [
    { name: 'recipient', label: 'Recipient' },
    { name: 'agency', label: 'Agency' },
    { name: 'min_amount', label: 'Min. US dollars' },
    { name: 'max_amount', label: 'Max. US dollars' },
    { name: 'naics', label: 'Industry (NAICS)' },
    { name: 'start_date', label: 'Started from', type: 'date' },
    { name: 'end_date', label: 'Started until', type: 'date' },
    {
      name: 'sort',
      label: 'Order',
      options: [
        ['date', 'Newest first'],
        ['amount', 'Largest first'],
      ],
    },
  ],
  columns: [
    { head: 'Award', cell: ({ awardId, url }) => (url === null ? awardId : <a href={url}>{awardId}</a>) },
    {
      head: 'Recipient',
      kind: 'name',
      cell: ({ recipientName, entityId }) => <Name name={recipientName} id={entityId} />,
    },
    { head: 'Agency', cell: ({ awardingAgency }) => unknown(awardingAgency) },
    { head: 'Start', kind: 'date', cell: ({ startDate }) => unknown(startDate) },
    { head: 'Obligated', kind: 'number', cell: ({ amount }) => money(amount) },
    { head: 'Industry', cell: ({ naicsCode, naicsDescription }) => coded(naicsCode, naicsDescription) },
    { head: 'Description', cell: ({ description }) => unknown(description) },
  ],
});

export const lobbyingPage = recordSearchPage({
  ...{ path: '/lobbying', nav: 'Lobbying', title: 'Lobbying disclosures', operation: 'searchLobbying' },
  nouns: ['disclosure', 'disclosures'],
  about:
    'Finds lobbying reports and registrations by client, lobbyist, issue and year. Results match all fields.',
  fields: [
    { name: 'client_name', label: 'Client' },
    { name: 'registrant_name', label: 'Lobbyist' },
    { name: 'issue_code', label: 'Issue code' },
    { name: 'filing_year', label: 'Year' },
    { name: 'filing_type', label: 'Type' },
  ],
  columns: [
    {
      head: 'Posted',
      kind: 'date',
      cell: ({ filingDate, documentUrl }) =>
        documentUrl === null ? unknown(filingDate) : <a href={documentUrl}>{filingDate ?? 'Filing'}</a>,
    },
    { head: 'Client', kind: 'name', cell: ({ client }) => <Name name={client.name} id={client.entityId} /> },
    {
      head: 'Lobbyist',
      kind: 'name',
      cell: ({ registrant }) => <Name name={registrant.name} id={registrant.entityId} />,
    },
    { head: 'Type', cell: ({ filingType, filingTypeDisplay }) => filingTypeDisplay ?? unknown(filingType) },
    {
      head: 'Issues',
      cell: ({ lobbyingActivities }) =>
        lobbyingActivities
          .flatMap(({ issueDescription, issueCode }) => issueDescription ?? issueCode ?? [])
          .join('; ') || 'not given',
    },
    { head: 'Income', kind: 'number', cell: ({ income }) => money(income) },
    { head: 'Expenses', kind: 'number', cell: ({ expenses }) => money(expenses) },
  ],
});
