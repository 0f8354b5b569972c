import type { Included } from '../../../contract/records/enrichment.js';
import { searchText } from '../../../domain/names.js';
import { accessionOf } from '../../../domain/sec/accession-key.js';
import { eightKItems, eightKItemTitle } from '../../../domain/sec/eight-k-items.js';
import { formTitle } from '../../../domain/sec/form-titles.js';
import type { FilingRow } from '../../../domain/sec/sec.js';
import { SEC_FILERS, SEC_SOURCES } from '../../../domain/sec/sec.js';
import type { SearchIndex } from '../../../search/index.js';
import type { DatasetState } from '../../../store/store.js';
import { SAME_NAME_TIERS } from '../../search-filings/query.js';
import { MAX_ITEMS, type Outcome, pageOf, type Subject } from './declare.js';
import { attachedParties, whyNone } from './linked.js';

type List = NonNullable<Included['federal']['sec']>;

/** Filings by the index that /sec/search answers from, so that the totals are the same. */
export async function secFilings(subject: Subject): Promise<Outcome & { readonly list: List }> {
  const { catalog, indexes } = subject.dependencies;
  const states = await Promise.all(SEC_SOURCES.map((source) => catalog.datasets.state(source)));
  const runs = states.flatMap((state) => state ?? []);
  const index = indexes()?.filings;
  if (runs.length === 0 || index === undefined) return { outcome: 'not_loaded', asOf: null, list: NONE };
  const asOf = await newestDay(runs, index, catalog);
  const ciks = attachedParties(subject, SEC_FILERS).map((party) => Number(party.replace('cik:', '')));
  if (ciks.length === 0) {
    const newest = Math.max(...runs.map((state) => state.run));
    const why = await whyNone(subject, SEC_FILERS, newest);
    const isNamed = why.outcome === 'none' && (await isFilerWithoutDetails(subject, index));
    return { ...(isNamed ? { outcome: 'details_not_loaded' as const } : why), asOf, list: NONE };
  }
  let totalCount = 0;
  const items: List['items'][number][] = [];
  for (const cik of ciks) {
    const answer = index.search({ ...ALL, limit: subject.offset + MAX_ITEMS, group: cik });
    totalCount += answer.total;
    const accessions = answer.hits.map((hit) => accessionOf(hit.key));
    items.push(...itemsOf(accessions, cik, await catalog.filings.get(accessions)));
  }
  items.sort((a, b) => b.date.localeCompare(a.date));
  const list = { items: pageOf(items, subject), totalCount };
  return { outcome: totalCount > 0 ? 'found' : 'none', asOf, list };
}

/** Filings of one name that are read to find out who filed them. */
const MAX_READ = 50;

/**
 * Returns true if a filer of the record's name is known from index files and tickers alone. Its `submissions`, which have all
 * that filers are compared by, are not loaded.
 */
async function isFilerWithoutDetails({ data, dependencies }: Subject, index: SearchIndex): Promise<boolean> {
  const { catalog } = dependencies;
  const named = index.search({ ...OF_THE_NAME, text: searchText(data.name) });
  const rows = await catalog.filings.get(named.hits.map(({ key }) => accessionOf(key)));
  const ciks = rows.map(({ cik }) => cik).filter((cik) => named.tierOfGroup(cik) !== undefined);
  const filers = await catalog.filings.getFilers([...new Set(ciks)]);
  return filers.some(({ entityType, sic }) => entityType === null && sic === null);
}

/** Submissions state no day of their own: the newest filing is one that the data reaches. */
async function newestDay(
  runs: readonly DatasetState[],
  index: SearchIndex,
  catalog: Subject['dependencies']['catalog'],
): Promise<string | null> {
  const newest = index.search({ ...ALL, limit: 1 }).hits.map(({ key }) => accessionOf(key));
  const filed = (await catalog.filings.get(newest)).map((row) => row.filed);
  const stated = runs.flatMap(({ publishedAt }) => publishedAt ?? []);
  return [...stated, ...filed].sort().at(-1) ?? null;
}

const NONE: List = { items: [], totalCount: 0 };

const ALL = {
  text: null,
  tiers: [],
  filters: [],
  ranges: [],
  order: 'rank',
  offset: 0,
} as const;

const OF_THE_NAME = {
  tiers: SAME_NAME_TIERS,
  guess: 'none',
  filters: [],
  ranges: [],
  order: 'rank',
  offset: 0,
  limit: MAX_READ,
} as const;

/** One item per accession, in the filer's own form. */
function itemsOf(accessions: readonly string[], cik: number, rows: readonly FilingRow[]): List['items'] {
  return accessions.flatMap((accession) => {
    const own = rows.filter((row) => row.accession === accession);
    const row = own.find((one) => one.cik === cik) ?? own[0];
    if (row === undefined) return [];
    const items = eightKItems(row.form, row.items);
    return {
      type: row.form,
      date: row.filed,
      description: row.description,
      typeTitle: formTitle(row.form) ?? null,
      items,
      itemTitles: items.map((item) => eightKItemTitle(item) ?? item),
    };
  });
}
