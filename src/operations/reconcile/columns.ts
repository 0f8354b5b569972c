import type { Included, IncludeToken } from '../../contract/records/enrichment.js';
import type { EnrichmentResult } from '../../contract/records/entity.js';
import type { ReachedNumber } from '../../contract/records/identity.js';
import type { NumberScheme } from '../../contract/vocabulary.js';
import type { EntityData } from '../../domain/entity.js';
import { numberOf, shownNumber } from '../../domain/numbers.js';
import { KINDS } from './describe.js';

/** A record as `getEntity` answers it, with the outcomes of its tokens. */
export type WholeRecord = EntityData & { readonly [Token in IncludeToken]?: Included[Token] | null } & {
  readonly enrichment: { readonly [Token in IncludeToken]?: EnrichmentResult };
};

/** A cell of an extension, in the words of the protocol. */
type CellValue =
  | { readonly str: string }
  | { readonly int: number }
  | { readonly float: number }
  | { readonly date: string };

/** A column that a list can be extended with. */
export interface Column {
  readonly id: string;
  readonly name: string;
  /** The include token of the column, which costs a credit a row. */
  readonly token?: IncludeToken;
  /** `identity`: other numbers of the same body, as `meta.identity` of `getEntity` has them. */
  readonly cells: (record: WholeRecord, identity: readonly ReachedNumber[]) => readonly CellValue[];
}

type Plain = string | number | null | undefined;

const column = (
  id: string,
  name: string,
  read: (record: WholeRecord) => Plain | readonly Plain[],
): Column => ({
  id,
  name,
  cells: (record) => cellsOf(read(record), (value) => ({ str: String(value) })),
});

const day = (id: string, name: string, read: (record: WholeRecord) => Plain): Column => ({
  id,
  name,
  cells: (record) => cellsOf(read(record), (value) => ({ date: `${value}T00:00:00+00:00` })),
});

function cellsOf(
  found: Plain | readonly Plain[],
  toCell: (value: string | number) => CellValue,
): CellValue[] {
  const values = Array.isArray(found) ? (found as readonly Plain[]) : [found as Plain];
  return values.flatMap((value) =>
    value === null || value === undefined || value === '' ? [] : [toCell(value)],
  );
}

const of = (token: IncludeToken, columns: readonly Column[]): Column[] =>
  columns.map((column) => ({ ...column, token }));

const amount = (id: string, name: string, read: (record: WholeRecord) => Plain): Column => ({
  id,
  name,
  cells: (record) => cellsOf(read(record), (value) => ({ float: Number(value) })),
});

const count = (id: string, name: string, read: (record: WholeRecord) => Plain): Column => ({
  id,
  name,
  cells: (record) => cellsOf(read(record), (value) => ({ int: Number(value) })),
});

/** The numbers of a kind that the record states, then those that other records of the same body state. */
const numbers = (scheme: NumberScheme, name: string): Column => ({
  id: scheme,
  name,
  cells: ({ identifiers = [] }, identity) => {
    const own = identifiers.flatMap((one) => numberOf(one) ?? []);
    const all = [...own.map((one) => ({ scheme: one.scheme, value: shownNumber(one) })), ...identity];
    return textCells(all.flatMap((one) => (one.scheme === scheme ? one.value : [])));
  },
});

function textCells(values: readonly string[]): CellValue[] {
  return [...new Set(values)].map((str) => ({ str }));
}

