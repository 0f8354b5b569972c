import type { EntitySearchField } from '../../contract/entity-search.js';
import type { MatchKind } from '../../contract/vocabulary.js';
import { dayNumber } from '../../domain/dates.js';
import type { FacetFilter, IndexQuery, Tier } from '../../search/types.js';
import type { Page } from './merge.js';
import type { EntitySearchRequest } from './request.js';

/** A tier and what a hit in it is called. */
export interface NamedTier extends Tier {
  readonly kind: MatchKind;
}

/** Bearers of the whole name first, then former bearers, then names that start so, then all words in one name. */
export const TIERS: Readonly<Record<EntitySearchField, readonly NamedTier[]>> = {
  name: [
    { kind: 'exact', how: 'exact', lexicons: ['name', 'core'] },
    { kind: 'former', how: 'exact', lexicons: ['former', 'formerCore'] },
    { kind: 'prefix', how: 'prefix', lexicons: ['name', 'former'] },
    { kind: 'words', how: 'words', lexicons: ['name', 'former'] },
  ],
  agent: allWays('agent'),
  officer: allWays('officer'),
  filing_number: [{ kind: 'exact', how: 'exact', lexicons: ['number'] }],
};

function allWays(lexicon: string): readonly NamedTier[] {
  return (['exact', 'prefix', 'words'] as const).map((how) => ({ kind: how, how, lexicons: [lexicon] }));
}

/** The tiers of the field that ranks. */
export function tiersOf(request: EntitySearchRequest): readonly NamedTier[] {
  return tiersFor(request.asked[0]?.field ?? 'name', request.exact);
}

/** What is asked of the index: the page, or the stretch of its matches that the page is made of. */
export function toIndexQuery(
  request: EntitySearchRequest,
  today: string,
  { offset, limit }: Page = request,
): IndexQuery {
  const [first, ...others] = request.asked;
  return {
    text: first?.text ?? null,
    tiers: tiersOf(request),
    also: others.map(({ field, text }) => ({ text, tiers: tiersFor(field, request.exact) })),
    filters: Object.entries(request.filters).flatMap(([facet, value]) =>
      value === undefined
        ? []
        : { facet, values: [value], ...(facet === 'activity' && endsBy(value, today)) },
    ),
    ranges: request.formedFrom === null && request.formedTo === null ? [] : [formedRange(request)],
    order: 'tiers',
    offset,
    limit,
  };
}

function tiersFor(field: EntitySearchField, exact: boolean): readonly NamedTier[] {
  return exact ? TIERS[field].filter((tier) => tier.how === 'exact') : TIERS[field];
}

/** What is active through a day is so until that has passed. */
function endsBy(activity: string, today: string): Pick<FacetFilter, 'or'> {
  const day = dayNumber(today);
  const range = activity === 'active' ? { from: day, to: null } : { from: null, to: day - 1 };
  return { or: { column: 'activeThrough', ...range } };
}

function formedRange({ formedFrom, formedTo }: EntitySearchRequest) {
  return {
    column: 'formed',
    from: formedFrom === null ? null : dayNumber(formedFrom),
    to: formedTo === null ? null : dayNumber(formedTo),
  };
}
