import { type Absence, absenceNow, type HeldElsewhere } from '../../domain/absence.js';
import type { StoredEntity } from '../../store/store.js';
import type { JsonText } from '../declare.js';
import type { Dependencies } from '../dependencies.js';

type Parts = Pick<Dependencies, 'catalog' | 'sources'>;

/** `meta.absent` of a record: as it was stored, where nothing but its own file can hold what is missing. */
export async function absentText(entity: StoredEntity, parts: Parts): Promise<JsonText> {
  const held = parts.sources.get(entity.sourceId)?.heldBy;
  if (!held?.size) return { json: entity.absent };
  return { json: JSON.stringify(await absentNow(entity, parts)) };
}

/** The same as an object. */
export async function absentNow(entity: StoredEntity, parts: Parts): Promise<Absence> {
  return absenceNow(entity.absent, await heldNow(entity.sourceId, parts));
}

/** Whether what would hold a field is loaded; undefined of a field that stands in the records' own file. */
export async function heldNow(
  sourceId: string,
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
    else loaded.set(field, (await catalog.datasetState(by.dataset)) !== undefined);
  }
  return (field) => loaded.get(field);
}
