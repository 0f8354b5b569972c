import type { EntityData, EntityDraft } from '../../src/domain/entity.js';
import { type EntityFacets, type EntityNames, entityFacets } from '../../src/domain/entity-facets.js';
import { placeOf } from '../../src/domain/places/place-text.js';

const DATA = {
  recordClass: 'registry_entity',
  subjectType: 'organization',
  jurisdictionLevel: 'state',
} as EntityData;

/** The facets of an organization of which nothing but a name and perhaps an address is known. */
export function plainFacets(
  name: string,
  otherNames: EntityNames['otherNames'] = [],
  address?: string,
): EntityFacets {
  const names = { name, otherNames, agent: null, officers: [], numbers: [], place: placeOf(address) };
  return entityFacets(names, DATA, {} as EntityDraft);
}
