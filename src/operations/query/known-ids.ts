import { type Faults, quoted } from './query.js';

/** Sources and data sets by their ids. */
export type KnownSources = ReadonlyMap<string, { readonly title: string }>;

const SHOWN = 3;

/** Adds a fault that names similar ids if `given` is not the id of a source or data set. */
export function knownSource(given: string, known: KnownSources, faults: Faults, name: string): string | null {
  if (known.has(given)) return given;
  const near = similarIds(given, known);
  const similar = near.length === 0 ? '' : ` Similar: ${near.join(', ')}.`;
  return faults.add(
    name,
    `must be the id of a source or data set, as in GET /api/v1/sources; got ${quoted(given)}.${similar}`,
  );
}

/** Ids whose id and title share the most groups of three letters with the text. */
function similarIds(given: string, known: KnownSources): readonly string[] {
  const wanted = trigrams(given.slice(0, 100));
  const scored = [...known].map(([id, { title }]) => {
    const own = trigrams(`${id} ${title}`);
    return { id, shared: [...wanted].filter((one) => own.has(one)).length };
  });
  return scored
    .filter(({ shared }) => shared * 2 > wanted.size)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, SHOWN)
    .map(({ id }) => id);
}

function trigrams(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  return new Set(
    words.flatMap((word) =>
      Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at, at + 3)),
    ),
  );
}
