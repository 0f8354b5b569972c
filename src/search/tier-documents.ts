import type { Lexicon } from './lexicon.js';
import type { Narrowing } from './narrowing.js';
import type { LexiconMet } from './read-text.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { NumberRange } from './sorted-texts.js';
import type { Temporaries } from './temporaries.js';

/** The documents that stand in a tier and in none before it. */
export interface TierDocuments {
  readonly tier: number;
  readonly size: number;
  /** Made when they are asked for: of a tier behind the page only the size is needed. */
  readonly documents: () => RoaringBitmap32;
}

/** Tiers without documents are left out. `narrow` null: all documents pass that are not `hidden`. */
export function tierDocuments(
  met: readonly (readonly LexiconMet[])[],
  { narrow, hidden }: { readonly narrow: Narrowing | null; readonly hidden: RoaringBitmap32 | null },
  temporaries: Temporaries,
): TierDocuments[] {
  const standing: TierDocuments[] = [];
  /** Of each lexicon the names of the tier before: what is theirs has its place already. */
  const folded = new Map<Lexicon, NumberRange>();
  let out: RoaringBitmap32[] = hidden === null ? [] : [hidden];
  for (const [tier, lexicons] of met.entries()) {
    if (lexicons.length === 0) continue;
    const meeting = lexicons.map(({ lexicon, met }) => {
      const known = folded.get(lexicon);
      if ('names' in met && 'from' in met.names) folded.set(lexicon, met.names);
      return lexicon.documentsOf(met, temporaries, known);
    });
    const seen = temporaries.or(out);
    const found =
      narrow === null
        ? without(temporaries.or(meeting), seen, temporaries)
        : asTheyAre(narrowed(meeting, narrow).andNotInPlace(seen));
    if (found.size === 0) continue;
    standing.push({ tier, ...found });
    out = seen.isEmpty ? [found.met] : [seen, found.met];
  }
  return standing;
}

/** To unite what is left of each copies less than to narrow the union of all. */
function narrowed(sets: readonly RoaringBitmap32[], narrow: Narrowing): RoaringBitmap32 {
  return sets.map(narrow.of).reduce((sofar, next) => sofar.orInPlace(next));
}

/** A copy of many documents costs more than all else of a search. */
function without(met: RoaringBitmap32, seen: RoaringBitmap32, temporaries: Temporaries) {
  const size = met.size - met.andCardinality(seen);
  let documents: RoaringBitmap32 | undefined;
  return { met, size, documents: () => (documents ??= temporaries.andNot(met, seen)) };
}

function asTheyAre(documents: RoaringBitmap32) {
  return { met: documents, size: documents.size, documents: () => documents };
}
