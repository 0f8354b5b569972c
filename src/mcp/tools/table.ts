import type { OperationId } from '../../contract/vocabulary.js';

/** A tool for agents: an operation, in words for a model. */
export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly operation: OperationId;
  /** Begins with its price and its coverage. */
  readonly description: string;
  /** Parameters of the operation that agents are not offered. */
  readonly without?: readonly string[];
  /** Taken where an agent gives none: pages that it can read at once. */
  readonly fallback?: Readonly<Record<string, string>>;
  /** The operation answers with the whole list: the tool leaves out the first `offset` items. */
  readonly skips?: true;
}

/** The tools, in the order in which agents see them. All of them read. */
export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'search_entities',
    title: 'Search businesses',
    operation: 'searchEntities',
    description:
      'Costs 1 credit a page. Covers the state, federal and county records that this service has loaded; list_sources says which. ' +
      'Finds businesses by name, registered agent, officer or number, and counts them exactly. To decide which record a ' +
      'given company is, use match_company.',
  },
  {
    name: 'match_company',
    title: 'Match a company',
    operation: 'match',
    description:
      'Costs 1 credit even if nothing is found. Covers the loaded entity records; named individuals are never matched. ' +
      'Says which record a company is, by its name, address, people and numbers, with the evidence. ' +
      'If `possible` or `ambiguous`, show the candidates to the user and ask; never pick one.',
  },
  {
    name: 'identify',
    title: 'Find a body by a number',
    operation: 'identify',
    description:
      'Costs 1 credit even if nothing is found. Covers the loaded records that state the number: EIN, CIK, UEI, CAGE, LEI, FDIC ' +
      'certificate, NPI, USDOT, ticker, accession, SEC file or state register number. Returns the records and the other numbers of the ' +
      'same body, each with the record that states both. `shared` means that different bodies state the number: never merge them.',
  },
  {
    name: 'get_entity',
    title: 'Get one record',
    operation: 'getEntity',
    description:
      'Costs 1 credit, and 1 more for each token of `include` even if nothing is found. Covers one loaded record by its id; ' +
      'liens (ucc) only of CT and CO. `absent` says why a field is missing: never guess it. Ask for the tokens you need, not for all.',
  },
  {
    name: 'search_sec_filings',
    title: 'Search SEC filings',
    operation: 'searchFilings',
    description:
      'Costs 2 credits a page. Covers the filings of SEC EDGAR that are loaded. Needs one of q, cik, sic; the asked-for company ' +
      'stands first, its filings newest first.',
  },
  {
    name: 'search_contracts',
    title: 'Search federal contracts',
    operation: 'searchContracts',
    description:
      'Costs 2 credits a page. Covers the federal contract awards of USAspending that are loaded. Finds them by recipient, agency, ' +
      'amount, industry and date.',
  },
  {
    name: 'search_lobbying',
    title: 'Search lobbying disclosures',
    operation: 'searchLobbying',
    description:
      'Costs 2 credits a page. Covers the disclosures under the Lobbying Disclosure Act that are loaded. Finds them by client, ' +
      'registrant, issue, year and type.',
  },
  {
    name: 'list_changes',
    title: 'List changes',
    operation: 'listChanges',
    without: ['wait'],
    fallback: { limit: '20' },
    description:
      'Costs 1 credit a page. Covers the changes of records that this service saw since its data folder was made. Oldest first; ' +
      'go on with `next`. Use `since` for a date, `id` for one company.',
  },
  {
    name: 'get_history',
    title: 'History of one record',
    operation: 'getHistory',
    fallback: { limit: '20' },
    description:
      'Costs 1 credit. Covers one record since `knownSince`. Tells its changes, newest first, and with `at` the record as it was ' +
      'held at that day.',
  },
  {
    name: 'list_sources',
    title: 'List sources',
    operation: 'listSources',
    skips: true,
    description:
      'Costs nothing. Covers every source that this service can hold, loaded or not: publisher, state, records, dates, licence, how many records fill each field. ' +
      'Read it before you say that something does not exist: it may not be loaded.',
  },
  {
    name: 'get_usage',
    title: 'Get balance and usage',
    operation: 'getUsage',
    without: ['format'],
    description:
      'Costs nothing. Covers the account of the key; the key needs the scope `usage`. Tells the credits that are left, when they ' +
      'are renewed, and what used them.',
  },
];
