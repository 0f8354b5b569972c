import { type Absence, absenceNow, type HeldElsewhere } from '../../domain/absence.js';
import type { EntityLink, StoredEntity } from '../../store/store.js';
import type { JsonText } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';

type Parts = Pick<Dependencies, 'catalog' | 'sources'>;

/** `meta.absent` of a record: as it was stored, where nothing but its own file can hold what is missing. */
export async function absentText(
  entity: StoredEntity,
  links: readonly EntityLink[],
  parts: Parts,
): Promise<JsonText> {
  const held = parts.sources.get(entity.sourceId)?.heldBy;
  if (!held?.size) return { json: entity.absent };
  return { json: JSON.stringify(await absentNow(entity, links, parts)) };
}

/** The same as an object. */
export async function absentNow(
  entity: StoredEntity,
  links: readonly EntityLink[],
  parts: Parts,
): Promise<Absence> {
  return absenceNow(entity.absent, await heldNow(entity.sourceId, links, parts));
}

/**
 * Whether what would hold a field is loaded; undefined of a field that stands in the records' own file. A data set is never
 * complete (a return for some bodies, the filings of some days): it counts as loaded for a record that it has records of.
 */
export async function heldNow(
  sourceId: string,
  links: readonly EntityLink[],
  { catalog, sources }: Parts,
): Promise<(field: HeldElsewhere) => boolean | undefined> {
  const loaded = new Map<HeldElsewhere, boolean>();
  const held = sources.get(sourceId)?.heldBy;
  if (!held?.size) return () => undefined;
  const own = await catalog.datasetState(sourceId);
  for (const [field, by] of held) {
    if ('columns' in by) {
      if (own?.missing.includes(by.columns)) loaded.set(field, false);
    } else if ('table' in by) loaded.set(field, !own?.missing.includes(by.table));
    else loaded.set(field, isLinked(links, by.dataset));
  }
  return (field) => loaded.get(field);
}

function isLinked(links: readonly EntityLink[], dataset: string): boolean {
  return links.some((link) => link.attached && link.dataset === dataset);
}
