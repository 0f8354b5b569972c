import type { Lacking, RunSummary, SourceState } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { asItStands, type RunLife } from './run-life.js';

/** Runs as lists show them: their warnings, which may be thousands, are not read. Every statement is prepared once. */
export class RunSummaries {
  readonly #database: Sqlite;
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(
    database: Sqlite,
    private readonly life: Pick<RunLife, 'isAlive'>,
  ) {
    this.#database = database;
  }

  /** Newest first, of one source or of all. */
  async listRunSummaries(sourceId: string | null, max: number): Promise<RunSummary[]> {
    const { all, bySource } = this.#statements;
    return (sourceId === null ? all.all(max) : bySource.all(sourceId, max)).map((row) =>
      asItStands(toSummary(row), this.life),
    );
  }

  async getRun(id: number): Promise<RunSummary | undefined> {
    const row = this.#statements.byId.get(id);
    return row && asItStands(toSummary(row), this.life);
  }

  /** Every source that was ever loaded, or tried. */
  async listSourceStates(): Promise<SourceState[]> {
    const { sources, lacking, byId } = this.#statements;
    const read = (id: number | null) => {
      const row = id === null ? undefined : byId.get(id);
      return row ? asItStands(toSummary(row), this.life) : null;
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

  async isRunAlive({ id }: Pick<RunSummary, 'id'>): Promise<boolean> {
    return this.life.isAlive(id);
  }

  /** The schema may be made after this object. */
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
    all: database.prepare<[number], Columns>(`SELECT ${COLUMNS} FROM runs ORDER BY id DESC LIMIT ?`),
    bySource: database.prepare<[string, number], Columns>(
      `SELECT ${COLUMNS} FROM runs WHERE source = ? ORDER BY id DESC LIMIT ?`,
    ),
    byId: database.prepare<[number], Columns>(`SELECT ${COLUMNS} FROM runs WHERE id = ?`),
    lacking: database.prepare<[string], Lacking>(
      `SELECT absent, absent_counts.records FROM absent_counts JOIN sources ON number = source
       WHERE id = ? ORDER BY absent`,
    ),
    // The index of runs is searched once for each source, however many runs there are.
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

type Columns = Omit<RunSummary, 'inputs' | 'complete'> & {
  readonly inputs: string;
  readonly complete: number;
};

function toSummary({ inputs, complete, ...row }: Columns): RunSummary {
  return { ...row, inputs: JSON.parse(inputs) as string[], complete: complete === 1 };
}
