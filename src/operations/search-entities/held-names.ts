import { ENTITY_TEXTS, type EntityFacets } from '../../domain/entity-facets.js';
import type { parseQuery } from '../../search/index.js';
import { matchingText } from '../support/matching-text.js';
import type { NamedTier } from './query.js';

type ParsedQuery = ReturnType<typeof parseQuery>;

/** The text of the record that matches the text of the request in the tier, by the rule by which the index finds it. */
export function heldText(tier: NamedTier, of: ParsedQuery, facets: EntityFacets): string | undefined {
  return matchingText(tier, of, (lexicon) => heldIn(lexicon)(facets))?.value;
}

/** The first text that stands in the tier's lexicons. */
export function firstHeld(tier: NamedTier, facets: EntityFacets): string | undefined {
  return tier.lexicons.flatMap((lexicon) => heldIn(lexicon)(facets))[0];
}

function heldIn(lexicon: string) {
  return TEXTS[lexicon.replace(/Key$/, '')] ?? (() => []);
}

/** A record's own name is found in both spellings. */
const TEXTS: Readonly<Record<string, (facets: EntityFacets) => readonly string[]>> = {
  ...ENTITY_TEXTS,
  listed: ENTITY_TEXTS.name,
  name: (facets) => [...ENTITY_TEXTS.name(facets), ...ENTITY_TEXTS.published(facets)],
};
