import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityRow } from '../../../src/domain/entity.js';
import type { SecFact, SecSourceId } from '../../../src/domain/sec/sec.js';
import { openCatalog, type SqliteCatalog } from '../../../src/store/sqlite/catalog/sqlite-catalog.js';
import type { Stage, StageScope } from '../../../src/store/store.js';
import { endOf, gather, newRun } from './fixtures.js';

export const SOURCE = 'us_xx_register';

/** A catalog in a folder of its own, and whole runs into it, each a second after the one before. */
export class CatalogBench {
  catalog: SqliteCatalog;
  readonly #folder = mkdtempSync(join(tmpdir(), 'dossier-catalog-'));
  #clock = 1_000;

  constructor() {
    this.catalog = this.#open();
  }

  get path(): string {
    return join(this.#folder, 'catalog.db');
  }

  close(): void {
    this.catalog.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** As the next process does after one that ended. */
  reopen(): void {
    this.catalog.close();
    this.catalog = this.#open();
  }

  load(rows: readonly EntityRow[], gone: StageScope | null = null) {
    return this.#run(SOURCE, rows, (run) => this.catalog.loads.openEntityStage(run, SOURCE), gone);
  }

  loadSec(source: SecSourceId, facts: readonly SecFact[], gone: StageScope | null = null) {
    return this.#run(source, facts, (run) => this.catalog.loads.openSecStage(run, source), gone);
  }

  async ids(): Promise<string[]> {
    const numbers = (await gather(this.catalog.entities.scanFacets())).map((row) => row.number);
    return (await this.catalog.entities.getByNumber(numbers)).map(({ id }) => id);
  }

  async #run<Row>(
    source: string,
    rows: readonly Row[],
    stageOf: (runId: number) => Promise<Stage<Row>>,
    scope: StageScope | null,
  ) {
    this.#clock += 1_000;
    const startedAt = this.#clock;
    const runId = await this.catalog.loads.start(newRun(source, startedAt));
    const stage = await stageOf(runId);
    await stage.put(rows);
    const counts = stage.counts();
    const { gone } = await (await stage.seal(scope)).apply(() => {});
    await this.catalog.loads.finish(runId, endOf(counts, gone, scope !== null, startedAt));
    return { runId, startedAt, ...counts, gone };
  }

  #open(): SqliteCatalog {
    return openCatalog({ folder: this.#folder, schema: 'migrate' });
  }
}
