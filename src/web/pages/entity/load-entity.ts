import type { Visit } from '../../site/visit.js';
import type { EntityShown } from './provenance.js';

/** The record of a page's path, with these parts from an offset on, and the evidence for them. */
export async function loadEntity(visit: Visit, include: string, offset = '0'): Promise<EntityShown> {
  const { id = '' } = visit.facts.params;
  const [{ data: entity, meta }, { data: sources }] = await Promise.all([
    visit.call('getEntity', {
      params: { id },
      query: { include, explain: 'true', ...(offset !== '0' && { offset }) },
    }),
    visit.call('listSources'),
  ]);
  return { entity, meta, sources, now: visit.facts.at };
}
