import type { Narrowing } from './filter.js';
import type { LexiconMet } from './read-text.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';

/** The documents that stand in a tier and in none before it. */
export interface TierDocuments {
  readonly tier: number;
  readonly documents: RoaringBitmap32;
}

/** Tiers without documents are left out. `narrow` null: all documents pass that are not `hidden`. */
export function tierDocuments(
  met: readonly (readonly LexiconMet[])[],
  { narrow, hidden }: { readonly narrow: Narrowing | null; readonly hidden: RoaringBitmap32 | null },
  temporaries: Temporaries,
): TierDocuments[] {
  const standing: TierDocuments[] = [];
  let earlier: RoaringBitmap32[] = [];
  for (const [tier, lexicons] of met.entries()) {
    if (lexicons.length === 0) continue;
    const meeting = temporaries.or(lexicons.map(({ lexicon, met }) => lexicon.documentsOf(met, temporaries)));
    const narrowed = narrow === null ? meeting : narrow(meeting);
    const passing = hidden === null ? narrowed : temporaries.andNot(narrowed, hidden);
    const seen = temporaries.or(earlier);
    const documents = seen.isEmpty ? passing : temporaries.andNot(passing, seen);
    if (documents.isEmpty) continue;
    standing.push({ tier, documents });
    earlier = [seen, documents].filter((one) => !one.isEmpty);
  }
  return standing;
}
