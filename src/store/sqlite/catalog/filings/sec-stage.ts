import type { SecFact, SecSourceId } from '../../../../domain/sec/sec.js';
import type { FilingSpan, SealedStage, Stage, StageCounts, StageScope } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { StageHost } from '../entities/entity-stage.js';
import { createStageFile, removeStageFile, sealStageFile } from '../staging/stage-file.js';
import { FILER_STEPS_SCHEMA, FilerStage } from './filer-stage.js';
import { FILING_STEPS_SCHEMA, FilingStage } from './filing-stage.js';
import { statesFilings } from './sec-claims.js';

/** Filings and filers of one SEC source. Both count as records. */
export class SecStage implements Stage<SecFact> {
  readonly #host: StageHost;
  readonly #stage: Sqlite;
  readonly #source: SecSourceId;
  readonly #filings: FilingStage;
  readonly #filers: FilerStage;
  #puts = 0;

  constructor(host: StageHost, source: SecSourceId) {
    this.#host = host;
    this.#source = source;
    this.#stage = createStageFile(host.path, FILING_STEPS_SCHEMA + FILER_STEPS_SCHEMA);
    this.#filings = new FilingStage(host.catalog, this.#stage, source);
    this.#filers = new FilerStage(host.catalog, this.#stage, source);
  }

  async put(batch: readonly SecFact[]): Promise<void> {
    this.#puts += batch.length;
    for (const fact of batch) {
      if (fact.kind === 'filing') this.#filings.put(fact);
      else this.#filers.put(fact);
    }
  }

  counts(): StageCounts {
    const [filings, filers] = [this.#filings.counts(), this.#filers.counts()];
    const records = filings.records + filers.records;
    const added = filings.added + filers.added;
    const changed = filings.changed + filers.changed;
    return { records, added, changed, unchanged: records - added - changed, repeated: this.#puts - records };
  }

  async countMissing(scope: StageScope): Promise<number> {
    const spans = spansOf(scope);
    const filings = statesFilings(this.#source) ? this.#filings.countMissing(spans) : 0;
    return filings + (spans === null ? this.#filers.countMissing() : 0);
  }

  async seal(goneScope: StageScope | null): Promise<SealedStage> {
    const counts = this.counts();
    if (goneScope !== null) {
      const spans = spansOf(goneScope);
      if (statesFilings(this.#source)) this.#filings.stageWithdrawals(spans);
      if (spans === null) this.#filers.stageWithdrawals();
    }
    sealStageFile(this.#stage, this.#host.path, 'sec', this.#countSteps());
    return this.#host.sealed(counts, goneScope !== null);
  }

  async discard(): Promise<void> {
    this.#stage.close();
    removeStageFile(this.#host.path);
  }

  /** Filings have consecutive places from 1, so the last one is the count. */
  #countSteps(): number {
    const tables = ['filers', 'withdrawn_filings', 'withdrawn_filers'];
    const sums = tables.map((table) => `(SELECT count(*) FROM ${table})`);
    const sum = ['(SELECT ifnull(max(place), 0) FROM filings)', ...sums].join(' + ');
    return this.#stage.prepare<[], number>(`SELECT ${sum}`).pluck().get() ?? 0;
  }
}

/** null: the whole source. */
function spansOf(scope: StageScope): readonly FilingSpan[] | null {
  if (scope === 'source') return null;
  if ('parts' in scope) throw new RangeError('Parts are no scope for filings.');
  return 'from' in scope ? [scope] : scope;
}
