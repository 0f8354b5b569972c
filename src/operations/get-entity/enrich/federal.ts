import type { Included } from '../../../contract/records/enrichment.js';
import { SEC_FILERS } from '../../../domain/sec/sec.js';
import { type Enrichment, resultOf, type Subject, summaryOf, wasSearched } from './declare.js';
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
  const counted = await catalog.datasets.countPartyYears(CONTRACTS, attachedParties(subject, CONTRACTS));
  return { years: counted.map(({ year, count }) => ({ year, awards: count })) };
}

function listOf<Item>(linked: LinkedRecords, subject: Subject): { items: Item[]; totalCount: number } {
  return { items: pageOfDocuments<Item>(linked, subject), totalCount: linked.found.totalCount };
}
