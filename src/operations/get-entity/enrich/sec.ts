import type { Included } from '../../../contract/records/enrichment.js';
import { accessionOf } from '../../../domain/sec/accession-key.js';
import type { FilingRow } from '../../../domain/sec/sec.js';
import { SEC_FILERS, SEC_SOURCES } from '../../../domain/sec/sec.js';
import { MOST_ITEMS, type Outcome, pageOf, type Subject } from './declare.js';
import { attachedParties, whyNone } from './linked.js';

type List = NonNullable<Included['federal']['sec']>;

/** Filings by the index that /sec/search answers from, so that the totals are the same. */
export async function secFilings(subject: Subject): Promise<Outcome & { readonly list: List }> {
  const { catalog, indexes } = subject.dependencies;
  const states = await Promise.all(SEC_SOURCES.map((source) => catalog.datasetState(source)));
  const runs = states.flatMap((state) => state ?? []);
  const asOf =
    runs
      .flatMap((state) => state.publishedAt ?? [])
      .sort()
      .at(-1) ?? null;
  const index = indexes()?.filings;
  if (runs.length === 0 || index === undefined) return { outcome: 'not_loaded', asOf: null, list: NONE };
  const ciks = attachedParties(subject, SEC_FILERS).map((party) => Number(party.replace('cik:', '')));
  if (ciks.length === 0) {
    const newest = Math.max(...runs.map((state) => state.run));
    return { outcome: await whyNone(subject, SEC_FILERS, newest), asOf, list: NONE };
  }
  let totalCount = 0;
  const items: List['items'][number][] = [];
  for (const cik of ciks) {
    const answer = index.search({ ...OF_ONE_FILER, limit: subject.offset + MOST_ITEMS, group: cik });
    totalCount += answer.total;
    const accessions = answer.hits.map((hit) => accessionOf(hit.key));
    items.push(...itemsOf(accessions, cik, await catalog.getFilings(accessions)));
  }
  items.sort((a, b) => b.date.localeCompare(a.date));
  const list = { items: pageOf(items, subject), totalCount };
  return { outcome: totalCount > 0 ? 'found' : 'none', asOf, list };
}

const NONE: List = { items: [], totalCount: 0 };

const OF_ONE_FILER = {
  text: null,
  tiers: [],
  filters: [],
  ranges: [],
  order: 'rank',
  offset: 0,
} as const;

/** One item per accession, in the filer's own form. */
function itemsOf(accessions: readonly string[], cik: number, rows: readonly FilingRow[]): List['items'] {
  return accessions.flatMap((accession) => {
    const own = rows.filter((row) => row.accession === accession);
    const row = own.find((one) => one.cik === cik) ?? own[0];
    return row ? [{ type: row.form, date: row.filed, description: row.description }] : [];
  });
}
