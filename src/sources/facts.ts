import type { HeldElsewhere } from '../domain/absence.js';
import type { HeldBy, SourceFacts } from '../domain/source-facts.js';
import type { EntitySource, Loadable } from './declare/index.js';

export function factsById(sources: readonly Loadable[]): ReadonlyMap<string, SourceFacts> {
  return new Map(sources.map((source) => [source.id, factsOf(source)]));
}

/** The facts on a source that answers show, from its declaration. */
function factsOf(source: Loadable): SourceFacts {
  const entities = source.kind === 'entities' ? source : undefined;
  return {
    id: source.id,
    title: source.title,
    kind: source.kind,
    recordClass: entities?.recordClass ?? null,
    state: entities?.state ?? null,
    heldBy: entities ? heldBy(entities) : new Map(),
    activeOnly: entities?.activeOnly ?? false,
    idScheme: entities?.idScheme ?? null,
    tag: entities?.tag ?? null,
    agency: source.agency,
    licence: source.licence,
    every: source.every,
    layout: source.layout,
    live: entities?.portal !== undefined,
    coverage: source.coverage ?? null,
  };
}

function heldBy({ tables, heldBy: datasets = {} }: EntitySource): SourceFacts['heldBy'] {
  const held = new Map<HeldElsewhere, HeldBy>();
  for (const [table, { holds = [], carries = {} }] of Object.entries(tables)) {
    for (const field of holds) held.set(field, { table });
    for (const field of Object.keys(carries)) {
      held.set(field as HeldElsewhere, { columns: `${table}.${field}` });
    }
  }
  for (const [field, dataset] of Object.entries(datasets)) held.set(field as HeldElsewhere, { dataset });
  return held;
}
