import type { Party } from '../../domain/records/dataset.js';
import type { Catalog, Links } from '../../store/store.js';
import { identifierText } from '../candidates/entity-record.js';

/** Maps EINs to UEIs. */
export const BRIDGE = 'us_fac_auditees';

/** The party's own identifiers, and those that the clearinghouse gives the same body. */
export async function identifiersOf(party: Party, catalog: Catalog): Promise<readonly string[]> {
  const own = (party.identifiers ?? []).map(identifierText);
  const bridged = own.filter((identifier) => /^(ein|uei):/.test(identifier));
  if (bridged.length === 0) return own;
  const { records } = await catalog.datasets.getPartyRecords(BRIDGE, bridged, 100);
  const others = records.flatMap(({ document }) => {
    const { uei, ein } = JSON.parse(document) as { uei: string; ein: string };
    return [`uei:${uei}`, `ein:${ein}`];
  });
  return [...new Set([...own, ...others])];
}

/**
 * Entities that a link of an earlier data set gave the identifier. Never those of a later one, or two would confirm each other.
 */
export async function carriedBy(
  identifiers: readonly string[],
  before: ReadonlySet<string>,
  links: Links,
): Promise<readonly string[]> {
  const entities = new Set<string>();
  if (before.size === 0) return [];
  for (const identifier of identifiers) {
    for (const link of await links.ofParty(identifier)) {
      if (before.has(link.dataset)) entities.add(link.entity);
    }
  }
  return [...entities];
}
