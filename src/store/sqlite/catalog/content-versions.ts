import type { Content, ContentChanges, PartyChanges } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import { countFilersFoundOtherwise } from './filings/filers-with-changed-terms.js';
import { toSecSource } from './filings/sec-claims.js';
import type { StageKind } from './staging/stage-file.js';

/**
 * Steps of a longer run are not noted, because a full index build is then cheaper. Data sets are always noted: no index contains
 * their records.
 */
const MAX_NOTED = 200_000;

/**
 * Content versions with the records and parties that their runs touched, so that an incremental index needs no scan of all
 * rows.
 */
export class ContentVersions implements Content {
  readonly #catalog: Sqlite;

  constructor(catalog: Sqlite) {
    this.#catalog = catalog;
  }

  /** Must precede the first applied step of a run: superfluous notes are harmless, missing ones are not. */
  note(
    run: { readonly id: number; readonly sourceId: string },
    stage: { readonly database: Sqlite; readonly kind: StageKind; readonly total: number },
  ) {
    if (stage.kind === 'entities' || stage.total <= MAX_NOTED) {
      this.#catalog.prepare('INSERT OR IGNORE INTO noted_parties VALUES (?)').run(run.id);
    }
    if (stage.total > MAX_NOTED && stage.kind !== 'dataset') return;
    const filers =
      stage.kind === 'sec'
        ? countFilersFoundOtherwise(this.#catalog, stage.database, toSecSource(run.sourceId))
        : 0;
    this.#catalog.prepare('ATTACH ? AS noted').run(stage.database.name);
    try {
      this.#catalog.transaction(() => this.#noteSteps(run.id, stage.kind, filers)).immediate();
    } finally {
      this.#catalog.exec('DETACH noted');
    }
  }

  async version(): Promise<number> {
    return this.#now();
  }

  /** See `Content.runOf`. */
  async runOf(version: number): Promise<string | undefined> {
    return this.#catalog
      .prepare<[number], string>(
        `SELECT run || ' ' || started_at FROM content_versions JOIN runs ON runs.id = run WHERE version = ?`,
      )
      .pluck()
      .get(version);
  }

  /** `undefined` if the changes of a later run were not noted. */
  async changesSince(version: number): Promise<ContentChanges | undefined> {
    return this.#catalog.transaction(() => this.#since(version))();
  }

  /** `undefined` if the parties of a later run were not noted. */
  async partiesSince(version: number): Promise<readonly PartyChanges[] | undefined> {
    const runs = this.#catalog
      .prepare<[number], { run: number; source: string; noted: number }>(
        `SELECT run, source, EXISTS (SELECT 1 FROM noted_parties WHERE noted_parties.run = content_versions.run) AS noted
         FROM content_versions JOIN runs ON runs.id = run WHERE version > ? ORDER BY version`,
      )
      .all(version);
    if (runs.some(({ noted }) => noted === 0)) return undefined;
    const parties = this.#catalog
      .prepare<[number], string>('SELECT party FROM touched_parties WHERE run = ?')
      .pluck();
    return runs.map(({ run, source }) => ({ source, parties: parties.all(run) }));
  }

  async forgetChanges(version: number): Promise<void> {
    const runs = 'SELECT run FROM content_versions WHERE version <= ?';
    this.#catalog
      .transaction(() => {
        for (const table of [
          'touched_filings',
          'touched_entities',
          'noted_runs',
          'touched_parties',
          'noted_parties',
        ]) {
          this.#catalog.prepare(`DELETE FROM ${table} WHERE run IN (${runs})`).run(version);
        }
        // Keeps the run of this version, because links and indexes with it name it.
        this.#catalog.prepare('DELETE FROM content_versions WHERE version < ?').run(version);
      })
      .immediate();
  }

  #since(version: number): ContentChanges | undefined {
    const noted = this.#catalog
      .prepare<[number], { version: number; filers: number }>(
        `SELECT version, filers FROM content_versions JOIN noted_runs USING (run)
         WHERE version > ? ORDER BY version`,
      )
      .all(version);
    const now = this.#now();
    if (noted.length !== now - version) return undefined;
    return {
      version: now,
      accessions: this.#all(
        `SELECT DISTINCT accession FROM content_versions JOIN touched_filings USING (run)
         WHERE version > ? ORDER BY accession`,
        version,
      ),
      // The join must never start from all entities.
      entities: this.#all(
        `SELECT DISTINCT number
         FROM content_versions CROSS JOIN touched_entities USING (run) CROSS JOIN entities USING (id)
         WHERE version > ? ORDER BY number`,
        version,
      ),
      filers: noted.reduce((sum, { filers }) => sum + filers, 0),
    };
  }

  #now(): number {
    return this.#all<number>(`SELECT value FROM counters WHERE name = 'content_version'`)[0] ?? 0;
  }

  #noteSteps(run: number, kind: StageKind, filers: number): void {
    if (kind === 'entities') {
      this.#run('INSERT OR IGNORE INTO touched_entities SELECT @run, id FROM noted.steps', run);
    }
    if (kind === 'sec') {
      for (const list of ['filings', 'withdrawn_filings']) {
        this.#run(`INSERT OR IGNORE INTO touched_filings SELECT @run, accession FROM noted.${list}`, run);
      }
    }
    this.#catalog.prepare('INSERT OR IGNORE INTO noted_runs (run, filers) VALUES (?, ?)').run(run, filers);
  }

  #run(sql: string, run: number): void {
    this.#catalog.prepare(sql).run({ run });
  }

  #all<Value>(sql: string, ...values: number[]): Value[] {
    return this.#catalog
      .prepare<number[], Value>(sql)
      .pluck()
      .all(...values);
  }
}
