import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import type { FilerFact, FilingFact, SecFact, SecSourceId } from '../../src/domain/sec/sec.js';
import { DELTA_POLICY, type DeltaPolicy } from '../../src/indexing/delta/policy.js';
import { readManifest } from '../../src/indexing/files/files.js';
import { type IndexPair, openPair } from '../../src/indexing/files/index-pair.js';
import { toDatasetRow } from '../../src/ingest/map/dataset-mapper.js';
import { toEntityRow } from '../../src/ingest/map/entity-row.js';
import { TIERS } from '../../src/operations/search-entities/query.js';
import type { IndexQuery } from '../../src/search/index.js';
import type { Catalog, Stage, StageScope, Store } from '../../src/store/store.js';
import { endOf, newRun } from '../store/catalog/fixtures.js';
import { entitySource } from '../support/service.js';

/** However small the build is. */
export const ALWAYS_DELTA: DeltaPolicy = { ...DELTA_POLICY, minBytes: 0 };
export const NONPROFITS = 'us_irs_eo_bmf';
export const COLORADO = 'us_co_business_entities';

let clock = 1_000;
/** Later with each call. */
export const now = () => ++clock;

export function openBoth(of: string): IndexPair {
  const manifest = readManifest(of);
  if (!manifest) throw new Error('No index was built.');
  return openPair(manifest, (name) => readFileSync(join(of, name)));
}

async function apply<Row>(
  catalog: Catalog,
  sourceId: string,
  stageOf: (runId: number) => Promise<Stage<Row>>,
  rows: readonly Row[],
  gone: StageScope | null,
): Promise<void> {
  const startedAt = now();
  const runId = await catalog.loads.start(newRun(sourceId, startedAt));
  const stage = await stageOf(runId);
  await stage.put(rows);
  const counts = stage.counts();
  const applied = await (await stage.seal(gone)).apply(() => undefined);
  await catalog.loads.finish(runId, endOf(counts, applied.gone, gone !== null, startedAt));
}

/** All that the source holds from now on; what it held before and does not name is gone. */
export function loadEntities(
  { catalog }: Store,
  sourceId: string,
  drafts: readonly EntityDraft[],
): Promise<void> {
  const rows = drafts.map((draft) => toEntityRow(entitySource(sourceId), draft));
  return apply(catalog, sourceId, (run) => catalog.loads.openEntityStage(run, sourceId), rows, 'source');
}

/** All that the data set holds from now on. */
export function loadDataset(
  { catalog }: Store,
  id: string,
  drafts: readonly DatasetDraft[],
  gone: StageScope | null = 'source',
): Promise<void> {
  return apply(catalog, id, (run) => catalog.loads.openDatasetStage(run, id), drafts.map(toDatasetRow), gone);
}

export function loadSec(
  { catalog }: Store,
  sourceId: SecSourceId,
  facts: readonly SecFact[],
  gone: StageScope | null = null,
): Promise<void> {
  return apply(catalog, sourceId, (run) => catalog.loads.openSecStage(run, sourceId), facts, gone);
}

export const filing = (
  accession: number,
  cik: number,
  filed: string,
  more: Partial<FilingFact> = {},
): FilingFact => ({
  kind: 'filing',
  accession: `0000000001-16-${String(accession).padStart(6, '0')}`,
  cik,
  form: '10-K',
  filed,
  name: NAMES[cik] ?? `FILER ${cik}`,
  ...more,
});
export const filer = (cik: number, more: Partial<FilerFact> = {}): FilerFact => ({
  kind: 'filer',
  cik,
  name: NAMES[cik],
  ...more,
});

export const NAMES: Readonly<Record<number, string>> = {
  1: 'ASPEN INC',
  2: 'Aspen Holdings Inc',
  3: 'J.P. Morgan & Co',
  4: 'BIRCH INC',
  5: 'Birch Aspen LLC',
  6: 'Aspens Co /DE/',
};

/** By tiers as the operations have them. */
export const ENTITY_TIERS: IndexQuery['tiers'] = [...TIERS.name, ...TIERS.agent];

export function ask(
  text: string | null,
  tiers: IndexQuery['tiers'],
  more: Partial<IndexQuery> = {},
): IndexQuery {
  return { text, tiers, filters: [], ranges: [], order: 'tiers', offset: 0, limit: 100, ...more };
}
