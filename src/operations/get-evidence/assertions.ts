import type { UnsignedEvidence } from '../../contract/records/evidence.js';
import type { EntityData } from '../../domain/entity.js';
import type { Place } from './origins.js';

/** The place of the record itself. */
const OWN: Place = { origin: 0, record: 0 };

/** Who asserts each field of the record; of lists each item. `placeOf`: of an item that a linked record names. */
export function assertionsOf(
  record: EntityData,
  placeOf: (item: object) => Place | undefined,
): UnsignedEvidence['assertions'] {
  return Object.entries(record).flatMap(([field, value]) => {
    if (!Array.isArray(value)) return [{ pointer: `/${field}`, ...OWN }];
    return value.map((item: object, at) => ({ pointer: `/${field}/${at}`, ...(placeOf(item) ?? OWN) }));
  });
}
