import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toDatasetRow } from '../../src/ingest/map/dataset-mapper.js';
import type { Stage } from '../../src/store/store.js';
import { endOf, entityRow, newRun } from '../store/catalog/fixtures.js';
import { openCatalog } from '../support/store.js';

const SOURCE = 'us_xx_register';
const LOANS = 'us_xx_loans';

test('changes are not lost by a large run of a data set, which no index holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-touched-'));
  const catalog = openCatalog({ folder, schema: 'migrate' });
  const load = async <Row>(
    source: string,
    rows: readonly Row[],
    stageOf: (run: number) => Promise<Stage<Row>>,
  ) => {
    const run = await catalog.loads.start(newRun(source, 1_000));
    const stage = await stageOf(run);
    await stage.put(rows);
    const counts = stage.counts();
    const ready = await stage.seal(null);
    const applied = await ready.apply(() => {});
    await catalog.loads.finish(run, endOf(counts, applied.gone, false, 1_000));
  };
  const version = await catalog.content.version();
  const rows = Array.from({ length: 200_001 }, (_, index) =>
    toDatasetRow({ key: String(index), document: {}, parties: [] }),
  );
  await load(LOANS, rows, (run) => catalog.loads.openDatasetStage(run, LOANS));
  await load(SOURCE, [entityRow('1')], (run) => catalog.loads.openEntityStage(run, SOURCE));
  const { entities = [] } = (await catalog.content.changesSince(version)) ?? {};
  expect((await catalog.entities.getByNumber(entities)).map(({ id }) => id)).toEqual(['XX:1']);
  catalog.close();
});
