import { nameKey } from '../../domain/business-names/name-key.js';
import { nameWords } from '../../domain/business-names/name-words.js';
import { ENTITY_TEXTS, type EntityFacets } from '../../domain/entity-facets.js';
import { numberKey } from '../../domain/identifiers.js';
import { meets, type parseQuery, queryOfTier } from '../../search/index.js';
import type { NamedTier } from './query.js';

type ParsedQuery = ReturnType<typeof parseQuery>;

/** The text of the record that meets the text asked for in the tier, by the rule by which the index finds it. */
export function heldText(tier: NamedTier, of: ParsedQuery, facets: EntityFacets): string | undefined {
  const asked = queryOfTier(tier, of);
  if (asked === null) return undefined;
  for (const lexicon of tier.lexicons) {
    const { by, textsOf, held } = lexiconOf(lexicon);
    const found = held(facets).find((value) =>
      textsOf(value).some((text) => meets(text, by, tier.how, asked)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first text that stands in the tier's lexicons. */
export function firstHeld(tier: NamedTier, facets: EntityFacets): string | undefined {
  return tier.lexicons.flatMap((lexicon) => lexiconOf(lexicon).held(facets))[0];
}

function lexiconOf(name: string) {
  const isKey = name.endsWith('Key');
  const held = TEXTS[isKey ? name.slice(0, -'Key'.length) : name] ?? (() => []);
  if (name === 'number') return { by: 'keys', textsOf: (value: string) => [numberKey(value)], held } as const;
  if (isKey) return { by: 'keys', textsOf: (value: string) => [nameKey(value)], held } as const;
  return { by: 'words', textsOf: nameWords, held } as const;
}

/** A record's own name is found in both spellings. */
const TEXTS: Readonly<Record<string, (facets: EntityFacets) => readonly string[]>> = {
  ...ENTITY_TEXTS,
  listed: ENTITY_TEXTS.name,
  name: (facets) => [...ENTITY_TEXTS.name(facets), ...ENTITY_TEXTS.published(facets)],
};
