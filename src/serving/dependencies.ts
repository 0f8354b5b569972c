import type { HeldElsewhere } from '../domain/absence.js';
import type { LivePortals } from '../domain/live.js';
import { toCallable } from '../gateway/callable.js';
import type { LiveIndexes } from '../indexing/live-indexes.js';
import type { Log } from '../log.js';
import type { Dependencies, HeldBy, SourceFacts } from '../operations/dependencies.js';
import type { Dataset, EntitySource, Loadable, Source } from '../sources/declare.js';
import { type SlowReads, type Store, slowReadsOf } from '../store/store.js';

/** Hands operations what they work with. */
export function dependenciesOf(parts: {
  readonly catalog: Store['catalog'];
  readonly links: Store['links'];
  readonly now: () => number;
  readonly ledger: Store['ledger'];
  /** In the calling thread where omitted. */
  readonly slowReads?: SlowReads;
  readonly sources: readonly Source[];
  readonly datasets: readonly Dataset[];
  readonly indexes: LiveIndexes;
  readonly sample: boolean;
  readonly live?: LivePortals;
  readonly relatedMost?: number;
  readonly log?: Pick<Log, 'error'>;
}): Dependencies {
  return {
    catalog: parts.catalog,
    links: parts.links,
    now: parts.now,
    ledger: parts.ledger,
    slowReads: parts.slowReads ?? slowReadsOf(parts.catalog, parts.ledger),
    sources: factsById([...parts.sources, ...parts.datasets]),
    indexes: () => parts.indexes.current(),
    makeCallable: (operation) => toCallable(operation, parts.log ?? { error: () => undefined }),
    sample: parts.sample,
    ...(parts.live && { live: parts.live }),
    ...(parts.relatedMost !== undefined && { relatedMost: parts.relatedMost }),
  };
}

export function factsById(sources: readonly Loadable[]): ReadonlyMap<string, SourceFacts> {
  return new Map(sources.map((source) => [source.id, factsOf(source)]));
}

/** What answers say of a source, from its declaration. */
function factsOf(source: Loadable): SourceFacts {
  const entities = source.kind === 'entities' ? source : undefined;
  return {
    id: source.id,
    title: source.title,
    kind: source.kind,
    recordClass: entities?.recordClass ?? null,
    state: entities?.state ?? null,
    heldBy: entities ? heldBy(entities) : new Map(),
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
