import type { SourceFacts } from '../../domain/source-facts.js';
import { LinksUnavailableError } from '../../store/store.js';
import type { Dependencies } from './dependencies.js';

type Sources = Dependencies['sources'];

/** `meta.source` where nothing is loaded that could have answered. */
const NOTHING_LOADED = 'No loaded source';

/** The names of the publishers of these sources, each once, in the order of the ids. */
export function agenciesOf(sourceIds: Iterable<string>, sources: Sources): string {
  const names = new Set<string>();
  for (const id of sourceIds) names.add(agencyOf(id, sources));
  return names.size > 0 ? [...names].join('; ') : NOTHING_LOADED;
}

/** The name of the originating registry. */
export function agencyOf(sourceId: string, sources: Sources): string {
  return sources.get(sourceId)?.agency.name ?? sourceId;
}

/** `meta.source` of a search in one collection: its name, if any of its sources is loaded. */
export function collectionName(name: string, searched: readonly string[]): string {
  return searched.length > 0 ? name : NOTHING_LOADED;
}

/** Those of the sources that a run has loaded, in the order of the catalogue. */
export async function loadedAmong(
  { catalog, sources }: Pick<Dependencies, 'catalog' | 'sources'>,
  isWanted: (source: SourceFacts) => boolean,
): Promise<readonly string[]> {
  const wanted = [...sources.values()].filter(isWanted);
  const states = await Promise.all(wanted.map(({ id }) => catalog.datasets.state(id)));
  return wanted.flatMap(({ id }, at) => (states[at] === undefined ? [] : [id]));
}

/** Returns `none` if the links cannot be read: records are served without them. */
export async function orWithoutLinks<Value>(read: () => Promise<Value>, none: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LinksUnavailableError) return none;
    throw error;
  }
}
