import {
  type Lacking,
  type NewRun,
  type Run,
  type RunEnd,
  RunInProgressError,
  type RunList,
  type RunOutcome,
  type RunProgress,
  type RunSummary,
  type RunWarning,
  type SourceState,
  type StageCounts,
} from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { asItStands, ENDED_READING, type RunLife } from './run-life.js';

/**
 * Runs: one row for each attempt to load a source, never deleted. Lists omit their warnings, of which there may be thousands.
 */
export class Runs implements RunList {
  readonly #database: Sqlite;
  readonly #life: RunLife;
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(database: Sqlite, life: RunLife) {
    this.#database = database;
    this.#life = life;
  }

  get(runId: number): Run | undefined {
    const row = this.#database.prepare<[number], RunColumns>('SELECT * FROM runs WHERE id = ?').get(runId);
    return row && toRun(row);
  }

  async list(sourceId: string, max: number): Promise<Run[]> {
    return this.#database
      .prepare<[string, number], RunColumns>('SELECT * FROM runs WHERE source = ? ORDER BY id DESC LIMIT ?')
      .all(sourceId, max)
      .map((row) => asItStands(toRun(row), this.#life));
  }

  /** Newest first, of one source or of all. */
  async listSummaries(sourceId: string | null, max: number): Promise<RunSummary[]> {
    const { all, bySource } = this.#statements;
    return (sourceId === null ? all.all(max) : bySource.all(sourceId, max)).map((row) =>
      asItStands(toSummary(row), this.#life),
    );
  }

  async getSummary(id: number): Promise<RunSummary | undefined> {
    const row = this.#statements.byId.get(id);
    return row && asItStands(toSummary(row), this.#life);
  }

  /** All sources with a load, even a failed one. */
  async listSourceStates(): Promise<SourceState[]> {
    const { sources, lacking, byId } = this.#statements;
    const read = (id: number | null) => {
      const row = id === null ? undefined : byId.get(id);
      return row ? asItStands(toSummary(row), this.#life) : null;
    };
    return sources.all().map(({ sourceId, records, lastId, goodId }) => {
      const lastRun = read(lastId);
      return {
        sourceId,
        records,
        lacking: lacking.all(sourceId),
        lastRun,
        lastGoodRun: goodId === lastId ? lastRun : read(goodId),
      };
    });
  }

  async isAlive({ id }: Pick<RunSummary, 'id'>): Promise<boolean> {
    return this.#life.isAlive(id);
  }

  /** The last run that changed records of the source, or started to. */
  lastApplied(sourceId: string): Run | null {
    const row = this.#database
      .prepare<[string], RunColumns>(
        `SELECT * FROM runs WHERE source = ? AND outcome IN ('applying', 'done') ORDER BY id DESC LIMIT 1`,
      )
      .get(sourceId);
    return row ? toRun(row) : null;
  }

  start(run: NewRun): { id: number; abandoned: number[] } {
    return this.#database
      .transaction(() => {
        const abandoned = this.#abandonDead(run.sourceId);
        const open = this.#open().find((other) => other.sourceId === run.sourceId);
        if (open) throw new RunInProgressError(this.#describeOpen(open));
        const { lastInsertRowid } = this.#database
          .prepare(
            `INSERT INTO runs (source, outcome, owner, started_at, inputs, published_at) VALUES (?, 'running', ?, ?, ?, ?)`,
          )
          .run(run.sourceId, this.#life.owner, run.startedAt, JSON.stringify(run.inputs), run.publishedAt);
        const id = Number(lastInsertRowid);
        // Must precede the commit: without a lock the run would look abandoned.
        if (!this.#life.hold(id)) {
          throw new RunInProgressError(`The lock of run ${id} is held by another process; try again.`);
        }
        return { id, abandoned };
      })
      .immediate();
  }

  /** Sealed runs without an owner, and the unsealed ones that this call abandoned. */
  interrupted(): { sealed: Run[]; abandoned: number[] } {
    const dead = this.#open().filter((run) => !this.#life.isAlive(run.id));
    const sealed = dead.filter((run) => run.outcome === 'applying');
    if (dead.length === sealed.length) return { sealed, abandoned: [] };
    const abandoned = this.#database.transaction(() => this.#abandonDead(null)).immediate();
    return { sealed, abandoned };
  }

  /** Resumes a sealed run. If two owners try, one succeeds. */
  takeOver(runId: number): Run {
    return this.#database
      .transaction(() => {
        const run = this.get(runId);
        if (run?.outcome !== 'applying') throw new Error(`Run ${runId} is not waiting to be applied.`);
        if (this.#life.isAlive(run.id) || !this.#life.hold(run.id)) {
          throw new RunInProgressError(this.#describeOpen(run));
        }
        this.#database.prepare('UPDATE runs SET owner = ? WHERE id = ?').run(this.#life.owner, runId);
        return run;
      })
      .immediate();
  }

  seal(runId: number, counts: StageCounts, complete: boolean): void {
    const { changes } = this.#database
      .prepare(
        `UPDATE runs SET outcome = 'applying', records = ?, added = ?, changed = ?, unchanged = ?, complete = ?
         WHERE id = ? AND outcome = 'running'`,
      )
      .run(counts.records, counts.added, counts.changed, counts.unchanged, complete ? 1 : 0, runId);
    if (changes === 0) throw new RunInProgressError(`Run ${runId} was taken over by another process.`);
  }

  async recordProgress(runId: number, progress: RunProgress): Promise<void> {
    this.#database
      .prepare(
        `UPDATE runs SET "rows" = ?, bytes = ?, total_bytes = ?, warnings = ?,
           warning_list = coalesce(?, warning_list) WHERE id = ?`,
      )
      .run(
        progress.rows,
        progress.bytes,
        progress.totalBytes,
        progress.warnings,
        progress.warningList ? JSON.stringify(progress.warningList) : null,
        runId,
      );
  }

  finish(runId: number, end: RunEnd): void {
    this.#database
      .transaction(() => {
        this.#database.prepare('DELETE FROM feed_runs WHERE run = ?').run(runId);
        if (end.outcome === 'failed') this.#countAsChange(runId);
        this.#write(runId, end);
      })
      .immediate();
  }

  /** If a run fails after a part was applied, an index must contain that part, and it is not noted which part that is. */
  #countAsChange(runId: number): void {
    this.#database
      .prepare(
        `UPDATE counters SET value = value + 1 WHERE name = 'content_version'
           AND EXISTS (SELECT 1 FROM runs WHERE id = ? AND outcome = 'applying' AND position IS NOT NULL)`,
      )
      .run(runId);
  }

  #write(runId: number, end: RunEnd): void {
    const warnings = end.warnings.reduce((sum, warning) => sum + warning.count, 0);
    this.#database
      .prepare(
        `UPDATE runs SET outcome = @outcome, finished_at = @finishedAt, "rows" = @rows, bytes = @bytes,
           records = @records, added = @added, changed = @changed, unchanged = @unchanged, gone = @gone,
           complete = @complete, warnings = @warnings, warning_list = @warningList, error = @error
         WHERE id = @runId AND outcome IN ('running', 'applying')`,
      )
      .run({
        ...end,
        runId,
        warnings,
        warningList: JSON.stringify(end.warnings),
        complete: end.complete ? 1 : 0,
      });
  }

  #describeOpen({ id, sourceId, owner }: Run): string {
    if (this.#life.isAlive(id))
      return `${sourceId} is being loaded by ${owner} (run ${id}); wait until it ends.`;
    return `Run ${id} of ${sourceId} was stopped while it was being applied and could not be finished. To retry, run: dossier ingest --finish. To give up, run: dossier ingest --give-up ${id}`;
  }

  #open(): Run[] {
    return this.#database
      .prepare<[], RunColumns>(`SELECT * FROM runs WHERE outcome IN ('running', 'applying') ORDER BY id`)
      .all()
      .map(toRun);
  }

  #abandonDead(sourceId: string | null): number[] {
    const dead = this.#open().filter(
      (run) =>
        run.outcome === 'running' &&
        (sourceId ?? run.sourceId) === run.sourceId &&
        !this.#life.isAlive(run.id),
    );
    for (const { id } of dead) {
      this.#database
        .prepare(`UPDATE runs SET outcome = 'abandoned', error = ?, finished_at = started_at WHERE id = ?`)
        .run(ENDED_READING, id);
    }
    return dead.map((run) => run.id);
  }

  /** Lazy, because the schema may be created after this object. */
  get #statements() {
    this.#prepared ??= statements(this.#database);
    return this.#prepared;
  }
}

const COLUMNS = `id, source AS sourceId, outcome, owner, started_at AS startedAt, finished_at AS finishedAt, inputs,
  published_at AS publishedAt, "rows", bytes, total_bytes AS totalBytes, warnings, records, added, changed, unchanged,
  gone, complete, error`;

function statements(database: Sqlite) {
  return {
    all: database.prepare<[number], SummaryColumns>(`SELECT ${COLUMNS} FROM runs ORDER BY id DESC LIMIT ?`),
    bySource: database.prepare<[string, number], SummaryColumns>(
      `SELECT ${COLUMNS} FROM runs WHERE source = ? ORDER BY id DESC LIMIT ?`,
    ),
    byId: database.prepare<[number], SummaryColumns>(`SELECT ${COLUMNS} FROM runs WHERE id = ?`),
    lacking: database.prepare<[string], Lacking>(
      `SELECT absent, absent_counts.records FROM absent_counts JOIN sources ON number = source
       WHERE id = ? ORDER BY absent`,
    ),
    // One index lookup a source, however many runs there are.
    sources: database.prepare<[], SourceRow>(
      `WITH RECURSIVE names (source) AS (
         SELECT min(source) FROM runs
         UNION ALL
         SELECT (SELECT min(source) FROM runs WHERE source > names.source) FROM names WHERE source IS NOT NULL
       )
       SELECT n.source AS sourceId, coalesce(s.records, 0) AS records,
         (SELECT max(id) FROM runs WHERE source = n.source) AS lastId,
         (SELECT id FROM runs WHERE source = n.source AND outcome = 'done' ORDER BY id DESC LIMIT 1) AS goodId
       FROM names n LEFT JOIN sources s ON s.id = n.source
       WHERE n.source IS NOT NULL ORDER BY n.source`,
    ),
  };
}

interface SourceRow {
  readonly sourceId: string;
  readonly records: number;
  readonly lastId: number;
  readonly goodId: number | null;
}

type SummaryColumns = Omit<RunSummary, 'inputs' | 'complete'> & {
  readonly inputs: string;
  readonly complete: number;
};

function toSummary({ inputs, complete, ...row }: SummaryColumns): RunSummary {
  return { ...row, inputs: JSON.parse(inputs) as string[], complete: complete === 1 };
}

interface RunColumns {
  readonly id: number;
  readonly source: string;
  readonly outcome: RunOutcome;
  readonly owner: string;
  readonly started_at: number;
  readonly finished_at: number | null;
  readonly inputs: string;
  readonly published_at: string | null;
  readonly rows: number;
  readonly bytes: number;
  readonly total_bytes: number | null;
  readonly warnings: number;
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly gone: number;
  readonly complete: number;
  readonly warning_list: string;
  readonly error: string | null;
  readonly position: string | null;
}

function toRun(row: RunColumns): Run {
  return {
    id: row.id,
    sourceId: row.source,
    outcome: row.outcome,
    owner: row.owner,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    inputs: JSON.parse(row.inputs) as string[],
    publishedAt: row.published_at,
    rows: row.rows,
    bytes: row.bytes,
    totalBytes: row.total_bytes,
    warnings: row.warnings,
    records: row.records,
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    gone: row.gone,
    complete: row.complete === 1,
    warningList: JSON.parse(row.warning_list) as RunWarning[],
    error: row.error,
  };
}
