import type { Catalog, Judgement, Links } from '../../store/store.js';
import type { LinkedDataset } from './link-datasets.js';
import { StaleKeys } from './stale-keys.js';

/**
 * Writes the links of a data set whose parties are ids of entities. They hold whether or not the entity is loaded yet, so they
 * need no update when it is. Returns the number of parties and of new links.
 */
export async function linkById(
  { id, parties }: LinkedDataset,
  catalog: Catalog,
  links: Links,
): Promise<{ readonly parties: number; readonly judged: number }> {
  const leftovers = new StaleKeys(links.knownParties(id));
  const counts = { parties: 0, judged: 0 };
  for await (const page of parties(catalog)) {
    const keys = page.map(({ party }) => party.key);
    const known = await links.fingerprints(id, keys);
    leftovers.meet(keys, known);
    const made = keys.filter((key) => !known.has(key)).map(toItself);
    await links.putJudgements(id, made);
    counts.parties += page.length;
    counts.judged += made.length;
  }
  for await (const left of leftovers.pages()) await links.dropParties(id, left);
  return counts;
}

/** A certain link, based on the id alone. */
export function toItself(party: string): Judgement {
  const link = {
    entity: party,
    outcome: 'linked',
    tier: 'confirmed',
    attached: true,
    probability: 1,
    decidedBy: 'identifier',
    rivals: 0,
    samePlace: true,
    evidence: '[]',
  } as const;
  return { party, fingerprint: 'id', links: [link] };
}
