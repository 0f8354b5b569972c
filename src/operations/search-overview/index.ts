import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import {
  OVERVIEW_KINDS,
  OVERVIEW_RESULTS,
  type OverviewKind,
  OverviewSchema,
} from '../../contract/overview.js';
import type { OperationId } from '../../contract/vocabulary.js';
import { comparedText } from '../../domain/business-names/name-key.js';
import { formedNumber, isNumber } from '../../domain/numbers.js';
import type { PriceItem } from '../../store/store.js';
import { defineQuery, quoted, readAs, saying, text } from '../query/query.js';
import { type Answer, defineOperation, type Operation, type RequestContext } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agenciesOf } from '../support/origin.js';
import type { SubOperation, SubParameters, SubRequest } from '../support/sub-request.js';

const PRICE: readonly PriceItem[] = [{ item: 'search_overview', credits: 1 }];

/** Members of the meta of a search. */
interface SearchMeta {
  readonly totalCount: number;
  readonly searched: readonly string[];
  readonly number?: { readonly scheme: string; readonly value: string };
  readonly correctedQuery?: string;
  readonly removedWords?: readonly string[];
}

/** A kind of results as JSON text, and the parameter and the meta of its search. */
interface FoundKind {
  readonly json: string;
  readonly parameter?: string;
  readonly meta?: SearchMeta;
}

/** `searches`: the operations that an overview runs. They must not read portals. */
export function searchOverview(searches: readonly Operation[], dependencies: Dependencies) {
  const subOperations = new Map<OperationId, SubOperation>();
  const subOperationOf = (id: OperationId): SubOperation => {
    const search = searches.find((one) => one.id === id);
    const known = subOperations.get(id) ?? (search && dependencies.toSubOperation(search));
    if (known === undefined) throw new Error(`An overview has no search ${id}.`);
    subOperations.set(id, known);
    return known;
  };
  return defineOperation({
    id: 'searchOverview',
    method: 'GET',
    path: '/api/v1/search/overview',
    summary: 'Search everything',
    description:
      'Reads one text as a name, a person, an address or a number, and returns the exact count and the first results of each kind. Each kind ' +
      'is what its own search returns for the text; `path` is that search. Portals are not searched. Costs 1 credit, even if nothing is found.',
    scope: 'read',
    example: { query: { q: 'willow harbor cleaners' } },
    params: Type.Object({}),
    query: OverviewQuery.schema,
    data: OverviewSchema,
    meta: Type.Object({
      source: Type.String({ description: 'Publishers of the sources that were searched.' }),
      searched: Type.Array(Type.String(), { description: 'Ids of the loaded sources that were searched.' }),
      sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
    }),
    parse: ({ query }) => parseOverview(query),
    price: () => PRICE,
    run: (q, context) => run(q, context, subOperationOf, dependencies),
  });
}

async function run(
  q: string,
  context: RequestContext,
  subOperationOf: (id: OperationId) => SubOperation,
  { sources, sample }: Dependencies,
): Promise<Answer> {
  const found = await Promise.all(OVERVIEW_KINDS.map((kind) => findKind(kind, q, context, subOperationOf)));
  const metas = found.flatMap(({ meta }) => meta ?? []);
  const searched = [...new Set(metas.flatMap((meta) => meta.searched))];
  const number = metas.find((meta) => meta.number !== undefined)?.number;
  const place = found[OVERVIEW_KINDS.indexOf('addresses')]?.parameter;
  const kinds = OVERVIEW_KINDS.map((kind, at) => `"${kind}":${found[at]?.json}`);
  const head = `"query":${JSON.stringify(q)},"readings":${JSON.stringify(readingsOf(q, place, number))}`;
  return {
    data: { json: `{${[head, ...kinds].join(',')}}` },
    meta: { source: agenciesOf(searched, sources), searched, ...(sample && { sample }) },
  };
}

/** Runs the searches of a kind until one finds something. */
async function findKind(
  kind: OverviewKind,
  q: string,
  context: RequestContext,
  subOperationOf: (id: OperationId) => SubOperation,
): Promise<FoundKind> {
  let last: FoundKind = { json: kindText('not_applicable', null, null) };
  for (const { operation, parameter, parameters, path } of searchesFor(kind, q)) {
    const search = readOrSkip(subOperationOf(operation), { ...parameters, limit: OVERVIEW_RESULTS });
    if (search === undefined) continue;
    const answer = await search.run(context);
    if ('error' in answer) {
      last = { json: kindText('unavailable', null, path), parameter };
      continue;
    }
    const meta = JSON.parse(answer.meta) as SearchMeta;
    const { totalCount, searched } = meta;
    const outcome = totalCount > 0 ? 'found' : searched.length > 0 ? 'none' : 'source_not_loaded';
    const total = outcome === 'source_not_loaded' ? null : totalCount;
    last = { json: kindText(outcome, total, path, answer.data, meta), parameter, meta };
    if (totalCount > 0) break;
  }
  return last;
}

/** Returns `undefined` if the search rejects its parameter: a name that is no address. */
function readOrSkip(search: SubOperation, parameters: SubParameters): SubRequest | undefined {
  try {
    return search.read(parameters);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** `results`: JSON text of the list. */
function kindText(
  outcome: string,
  totalCount: number | null,
  path: string | null,
  results = '[]',
  { correctedQuery, removedWords }: Partial<SearchMeta> = {},
): string {
  const rest = JSON.stringify({ correctedQuery, removedWords }).slice(1, -1);
  const head = `{"outcome":"${outcome}","totalCount":${totalCount},"path":${JSON.stringify(path)}`;
  return `${head},"results":${results}${rest === '' ? '' : `,${rest}`}}`;
}

const OverviewQuery = defineQuery(
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
function parseOverview(query: object): string {
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
function searchesFor(kind: OverviewKind, q: string): readonly Search[] {
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
function readingsOf(q: string, place: string | undefined, number: Recognized | undefined) {
  const recognized: Recognized | undefined = formedNumber(q) ?? number;
  return [
    ...(recognized ? [{ kind: 'number', ...recognized }] : []),
    ...(place ? [{ kind: place === 'address' ? 'address' : 'place', value: q }] : []),
    ...(isNumber(q) ? [] : [{ kind: 'name', value: q }]),
    ...(isNumber(q) || place ? [] : [{ kind: 'person', value: q }]),
  ];
}
