import Type from 'typebox';
import { type FilledFields, type SourceItem, SourceSchema } from '../../contract/service/source.js';
import { type Absence, absenceNow, EXPLAINED_FIELDS } from '../../domain/absence.js';
import { memoizeFor } from '../../domain/memoize-for.js';
import type { SourceFacts } from '../../domain/source-facts.js';
import type { RunSummary, SourceState } from '../../store/store.js';
import { heldNow } from '../get-entity/present.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies, Indexes } from '../support/dependencies.js';

/** Needs no key: the store is read at most once a second, however many requests come. */
const KEPT_MS = 1_000;

export function listSources(dependencies: Dependencies) {
  return defineOperation({
    id: 'listSources',
    method: 'GET',
    path: '/api/v1/sources',
    summary: 'List sources',
    description:
      'Returns every source: its coverage, age, the number of records with each field, and the outcome of its last run. Free; no key is required.',
    scope: null,
    example: {},
    params: Type.Object({}),
    query: Type.Object({}),
    data: Type.Array(SourceSchema),
    meta: Type.Object({
      sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
    }),
    parse: () => null,
    price: () => [],
    run: memoizeFor(KEPT_MS, async () => ({
      data: { value: await describeSources(dependencies, dependencies.indexes()?.manifest) },
      meta: { ...(dependencies.sample && { sample: true }) },
      kept: {},
    })),
  });
}

/** All declared sources with their state in the store and in the index. */
export async function describeSources(
  { catalog, sources }: Pick<Dependencies, 'catalog' | 'sources'>,
  index: IndexState | undefined,
): Promise<SourceItem[]> {
  const states = new Map((await catalog.runs.listSourceStates()).map((state) => [state.sourceId, state]));
  // A run that changed nothing ends after the build that holds what it found.
  const holdsAll = index?.contentVersion === (await catalog.content.version());
  const described = [...sources.values()].map(async (source) => {
    const state = states.get(source.id);
    const loadedAt = state?.lastGoodRun?.finishedAt ?? null;
    const isIndexed = loadedAt !== null && index && (holdsAll || index.builtAt >= loadedAt);
    const filled = await filledFields(source, state, { catalog, sources });
    return describe(source, state, isIndexed ? index.builtAt : undefined, filled);
  });
  return await Promise.all(described);
}

type IndexState = Indexes['manifest'];

function describe(
  source: SourceFacts,
  state: SourceState | undefined,
  indexedAt: number | undefined,
  filled: FilledFields | null,
): SourceItem {
  const good = state?.lastGoodRun ?? null;
  return {
    id: source.id,
    title: source.title,
    recordClass: source.recordClass,
    state: source.state,
    sourceAgency: source.agency.level === null ? null : source.agency.name,
    jurisdictionLevel: source.agency.level,
    publisher: source.agency.name,
    url: source.agency.url,
    licence: source.licence,
    layout: source.layout,
    live: source.live,
    coverage: source.coverage,
    every: source.every,
    loaded: good !== null,
    records: state?.records ?? 0,
    publishedAt: good?.publishedAt ?? null,
    fetchedAt: time(good?.startedAt),
    indexedAt: time(indexedAt),
    filledFields: filled,
    lastRun: state?.lastRun ? describeRun(state.lastRun) : null,
  };
}

function describeRun(run: RunSummary): NonNullable<SourceItem['lastRun']> {
  const { outcome, rows, bytes, totalBytes, added, changed, unchanged, gone, complete, warnings, error } =
    run;
  const times = { startedAt: time(run.startedAt), finishedAt: time(run.finishedAt) };
  return {
    outcome,
    ...times,
    rows,
    bytes,
    totalBytes,
    added,
    changed,
    unchanged,
    gone,
    complete,
    warnings,
    error,
  };
}

function time(milliseconds: number | null | undefined): string | null {
  return milliseconds == null ? null : new Date(milliseconds).toISOString();
}

/** The two tell of the publisher, not of a record. */
const COUNTED = EXPLAINED_FIELDS.filter((field) => field !== 'jurisdictionLevel' && field !== 'sourceAgency');

/** How many of the source's records fill each field, from the counts that its loads keep; null where none is loaded. */
async function filledFields(
  source: SourceFacts,
  state: SourceState | undefined,
  parts: Pick<Dependencies, 'catalog' | 'sources'>,
): Promise<FilledFields | null> {
  const countedAt = state?.lastGoodRun?.finishedAt;
  if (source.kind !== 'entities' || !state || countedAt == null) return null;
  const isLoaded = await heldNow(source.id, [], parts);
  const lacking = state.lacking.map(({ absent, records }) => ({
    absence: absenceNow(absent, isLoaded),
    records,
  }));
  const all = lacking.reduce((sum, { records }) => sum + records, 0);
  return {
    countedAt: new Date(countedAt).toISOString(),
    records: all,
    fields: COUNTED.map((field) => {
      const missing = reasonsOf(field, lacking);
      const filled = all - missing.reduce((sum, { records }) => sum + records, 0);
      return { field, filled, share: all === 0 ? 0 : filled / all, missing };
    }),
    streetsWithheld: reasonsOf('principalAddress.street', lacking)[0]?.records ?? 0,
  };
}

type Lacked = { readonly absence: Absence; readonly records: number };

function reasonsOf(field: keyof Absence, lacking: readonly Lacked[]) {
  const sums = new Map<NonNullable<Absence[keyof Absence]>, number>();
  for (const { absence, records } of lacking) {
    const reason = absence[field];
    if (reason !== undefined) sums.set(reason, (sums.get(reason) ?? 0) + records);
  }
  return [...sums]
    .map(([reason, records]) => ({ reason, records }))
    .sort((one, other) => other.records - one.records || (one.reason < other.reason ? -1 : 1));
}
