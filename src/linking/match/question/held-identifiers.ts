import { keyOfNumber, numberKeyText } from '../../../domain/identifiers.js';
import { MAX_COUNTED } from '../../../matching/population/population.js';
import type { SearchIndex } from '../../../search/index.js';
import type { Catalog, Links } from '../../../store/store.js';
import { lookupHash } from '../../candidates/lookup-hash.js';

/** Where identifiers are looked up. */
interface Registers {
  readonly index: SearchIndex;
  readonly catalog: Pick<Catalog, 'entities'>;
  readonly links: Pick<Links, 'candidateEntities' | 'ofParty'>;
}

/** Numbers of entities that may have an identifier; `linked` have it by a shown link, whatever their register publishes. */
interface Holders {
  readonly likely: readonly number[];
  readonly linked: readonly number[];
}

/** `identifier`: `scheme:value`. The caller must check that the likely ones have it. */
export async function holdersOf(identifier: string, { index, catalog, links }: Registers): Promise<Holders> {
  const kept = links.candidateEntities.withKey(lookupHash('identifier', identifier), MAX_COUNTED) ?? [];
  const keyed = numbered(index, identifier.slice(identifier.indexOf(':') + 1), '');
  const linked: number[] = [];
  for (const { entity } of await links.ofParty(identifier)) {
    const stored = await catalog.entities.get(entity);
    if (stored && stored.goneSince === null) linked.push(stored.number);
  }
  return { likely: [...new Set([...kept, ...keyed])], linked };
}

/** Numbers of entities with this number in a register or as a filing number; limited to the state if given. */
export function numbered(index: SearchIndex, number: string, state: string): readonly number[] {
  const key = keyOfNumber(number);
  if (key === null) return [];
  const form = () => ({ text: `${key.plain} ` });
  const { hits } = index.search({
    text: numberKeyText(key),
    tiers: [{ how: 'prefix', lexicons: ['number'], form }],
    guess: 'none',
    filters: state === '' ? [] : [{ facet: 'state', values: [state] }],
    ranges: [],
    order: 'tiers',
    offset: 0,
    limit: MAX_NUMBERED,
  });
  return hits.map(({ key: entity }) => Number(entity));
}

/** Higher than the number of registers, each of which assigns a number once. */
const MAX_NUMBERED = 60;
