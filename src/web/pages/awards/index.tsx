import { entityPath } from '../../parts/links.js';
import { dollars } from '../../parts/numbers.js';
import { recordSearchPage } from './record-search.js';

const unknown = (text: string | null) => text ?? 'not given';
const money = (amount: number | null) => (amount === null ? 'not given' : dollars(amount));
const coded = (code: string | null, words: string | null) =>
  [code, words].filter((one) => one !== null).join(' ') || 'not given';

/** A name that leads to the linked record, if there is one. */
function Name({ name, id }: { readonly name: string; readonly id: string | null }) {
  return id === null ? <>{name}</> : <a href={entityPath(id)}>{name}</a>;
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
