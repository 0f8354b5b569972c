import type { OperationId } from '../../contract/vocabulary.js';

/** A tool for agents: an operation, described for a model. */
export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly operation: OperationId;
  /** Starts with its price and coverage. */
  readonly description: string;
  /** Parameters of the operation that agents cannot use. */
  readonly without?: readonly string[];
  /** Defaults for agents: pages of a readable size. */
  readonly fallback?: Readonly<Record<string, string>>;
  /** Members of the body that are arguments; all are required. */
  readonly body?: readonly string[];
  /** The operation returns the whole list; the tool skips the first `offset` items. */
  readonly skips?: true;
}

/** The tools, in display order. All but `match_list` are read-only. */
export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'search_entities',
    title: 'Search businesses',
    operation: 'searchEntities',
    without: ['cursor'],
    description:
      'Costs 1 credit per page. Covers the loaded state, federal and county records; see list_sources. Finds businesses by name, registered agent, officer or number, with exact counts. To find the record of a given company, use match_company.',
  },
  {
    name: 'search_everything',
    title: 'Search everything',
    operation: 'searchOverview',
    description:
      'Costs 1 credit, even if nothing is found. Covers all loaded records, SEC filings, contracts and lobbying disclosures. Reads one text as a name, a person, an address or a number, and returns exact counts with the first three results of each kind. Use it if the kind is not known.',
  },
  {
    name: 'match_company',
    title: 'Match a company',
    operation: 'match',
    description:
      'Costs 1 credit, even if nothing is found. Covers the loaded entity records; individuals are never matched. Finds the record of a company by its name, address, people and numbers, with the evidence. If `possible` or `ambiguous`, show the candidates to the user and ask; never choose one.',
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
      'Costs 1 credit, plus 1 for each `include` token, even if nothing is found. Covers one loaded record by its id; liens (ucc) only in CT and CO. `absent` has the reason for each missing field: never guess it. Request only the tokens you need.',
  },
  {
    name: 'search_sec_filings',
    title: 'Search SEC filings',
    operation: 'searchFilings',
    description:
      'Costs 2 credits per page. Covers the loaded filings of SEC EDGAR. Requires one of q, cik, sic. Best match first, newest filings first.',
  },
  {
    name: 'search_contracts',
    title: 'Search federal contracts',
    operation: 'searchContracts',
    description:
      'Costs 2 credits per page. Covers the loaded federal contract awards of USAspending. Finds them by recipient, agency, amount, industry and date.',
  },
  {
    name: 'search_lobbying',
    title: 'Search lobbying disclosures',
    operation: 'searchLobbying',
    description:
      'Costs 2 credits per page. Covers the loaded lobbying disclosures. Finds them by client, registrant, issue, year and type.',
  },
  {
    name: 'list_changes',
    title: 'List changes',
    operation: 'listChanges',
    without: ['wait'],
    fallback: { limit: '20' },
    description:
      'Costs 1 credit per page. Covers the changes to records since the data folder was created, new entries on exclusion lists, parents and financial records of a company included (`records.<data set>`). Oldest first; continue with `next`. Use `since` for a date, `id` for one company.',
  },
  {
    name: 'get_history',
    title: 'History of one record',
    operation: 'getHistory',
    fallback: { limit: '20' },
    description:
      'Costs 1 credit. Covers one record since `knownSince`. Returns its changes, newest first, and with `at` the record on that day.',
  },
  {
    name: 'match_list',
    title: 'Match and store a list',
    operation: 'createList',
    body: ['name', 'rows'],
    description:
      'Costs 1 credit per row with a name or a number, even if nothing is found, and again if it is repeated. Covers the loaded entity ' +
      'records. Matches up to 1,000 companies and stores the list until its account deletes it. Keys of a row: name, street, city, state, ' +
      'zip, ein, uei, cik; other keys are stored as they are. Returns the counts by outcome; read the results with get_list_rows.',
  },
  {
    name: 'get_list_rows',
    title: 'Results of a list',
    operation: 'listListRows',
    fallback: { limit: '20' },
    description:
      'Free. Covers a list of the account: the rows with their results, in their order. If a row is `possible` or `ambiguous`, show the candidates to the user and ask; never choose one.',
  },
  {
    name: 'get_list_changes',
    title: 'Changes of a list',
    operation: 'listListChanges',
    without: ['wait'],
    fallback: { limit: '20' },
    description:
      'Costs 1 credit per page. Covers the changes to the records of a list since it was created, oldest first; continue with `next`.',
  },
  {
    name: 'list_sources',
    title: 'List sources',
    operation: 'listSources',
    skips: true,
    description:
      'Free. Covers every source, loaded or not: publisher, state, records, dates, licence, how many records have each field. Read it before you claim that something does not exist: it may not be loaded.',
  },
  {
    name: 'get_usage',
    title: 'Get balance and usage',
    operation: 'getUsage',
    without: ['format'],
    description:
      'Free. Covers the account of the key, which needs the scope `usage`. Returns the remaining credits, when they renew, and what used them.',
  },
];
