import { entityIndexInput } from '../../src/indexing/entities/entity-index.js';
import { filingIndexInput } from '../../src/indexing/filings/filing-index.js';
import type { Catalog } from '../../src/store/store.js';
import { type Figure, percentiles } from '../measuring/figures.js';
import { type Opened, type Searchable, withOpened } from '../measuring/opened.js';
import { type Asking, entityQueries, filingQueries, readBearers } from '../searching/queries.js';
import { type CompareFields, compareDocuments } from './documents.js';
import type { Engine } from './engine.js';
import { questionOf } from './question.js';

export interface Comparison {
  readonly loaded: string;
  readonly entityCount: number;
  readonly search: 'filings' | 'entities';
  readonly engine: string;
  readonly database: Engine;
}

/** Questions to the other engines: they correct no misspelling, and long texts have no meaning of their own. */
const COMPARED = /^(worst|typical|commonest|prefix)/;
const PROGRESS_ROWS = 1_000_000;
/** The others take seconds for what is hard; a typical question is asked with many names. */
const TIMES = { hard: 5, typical: 40 };
const WARM_UP = 100;

const FIELDS: Readonly<Record<Comparison['search'], CompareFields>> = {
  filings: {
    names: ['name', 'former'],
    whole: ['core', 'ticker', 'item'],
    described: ['description'],
    column: 'filed',
  },
  entities: { names: ['name', 'former'], whole: ['core', 'formerCore'], described: [], column: 'formed' },
};

/** Fills the other engine, then asks both the same. Throws where their totals or the lengths of their pages differ. */
export async function compare(comparison: Comparison, say: (figure: Figure) => void): Promise<void> {
  await withOpened(comparison.loaded, async (opened) => {
    await fill(comparison, opened.catalog);
    for (const asking of await askingsOf(comparison, opened)) {
      say(await figureOf(comparison, opened[comparison.search], asking));
    }
  });
}

async function fill({ search, database }: Comparison, catalog: Catalog): Promise<void> {
  const started = performance.now();
  const note = (what: string) => {
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    process.stderr.write(`${database.name}, ${search}: ${what} after ${seconds} s\n`);
  };
  const input = await (search === 'filings' ? filingIndexInput(catalog) : entityIndexInput(catalog));
  note('documents gathered');
  await database.load(compareDocuments(input, FIELDS[search]), (rows) => {
    if (rows % PROGRESS_ROWS === 0) note(`${rows.toLocaleString('en-US')} rows`);
  });
  note(`loaded, ${((await database.bytes()) / 1e9).toFixed(2)} GB`);
}

async function askingsOf({ search, entityCount }: Comparison, { catalog }: Opened): Promise<Asking[]> {
  const bearers = await readBearers(catalog, entityCount);
  const all = search === 'filings' ? filingQueries(bearers) : entityQueries(bearers);
  return all.filter(({ kind }) => COMPARED.test(kind));
}

async function figureOf(
  { engine, database }: Comparison,
  { path, parse, search }: Searchable,
  { kind, requests }: Asking,
): Promise<Figure> {
  const times = kind.startsWith('typical') ? TIMES.typical : TIMES.hard;
  const queries = requests.slice(0, times).map(parse);
  // Other requests of the kind warm both.
  const others = requests.slice(-WARM_UP).map(parse);
  for (const query of others) search(query);
  const answers = queries.map((query) => timed(() => search(query)));
  for (const query of others.slice(-1)) await database.ask(questionOf(query));
  const theirs: number[] = [];
  let max = 0;
  for (const [turn, query] of queries.entries()) {
    const { total = 0, hits = [] } = answers[turn]?.result ?? {};
    const request = await database.ask(questionOf(query));
    if (request.total !== total || request.page.length !== hits.length)
      throw new DifferentAnswers(database.name, path, requests[turn] ?? {}, request, { total, page: hits });
    theirs.push(request.milliseconds);
    max = Math.max(max, total);
  }
  const ours = answers.map(({ milliseconds }) => milliseconds);
  const { p50, p99 } = percentiles(theirs);
  return {
    part: `compare:${engine}`,
    name: `${database.name}, \`${path}\`, ${kind}`,
    value: p50,
    unit: 'ms',
    note: `at most ${p99.toPrecision(3)} ms, total up to ${max.toLocaleString('en-US')}, the same`,
    reference: { name: 'Dossier', value: percentiles(ours).p50, unit: 'ms' },
  };
}

function timed<T>(work: () => T): { readonly result: T; readonly milliseconds: number } {
  const started = performance.now();
  const result = work();
  return { result, milliseconds: performance.now() - started };
}

interface Counted {
  readonly total: number;
  readonly page: readonly unknown[];
}

class DifferentAnswers extends Error {
  override readonly name = 'DifferentAnswers';
  constructor(engine: string, path: string, request: object, theirs: Counted, ours: Counted) {
    const counts = ({ total, page }: Counted) => `${total}, ${page.length} on the page`;
    super(`${path} ${JSON.stringify(request)}: ${engine} ${counts(theirs)}; Dossier ${counts(ours)}.`);
  }
}
