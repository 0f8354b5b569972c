import { dollars, number } from '../../parts/numbers.js';
import type { Column } from '../../parts/table.js';
import type { EntityShown, Part } from './provenance.js';

type Entity = EntityShown['entity'];

/** A list of linked records: its words, columns, and location in the response. */
interface LinkedList<Row> {
  readonly id: string;
  readonly title: string;
  /** The noun of a row, and of several. */
  readonly nouns: readonly [string, string];
  readonly part: Part;
  /** The token of the API that brings it. */
  readonly token: 'federal' | 'ucc' | 'ppp';
  readonly of: (
    entity: Entity,
  ) => { readonly items: readonly Row[]; readonly totalCount: number } | undefined;
  readonly columns: readonly Column<Row>[];
}

type Federal = NonNullable<Entity['federal']>;
type Award = NonNullable<Federal['contracts']>['items'][number];
type Disclosure = NonNullable<Federal['lobbying']>['items'][number];
type Lien = NonNullable<Entity['ucc']>['items'][number];
type Loan = NonNullable<Entity['ppp']>['items'][number];

const unknown = (text: string | null) => text ?? 'not given';
const money = (amount: number | null) => (amount === null ? 'not given' : dollars(amount));
const parties = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join('; ');

const contracts: LinkedList<Award> = {
  ...{ id: 'contracts', title: 'Federal contracts', nouns: ['award', 'awards'] },
  ...{ part: 'contracts', token: 'federal' },
  of: ({ federal }) => federal?.contracts,
  columns: [
    { head: 'Award', cell: ({ awardId }) => awardId },
    { head: 'Agency', cell: ({ agency }) => unknown(agency) },
    { head: 'Start', kind: 'date', cell: ({ startDate }) => unknown(startDate) },
    { head: 'Obligated', kind: 'number', cell: ({ amount }) => money(amount) },
  ],
};

const lobbying: LinkedList<Disclosure> = {
  ...{ id: 'lobbying', title: 'Lobbying disclosures', nouns: ['disclosure', 'disclosures'] },
  ...{ part: 'lobbying', token: 'federal' },
  of: ({ federal }) => federal?.lobbying,
  columns: [
    { head: 'Lobbyist', cell: ({ registrantName }) => registrantName },
    { head: 'Client', cell: ({ clientName }) => clientName },
    { head: 'Issues', cell: ({ issueArea }) => unknown(issueArea) },
    { head: 'Posted', kind: 'date', cell: ({ filingDate }) => unknown(filingDate) },
    { head: 'Amount', kind: 'number', cell: ({ amount }) => money(amount) },
  ],
};

const liens: LinkedList<Lien> = {
  ...{ id: 'ucc', title: 'Liens', nouns: ['lien filing', 'lien filings'], part: 'ucc', token: 'ucc' },
  of: ({ ucc }) => ucc,
  columns: [
    { head: 'Number', cell: ({ filingNumber }) => filingNumber },
    { head: 'Status', cell: ({ status }) => unknown(status) },
    { head: 'Filed', kind: 'date', cell: ({ filedDate }) => unknown(filedDate) },
    { head: 'Lapses', kind: 'date', cell: ({ lapseDate }) => unknown(lapseDate) },
    { head: 'Owed to', cell: ({ securedParties }) => parties(securedParties) },
    { head: 'Owed by', cell: ({ debtors }) => parties(debtors) },
    { head: 'Collateral', cell: ({ collateral }) => unknown(collateral) },
  ],
};

const loans: LinkedList<Loan> = {
  ...{ id: 'ppp', title: 'Pandemic loans', nouns: ['loan', 'loans'], part: 'ppp', token: 'ppp' },
  of: ({ ppp }) => ppp,
  columns: [
    { head: 'Loan', cell: ({ loanNumber }) => loanNumber ?? 'amount not released' },
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
  ],
};

/** By the last part of the path of their pages. The rows of each fit its own columns alone. */
// biome-ignore lint/suspicious/noExplicitAny: the four kinds of rows have no type in common.
export const LISTS: Readonly<Record<ListKind, LinkedList<any>>> = { contracts, lobbying, liens, loans };
export type ListKind = 'contracts' | 'lobbying' | 'liens' | 'loans';
