import type { SortedEntity, SortedPage, SortOrder } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';

const NAME = `upper(facets ->> 'name')`;
const ACTIVITY = `CASE
    WHEN facets ->> 'activity' = 'active' AND coalesce(facets ->> 'activeThrough', @today) < @today THEN 1
    WHEN facets ->> 'activity' = 'active' THEN 0
    WHEN facets ->> 'activity' IS NULL THEN 2
    ELSE 1
  END`;

/** The text by which an entity is sorted. Dates are sorted downwards, so that an unknown date, empty, is last. */
const KEYS: Readonly<Record<SortOrder['by'], { readonly key: string; readonly direction: 'ASC' | 'DESC' }>> =
  {
    name: { key: NAME, direction: 'ASC' },
    formed: { key: `coalesce(facets ->> 'formedDate', '')`, direction: 'DESC' },
    status: { key: `(${ACTIVITY}) || ' ' || ${NAME}`, direction: 'ASC' },
  };

/** See `Entities.sorted`. */
export function sortedEntities(
  database: Sqlite,
  numbers: readonly number[],
  { by, today }: SortOrder,
  { after, offset, max }: SortedPage,
): readonly SortedEntity[] {
  const { key, direction } = KEYS[by];
  const rows = database.prepare<object, SortedEntity>(
    `WITH sorted AS (
       SELECT number, id, ${key} AS key FROM (SELECT value FROM json_each(@numbers))
       JOIN entities ON number = value
     )
     SELECT number, id, key FROM sorted
     WHERE @key IS NULL OR key ${direction === 'ASC' ? '>' : '<'} @key OR (key = @key AND id > @id)
     ORDER BY key ${direction}, id LIMIT @max OFFSET @offset`,
  );
  const place = { key: after?.key ?? null, id: after?.id ?? null };
  return rows.all({ numbers: JSON.stringify(numbers), today, ...place, offset, max });
}
