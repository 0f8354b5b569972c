import { coloradoId } from '../generate/files/colorado.js';
import { hardEntityQueries, hardFilingQueries } from '../searching/adversarial.js';
import { type Asking, type Bearers, entityQueries, filingQueries } from '../searching/queries.js';

const BATCH_ITEMS = 100;

export interface Question {
  readonly kind: string;
  readonly path: string;
  /** The body of a POST. */
  readonly body?: object;
}

/** The requests of which one would expect that they hold the event loop longest. */
export function questions(bearers: Bearers, entities: number): Question[] {
  return [
    ...filingQueries(bearers).map((asking) => search('/sec/search', asking)),
    ...entityQueries(bearers).map((asking) => search('/search', asking)),
    { kind: '/entity: all', path: `/api/v1/entity/CO:${coloradoId(entities >> 1)}?include=all&explain=true` },
    { kind: '/contracts/search: every award', path: '/api/v1/contracts/search?min_amount=0&offset=100000' },
    { kind: '/contracts/search: inc', path: '/api/v1/contracts/search?recipient=inc&sort=amount&limit=100' },
    { kind: '/lobbying/search: inc', path: '/api/v1/lobbying/search?client_name=inc&limit=100' },
    { kind: '/usage: a year', path: '/api/v1/usage?from=2025-11-01&to=2026-12-01' },
    { kind: '/sources', path: '/api/v1/sources' },
    { kind: '/metrics', path: '/metrics' },
    { kind: '/openapi.json', path: '/openapi.json' },
    { kind: '/docs/api', path: '/docs/api' },
    batchOf('searches', filingQueries(bearers), BATCH_ITEMS / 10),
    batchOf('hard searches', hardFilingQueries(bearers).filter(isShort), 2),
  ];
}

export function hardQuestions(bearers: Bearers): readonly (readonly [path: string, questions: Question[]])[] {
  return [
    [
      '/sec/search',
      hardFilingQueries(bearers)
        .filter(isShort)
        .map((asking) => search('/sec/search', asking)),
    ],
    ['/search', hardEntityQueries(bearers).map((asking) => search('/search', asking))],
  ];
}

/** The first request of the kind, with as many rows as there may be. */
function search(path: string, { kind, requests: [first] }: Asking): Question {
  const query = new URLSearchParams({ ...first, limit: '100' });
  return { kind: `${path}: ${kind}`, path: `/api/v1${path}?${query}` };
}

function batchOf(what: string, askings: readonly Asking[], ofEach: number): Question {
  const requests = askings.flatMap((asking) => asking.requests.slice(0, ofEach));
  const items = requests.slice(0, BATCH_ITEMS).map((one) => ({
    operation: 'searchFilings',
    parameters: one,
  }));
  return { kind: `/batch: ${items.length} ${what}`, path: '/api/v1/batch', body: { items } };
}

/** Those that name a form hundreds of times are longer than an address or a body may be. */
function isShort({ requests: [first] }: Asking): boolean {
  return first?.forms === undefined;
}
