import type { FilerFact, SecFact, SecSourceId } from '../../../../domain/sec/sec.js';
import type { FilingSpan, SealedStage, Stage, StageCounts, StageScope } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { StageHost } from '../entities/entity-stage.js';
import { createStageFile, removeStageFile, sealStageFile } from '../staging/stage-file.js';
import { canonicalFact, mergeFilerStep } from './filer-step.js';
import { FILING_STEPS_SCHEMA, FilingStage } from './filing-stage.js';
import { partOf, statesFilings } from './sec-claims.js';

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
  if ('parts' in scope) throw new RangeError('The deletion scope of filings cannot be parts.');
  return 'from' in scope ? [scope] : scope;
}

const FILER_STEPS_SCHEMA = `
CREATE TABLE filers (
  seq INTEGER PRIMARY KEY,
  cik INTEGER NOT NULL,
  fact TEXT NOT NULL,
  existing INTEGER NOT NULL,
  confirmed INTEGER NOT NULL
) STRICT;
CREATE TABLE withdrawn_filers (cik INTEGER PRIMARY KEY) STRICT;
`;

/** Pass 1 for the facts about filers. There are about a million filers in all, so a Map suffices. */
class FilerStage {
  readonly #catalog: Sqlite;
  readonly #stage: Sqlite;
  readonly #source: SecSourceId;
  readonly #read;
  readonly #insert;
  /** CIK -> whether the run contained the filer as stored. */
  readonly #seen = new Map<number, 'new' | 'changed' | 'confirmed'>();

  constructor(catalog: Sqlite, stage: Sqlite, source: SecSourceId) {
    this.#catalog = catalog;
    this.#stage = stage;
    this.#source = source;
    this.#read = catalog
      .prepare<[number, number], string>('SELECT fact FROM filer_parts WHERE cik = ? AND part = ?')
      .pluck();
    this.#insert = stage.prepare('INSERT INTO filers (cik, fact, existing, confirmed) VALUES (?, ?, ?, ?)');
  }

  put(fact: FilerFact): void {
    const before = this.#seen.get(fact.cik);
    const stored = this.#read.get(fact.cik, partOf(this.#source));
    const text = canonicalFact(fact);
    if (stored === text && (before === undefined || before === 'confirmed')) {
      this.#seen.set(fact.cik, 'confirmed');
      return;
    }
    const existing = stored !== undefined;
    this.#insert.run(fact.cik, text, existing ? 1 : 0, before === 'confirmed' ? 1 : 0);
    this.#seen.set(fact.cik, existing ? 'changed' : 'new');
  }

  counts(): { records: number; added: number; changed: number } {
    this.#dropUnchanged();
    const counts = { records: this.#seen.size, added: 0, changed: 0 };
    for (const state of this.#seen.values()) {
      if (state === 'new') counts.added += 1;
      else if (state === 'changed') counts.changed += 1;
    }
    return counts;
  }

  countMissing(): number {
    let missing = 0;
    for (const _ of this.#missing()) missing += 1;
    return missing;
  }

  stageWithdrawals(): void {
    const insert = this.#stage.prepare('INSERT INTO withdrawn_filers (cik) VALUES (?)');
    for (const cik of this.#missing()) insert.run(cik);
  }

  /** Drops filers whose facts together equal the stored ones, even if no single fact does. */
  #dropUnchanged(): void {
    const facts = this.#stage.prepare<[number], string>('SELECT fact FROM filers WHERE cik = ?').pluck();
    const drop = this.#stage.prepare<[number]>('DELETE FROM filers WHERE cik = ?');
    for (const { cik, confirmed } of this.#repeated()) {
      const stored = this.#read.get(cik, partOf(this.#source));
      const merged = mergeFilerStep(stored, { facts: facts.all(cik), confirmed: confirmed === 1 });
      if (merged !== stored) continue;
      drop.run(cik);
      this.#seen.set(cik, 'confirmed');
    }
  }

  #repeated(): { cik: number; confirmed: number }[] {
    this.#stage.exec('CREATE INDEX IF NOT EXISTS filers_by_cik ON filers (cik, seq)');
    return this.#stage
      .prepare<[], { cik: number; confirmed: number }>(
        'SELECT cik, max(confirmed) AS confirmed FROM filers WHERE existing = 1 GROUP BY cik HAVING count(*) > 1 OR max(confirmed) = 1',
      )
      .all();
  }

  *#missing(): Generator<number> {
    const stored = this.#catalog
      .prepare<[number], number>('SELECT cik FROM filer_parts WHERE part = ?')
      .pluck()
      .iterate(partOf(this.#source));
    for (const cik of stored) if (!this.#seen.has(cik)) yield cik;
  }
}
