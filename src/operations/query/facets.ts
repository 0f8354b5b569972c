import { type FacetCountsShown, MAX_VALUES } from '../../contract/facet-counts.js';
import type { Faults } from './faults.js';
import { type Field, list, oneOf } from './field.js';

/** `facets`: which counts to return with the page; a comma list. */
export function facets<Name extends string>(names: readonly Name[]): Field<readonly Name[]> {
  const { schema, read } = list(
    `Counts in addition to the page, in \`meta.facets\`: ${names.join(', ')}. Free. Comma-separated; may repeat.`,
    names.slice(0, 2),
    names,
  );
  return { schema, read: (sent, faults, name) => namesIn(read(sent, faults, name), names, faults, name) };
}

function namesIn<Name extends string>(
  sent: readonly string[],
  names: readonly Name[],
  faults: Faults,
  parameter: string,
): readonly Name[] {
  const values = sent
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const exact = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = values.map((one) => exact.get(one.toLowerCase()) ?? oneOf(names, one, faults, parameter));
  return [...new Set(found)].filter((one) => one !== null);
}

/** The values of the most matches first, of as many the first in the alphabet; or the last in the alphabet first. */
export function countsShown(
  counts: ReadonlyMap<string, number>,
  order: 'most' | 'last' = 'most',
): FacetCountsShown {
  const alphabet = (one: string, other: string) => (one < other ? -1 : 1);
  const all = [...counts].sort(([one, count], [other, otherCount]) =>
    order === 'last' ? alphabet(other, one) : otherCount - count || alphabet(one, other),
  );
  const rest = all.slice(MAX_VALUES);
  return {
    values: all.slice(0, MAX_VALUES).map(([value, count]) => ({ value, count })),
    other: rest.reduce((sum, [, count]) => sum + count, 0),
  };
}