/** In the order users see: those of the record itself, then those of include tokens. */
export const COLUMNS: readonly Column[] = [
  column('name', 'Name', ({ name }) => name),
  column('otherName', 'Other names', ({ otherNames = [] }) => otherNames.map(({ name }) => name)),
  column('status', 'Status', ({ status }) => status),
  column('kind', 'Kind of company', ({ type }) => type),
  column('record', 'Kind of record', ({ recordClass }) => KINDS[recordClass]),
  column('state', 'State', ({ state }) => state),
  column('registryNumber', 'Number in the register', ({ stateEntityId }) => stateEntityId),
  day('formed', 'Formed', ({ formedDate }) => formedDate),
  day('expires', 'Registration expires', ({ expirationDate }) => expirationDate),
  column('address', 'Address', ({ principalAddress }) => principalAddress),
  column('agent', 'Registered agent', ({ registeredAgent }) => registeredAgent?.name),
  column('agentAddress', 'Address of the agent', ({ registeredAgent }) => registeredAgent?.address),
  column('officer', 'Officers', ({ officers }) => officers.map(({ name }) => name)),
  column('publisher', 'Publisher', ({ sourceAgency }) => sourceAgency),
  numbers('ein', 'EIN'),
  numbers('uei', 'UEI'),
  numbers('cik', 'CIK'),
  numbers('lei', 'LEI'),
  numbers('cage', 'CAGE code'),
  numbers('fdic', 'FDIC certificate'),
  numbers('npi', 'NPI'),
  numbers('usdot', 'USDOT number'),
  {
    id: 'sameCompany',
    name: 'Other records of the company',
    cells: (_, identity) =>
      textCells(identity.flatMap(({ records }) => records.flatMap(({ id }) => id ?? []))),
  },
  ...of('sam', [
    column('samUei', 'SAM: UEI', ({ sam }) => sam?.uei),
    column('samCage', 'SAM: CAGE code', ({ sam }) => sam?.cageCode),
    column('samStatus', 'SAM: status', ({ sam }) => sam?.registrationStatus),
    day('samExpires', 'SAM: expires', ({ sam }) => sam?.expirationDate),
    column('samNaics', 'SAM: NAICS code', ({ sam }) => sam?.naicsCode),
  ]),
  ...of('nonprofit', [
    column('nonprofitEin', 'Nonprofit: EIN', ({ nonprofit }) => nonprofit?.ein),
    column('nonprofitNtee', 'Nonprofit: NTEE code', ({ nonprofit }) => nonprofit?.nteeCode),
    amount('nonprofitIncome', 'Nonprofit: income', ({ nonprofit }) => nonprofit?.income),
    amount('nonprofitAssets', 'Nonprofit: assets', ({ nonprofit }) => nonprofit?.assets),
  ]),
  ...of('federal', [
    count('secFilings', 'SEC filings', ({ federal }) => federal?.sec?.totalCount),
    count('contracts', 'Federal contracts', ({ federal }) => federal?.contracts?.totalCount),
    count('lobbying', 'Lobbying disclosures', ({ federal }) => federal?.lobbying?.totalCount),
  ]),
  ...of('ucc', [count('liens', 'Liens', ({ ucc }) => ucc?.totalCount)]),
  ...of('ppp', [
    count('pppLoans', 'PPP loans', ({ ppp }) => ppp?.totalCount),
    amount('pppAmount', 'PPP loans: sum', ({ ppp }) => ppp?.totalAmount),
  ]),
  ...of('related', [count('related', 'Related companies', ({ related }) => related?.totalCount)]),
  ...of('exclusions', [
    column(
      'exclusionOutcome',
      'Exclusion lists: outcome',
      ({ enrichment }) => enrichment.exclusions?.outcome,
    ),
    column('exclusion', 'Exclusion lists: entries', ({ exclusions }) =>
      exclusions?.items.map(({ dataset, list, statement }) => `${dataset}, ${list}: ${statement}`),
    ),
    column('exclusionLists', 'Exclusion lists: those searched', ({ enrichment }) =>
      enrichment.exclusions?.lists?.map(({ title, statement }) => `${title}: ${statement}`),
    ),
  ]),
  ...of('financials', [
    day('returnPeriod', 'Latest return: end of period', (record) => latestReturn(record)?.periodEnd),
    amount('returnRevenue', 'Latest return: revenue', (record) => latestReturn(record)?.revenue),
    amount('returnExpenses', 'Latest return: expenses', (record) => latestReturn(record)?.expenses),
    amount('returnAssets', 'Latest return: assets', (record) => latestReturn(record)?.assets),
    count('returnEmployees', 'Latest return: employees', (record) => latestReturn(record)?.employees),
    column('reportAccession', 'Latest SEC report: accession number', ({ financials }) => {
      return financials?.sec?.items[0]?.accession;
    }),
    day('planYear', 'Latest Form 5500: end of plan year', (record) => largestPlan(record)?.yearEnd),
    count(
      'planParticipants',
      'Latest Form 5500: active participants of the largest plan',
      (record) => largestPlan(record)?.activeParticipants,
    ),
  ]),
  ...of('ownership', [
    column('directParent', 'Direct parent', (record) => parentsIn(record, 'direct_parent')),
    column('ultimateParent', 'Ultimate parent', (record) => parentsIn(record, 'ultimate_parent')),
    column('parentException', 'Reason for no parent', ({ ownership }) =>
      ownership?.exceptions.map(({ statement }) => statement),
    ),
  ]),
];

/** Of the latest period, the return filed last. */
function latestReturn({ financials }: WholeRecord) {
  return financials?.irs?.items[0];
}

/** Of the latest plan year, the plan with most active participants. One person may be in several plans. */
function largestPlan({ financials }: WholeRecord) {
  return financials?.dol?.items.find(({ replaced }) => !replaced);
}

function parentsIn({ ownership }: WholeRecord, relation: 'direct_parent' | 'ultimate_parent') {
  const parents = ownership?.items.filter(
    (item) => item.relation === relation && item.level === 1 && item.isActive,
  );
  return parents?.map(({ name, number }) => (name === null ? number : `${name} (${number})`));
}
