import { page } from './page.js';
import type { LexiconMet } from './read-text.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';
import type { IndexQuery } from './types.js';

/** The documents that stand in a tier and in none before it. */
export interface TierDocuments {
  readonly tier: number;
  readonly documents: RoaringBitmap32;
}

/** Tiers without documents are left out. `filter` null: all documents pass. */
export function tierDocuments(
  met: readonly (readonly LexiconMet[])[],
  filter: RoaringBitmap32 | null,
  temporaries: Temporaries,
): TierDocuments[] {
  const standing: TierDocuments[] = [];
  let earlier: RoaringBitmap32[] = [];
  for (const [tier, lexicons] of met.entries()) {
    if (lexicons.length === 0) continue;
    const meeting = temporaries.or(lexicons.map(({ lexicon, met }) => lexicon.documentsOf(met, temporaries)));
    const passing = filter === null ? meeting : temporaries.and(meeting, filter);
    const seen = temporaries.or(earlier);
    const documents = seen.isEmpty ? passing : temporaries.andNot(passing, seen);
    if (documents.isEmpty) continue;
    standing.push({ tier, documents });
    earlier = [seen, documents].filter((one) => !one.isEmpty);
  }
  return standing;
}

export interface Place {
  readonly document: number;
  readonly tier: number;
}

export function pageOfTiers(
  tiers: readonly TierDocuments[],
  { order, offset, limit }: Pick<IndexQuery, 'order' | 'offset' | 'limit'>,
  temporaries: Temporaries,
): Place[] {
  return order === 'rank' ? byRank(tiers, offset, limit, temporaries) : byTier(tiers, offset, limit);
}

function byTier(tiers: readonly TierDocuments[], offset: number, limit: number): Place[] {
  const places: Place[] = [];
  let before = 0;
  for (const { tier, documents } of tiers) {
    const skipped = Math.max(0, offset - before);
    for (const document of page(documents, skipped, limit - places.length)) places.push({ document, tier });
    before += documents.size;
    if (places.length >= limit) break;
  }
  return places;
}

function byRank(
  tiers: readonly TierDocuments[],
  offset: number,
  limit: number,
  temporaries: Temporaries,
): Place[] {
  const all = temporaries.or(tiers.map(({ documents }) => documents));
  return Array.from(page(all, offset, limit), (document) => ({
    document,
    tier: tiers.find(({ documents }) => documents.has(document))?.tier ?? -1,
  }));
}
