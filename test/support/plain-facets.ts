import type { EntityData, EntityDraft } from '../../src/domain/entity.js';
import { type EntityFacets, type EntityNames, entityFacets } from '../../src/domain/entity-facets.js';

const DATA = {
  recordClass: 'registry_entity',
  subjectType: 'organization',
  jurisdictionLevel: 'state',
} as EntityData;

/** The facets of an organization of which nothing but a name is known. */
export function plainFacets(name: string, otherNames: EntityNames['otherNames'] = []): EntityFacets {
  const names = { name, otherNames, agent: null, officers: [], numbers: [] };
  return entityFacets(names, DATA, {} as EntityDraft);
}
