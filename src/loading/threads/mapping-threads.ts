import type { MappingThreads } from '../../ingest/map/mapping-pool.js';
import { processors } from '../../platform/processors.js';
import { makeThread } from '../../platform/threads/start-thread.js';
import type { Loadable } from '../../sources/declare/index.js';
import { SOURCES } from '../../sources/index.js';

/** About a second of mapping: what is over by then is not worth the start of a thread. */
const AFTER_RECORDS = 20_000;
/** Reading and staging, which are one thread, take about as long as the mapping: more would wait for their work. */
const MAX_THREADS = 2;
/** The parts of a batch live as long as the batch: with more room for the young, little of it is moved. */
const YOUNG_MB = 96;

/** Threads that map the rows of the source; undefined where it is not one that they find by its id. */
export function mappingThreads(source: Loadable): MappingThreads | undefined {
  if (source.kind !== 'entities' || !SOURCES.includes(source)) return undefined;
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
  return {
    count: Math.min(MAX_THREADS, Math.max(1, processors() - 1)),
    after: AFTER_RECORDS,
    start: () => makeThread('loading/threads/mapping-thread.js', { workerData: source.id, resourceLimits }),
  };
}
