import type { Included } from '../../../contract/records/enrichment.js';
import type { EnrichmentOutcome } from '../../../contract/vocabulary.js';
import { SEC_FILERS } from '../../../domain/sec/sec.js';
import { type Enrichment, type Outcome, resultOf, type Subject } from './declare.js';
import { attachedParties, type LinkedRecords, linkedRecords, pageOfDocuments } from './linked.js';
import { secFilings } from './sec.js';

const CONTRACTS = 'us_usaspending_contracts';
const LOBBYING = 'us_lda_filings';

type Award = NonNullable<NonNullable<Included['federal']>['contracts']>['items'][number];

export const federal: Enrichment<'federal'> = {
  token: 'federal',
  datasets: [SEC_FILERS, CONTRACTS, LOBBYING],
  load: async (subject) => {
    const [sec, contracts, lobbying] = await Promise.all([
      secFilings(subject),
      linkedRecords(subject, CONTRACTS),
      linkedRecords(subject, LOBBYING),
    ]);
    const parts = { sec, contracts, lobbying };
    const outcomes = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, resultOf(part)]));
    const value: Included['federal'] = {
      ...(wasSearched(sec) && { sec: sec.list }),
      ...(wasSearched(contracts) && {
        contracts: { ...listOf<Award>(contracts, subject), ...(await yearsOf(contracts, subject)) },
      }),
      ...(wasSearched(lobbying) && { lobbying: listOf(lobbying, subject) }),
    };
    const hasItems = [value.sec, value.contracts, value.lobbying].some((part) => (part?.totalCount ?? 0) > 0);
    const all = Object.values(outcomes);
    return { ...summaryOf(all), parts: outcomes, ...(hasItems && { value }) };
  },
};

/** More awards than these are not counted by year: each takes a third of a microsecond. */
const MAX_BY_YEAR = 20_000;

async function yearsOf({ found }: LinkedRecords, subject: Subject) {
  if (found.totalCount === 0 || found.totalCount > MAX_BY_YEAR) return {};
  const { catalog } = subject.dependencies;
  const counted = await catalog.countPartyYears(CONTRACTS, attachedParties(subject, CONTRACTS));
  return { years: counted.map(({ year, count }) => ({ year, awards: count })) };
}

export function wasSearched({ outcome }: Outcome): boolean {
  return outcome === 'found' || outcome === 'none';
}

function listOf<Item>(linked: LinkedRecords, subject: Subject): { items: Item[]; totalCount: number } {
  return { items: pageOfDocuments<Item>(linked, subject), totalCount: linked.found.totalCount };
}

/** The outcome of all parts together; as old as the oldest part that was searched. */
export function summaryOf(parts: readonly Outcome[]): Outcome {
  const outcome = ORDER.find((one) => parts.some((part) => part.outcome === one)) ?? 'none';
  const dates = parts.filter(wasSearched).flatMap((part) => part.asOf ?? []);
  return { outcome, asOf: dates.sort()[0] ?? null };
}

const ORDER: readonly EnrichmentOutcome[] = [
  ...([
    'found',
    'possible',
    'ambiguous',
    'not_linked_yet',
    'details_not_loaded',
    'none',
    'not_loaded',
  ] as const),
];
