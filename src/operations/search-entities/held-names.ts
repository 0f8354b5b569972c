import { nameKey } from '../../domain/business-names/name-key.js';
import { nameWords } from '../../domain/business-names/name-words.js';
import type { EntityFacets, OtherName } from '../../domain/entity.js';
import { numberKey } from '../../domain/identifiers.js';
import { type ask, askedOf, meets } from '../../search/index.js';
import type { NamedTier } from './query.js';

type Asked = ReturnType<typeof ask>;

/** What a record has in a lexicon: as it is written there, and the texts by which the lexicon holds it. */
interface Held {
  readonly value: string;
  readonly kind?: OtherName['kind'];
}

/** The value of the record that meets the text in the tier, by the rule by which the index finds it. */
export function heldValue(tier: NamedTier, of: Asked, facets: EntityFacets): Held | undefined {
  const asked = askedOf(tier, of);
  if (asked === null) return undefined;
  for (const lexicon of tier.lexicons) {
    const { by, textsOf, held } = lexiconOf(lexicon);
    const found = held(facets).find(({ value }) =>
      textsOf(value).some((text) => meets(text, by, tier.how, asked)),
    );
    if (found) return found;
  }
  return undefined;
}

/** The first value that stands in the tier's lexicons. */
export function firstHeld(tier: NamedTier, facets: EntityFacets): Held | undefined {
  return tier.lexicons.flatMap((lexicon) => lexiconOf(lexicon).held(facets))[0];
}

function lexiconOf(name: string) {
  const isKey = name.endsWith('Key');
  const held = HELD[isKey ? name.slice(0, -'Key'.length) : name] ?? (() => []);
  if (name === 'number') return { by: 'keys', textsOf: (value: string) => [numberKey(value)], held } as const;
  if (isKey) return { by: 'keys', textsOf: (value: string) => [nameKey(value)], held } as const;
  return { by: 'words', textsOf: nameWords, held } as const;
}

const plain = (values: readonly string[]) => values.map((value) => ({ value }));

function othersOf({ otherNames }: EntityFacets, isFormer: boolean): readonly Held[] {
  return otherNames
    .filter(({ kind }) => (kind === 'former') === isFormer)
    .map(({ name, kind }) => ({ value: name, kind }));
}

/** As `EntityCollector` gathers them. */
const HELD: Readonly<Record<string, (facets: EntityFacets) => readonly Held[]>> = {
  name: ({ name, publishedName }) => plain(publishedName === undefined ? [name] : [name, publishedName]),
  other: (facets) => othersOf(facets, false),
  former: (facets) => othersOf(facets, true),
  agent: ({ agent }) => (agent === null ? [] : plain([agent])),
  officer: ({ officers }) => plain(officers),
  number: ({ numbers }) => plain(numbers),
};
