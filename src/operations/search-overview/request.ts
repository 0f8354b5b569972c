import type { OverviewKind } from '../../contract/overview.js';
import type { OperationId } from '../../contract/vocabulary.js';
import { comparedText } from '../../domain/business-names/name-key.js';
import { formedNumber, isNumber } from '../../domain/numbers.js';
import { defineQuery, quoted, readAs, saying, text } from '../query/query.js';

export const OverviewQuery = defineQuery(
  {
    q: saying(
      readAs(
        text('A name, a person, an address, a city with its state, a ZIP code or a number.', 'dana whitlock'),
        (given, faults, name) =>
          comparedText(given) === ''
            ? faults.add(name, `contains no letter or digit; got ${quoted(given)}.`)
            : given,
      ),
      'Required.',
    ),
  },
  (_values, faults, isGiven) => {
    if (!isGiven('q')) faults.add('q', 'is required.');
  },
);

/** Throws 400 with every fault at once. */
export function parseOverview(query: object): string {
  return OverviewQuery.read(query).q ?? '';
}

const PATHS = {
  searchEntities: '/api/v1/search',
  searchFilings: '/api/v1/sec/search',
  searchContracts: '/api/v1/contracts/search',
  searchLobbying: '/api/v1/lobbying/search',
} as const;

/** Kind -> its search, and the parameters that may take the text, the likelier first. */
const SEARCHES: Readonly<Record<OverviewKind, readonly [keyof typeof PATHS, ...string[]]>> = {
  companies: ['searchEntities', 'name'],
  people: ['searchEntities', 'person'],
  agents: ['searchEntities', 'agent'],
  addresses: ['searchEntities', 'address', 'zip', 'city'],
  filings: ['searchFilings', 'q'],
  contracts: ['searchContracts', 'recipient'],
  lobbying: ['searchLobbying', 'client_name', 'registrant_name'],
};

/** Kinds whose search recognizes numbers. */
const NUMBERED: readonly OverviewKind[] = ['companies', 'addresses', 'filings'];

interface Search {
  readonly operation: OperationId;
  readonly parameter: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The same search in the API. */
  readonly path: string;
}

/** Returns the searches of a kind; none if the text cannot be of it. A search may still reject its parameter. */
export function searchesFor(kind: OverviewKind, q: string): readonly Search[] {
  if (isNumber(q) && !NUMBERED.includes(kind)) return [];
  const [operation, ...names] = SEARCHES[kind];
  return names.map((parameter) => {
    const parameters = { [parameter]: q };
    return {
      operation,
      parameter,
      parameters,
      path: `${PATHS[operation]}?${new URLSearchParams(parameters)}`,
    };
  });
}

type Recognized = { readonly scheme: string; readonly value: string };

/**
 * What the text may be. `place`: the parameter that reads it as one. `number`: what a search recognized, such as the CIK of a filer in digits
 * alone.
 */
export function readingsOf(q: string, place: string | undefined, number: Recognized | undefined) {
  const recognized: Recognized | undefined = formedNumber(q) ?? number;
  return [
    ...(recognized ? [{ kind: 'number', ...recognized }] : []),
    ...(place ? [{ kind: place === 'address' ? 'address' : 'place', value: q }] : []),
    ...(isNumber(q) ? [] : [{ kind: 'name', value: q }]),
    ...(isNumber(q) || place ? [] : [{ kind: 'person', value: q }]),
  ];
}
