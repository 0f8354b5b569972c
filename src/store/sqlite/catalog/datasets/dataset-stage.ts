import { Bitset } from '../../../../collections/bitset.js';
import type { DatasetRow } from '../../../../domain/records/dataset.js';
import type { DatasetStage, NamedPart, SealedStage, StageCounts, StageScope } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import type { StageHost } from '../entities/entity-stage.js';
import { createStageFile, removeStageFile, sealStageFile } from '../staging/stage-file.js';

/** A step without a document marks the record as gone; `same` steps only mean "this came last". */
const SCHEMA = `
CREATE TABLE steps (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  number INTEGER,
  same INTEGER NOT NULL,
  version TEXT NOT NULL,
  scope TEXT NOT NULL,
  date TEXT NOT NULL,
  hash TEXT NOT NULL,
  parties TEXT,
  party_keys TEXT,
  document TEXT,
  files TEXT
) STRICT;
`;

interface Stored {
  readonly number: number;
  readonly hash: string;
  readonly version: string;
  readonly gone_since: number | null;
}

/**
 * Of the rows with one key, the greatest version wins, of equal versions the last; rows older than the stored record are
 * ignored.
 */
export class DatasetFileStage implements DatasetStage {
  readonly #host: StageHost;
  readonly #stage: Sqlite;
  readonly #source: number;
  readonly #stored;
  readonly #insert;
  readonly #seen = new Bitset();
  readonly #parts = new Map<string, number>();
  #puts = 0;
  #settled: StageCounts | null = null;

  constructor(host: StageHost, source: number) {
    this.#host = host;
    this.#source = source;
    this.#stored = host.catalog.prepare<[number, string], Stored>(
      'SELECT number, hash, version, gone_since FROM dataset_records WHERE source = ? AND key = ?',
    );
    this.#stage = createStageFile(host.path, SCHEMA);
    this.#insert = this.#stage.prepare(
      `INSERT INTO steps (key, number, same, version, scope, date, hash, parties, party_keys, document, files)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  async put(batch: readonly DatasetRow[]): Promise<void> {
    this.#settled = null;
    this.#puts += batch.length;
    for (const row of batch) this.#putOne(row);
  }

  counts(): StageCounts {
    this.#settled ??= this.#settle();
    return this.#settled;
  }

  async parts(): Promise<readonly NamedPart[]> {
    const counted = [...this.#parts].map(async ([part, records]) => {
      const missing = await this.countMissing({ parts: [part] });
      return { part, records, missing };
    });
    return await Promise.all(counted);
  }

  async countMissing(scope: StageScope): Promise<number> {
    let missing = 0;
    for (const { number } of this.#live(scope)) if (!this.#seen.has(number)) missing += 1;
    return missing;
  }

  async seal(goneScope: StageScope | null): Promise<SealedStage> {
    const counts = this.counts();
    this.#stage.exec('DELETE FROM steps WHERE same = 1');
    if (goneScope !== null) {
      for (const { number, key } of this.#live(goneScope)) {
        if (!this.#seen.has(number)) this.#insert.run(key, number, 0, '', '', '', '', null, null, null, null);
      }
    }
    const total = this.#stage.prepare<[], number>('SELECT count(*) FROM steps').pluck().get() ?? 0;
    sealStageFile(this.#stage, this.#host.path, 'dataset', total);
    return this.#host.sealed(counts, goneScope !== null);
  }

  async discard(): Promise<void> {
    this.#stage.close();
    removeStageFile(this.#host.path);
  }

  #putOne(row: DatasetRow): void {
    const stored = this.#stored.get(this.#source, row.key);
    if (stored) this.#seen.add(stored.number);
    const { version, scope, date, hash } = row;
    this.#parts.set(scope, (this.#parts.get(scope) ?? 0) + 1);
    const isLive = stored !== undefined && stored.gone_since === null;
    const isOlder = isLive && (version < stored.version || row.partial === true);
    const same = isLive && (isOlder || stored.hash === hash);
    const partyKeys = JSON.stringify(row.partyKeys);
    // An older version confirms the stored record, but does not override other rows of the run.
    const newVersion = isOlder ? '' : version;
    const number = stored?.number ?? null;
    const contents = same
      ? [null, null, null, null]
      : [row.parties, partyKeys, row.document, row.files ?? null];
    this.#insert.run(row.key, number, same ? 1 : 0, newVersion, scope, date, hash, ...contents);
  }

  #settle(): StageCounts {
    this.#stage.exec(`
      CREATE INDEX IF NOT EXISTS steps_by_key ON steps (key, version, seq);
      DELETE FROM steps WHERE EXISTS (
        SELECT 1 FROM steps AS later WHERE later.key = steps.key AND (later.version, later.seq) > (steps.version, steps.seq)
      );
    `);
    const [records, added, unchanged] = this.#stage
      .prepare<[], [number, number, number]>(
        'SELECT count(*), count(*) FILTER (WHERE number IS NULL), count(*) FILTER (WHERE same = 1) FROM steps',
      )
      .raw()
      .get() ?? [0, 0, 0];
    return {
      records,
      added,
      changed: records - added - unchanged,
      unchanged,
      repeated: this.#puts - records,
    };
  }

  *#live(scope: StageScope): Generator<{ number: number; key: string }> {
    const page = this.#host.catalog.prepare<[number, string, number], { number: number; key: string }>(
      `SELECT number, key FROM dataset_records
       WHERE source = ? AND scope = ? AND number > ? AND gone_since IS NULL ORDER BY number LIMIT 10000`,
    );
    for (const part of this.#partsOf(scope)) {
      for (let records = page.all(this.#source, part, -1); records.length > 0; ) {
        yield* records;
        records = page.all(this.#source, part, records.at(-1)?.number ?? 0);
      }
    }
  }

  #partsOf(scope: StageScope): readonly string[] {
    if (scope !== 'source') {
      if ('parts' in scope) return scope.parts;
      throw new RangeError('The deletion scope of a data set cannot be a date range.');
    }
    return this.#host.catalog
      .prepare<[number], string>(
        'SELECT DISTINCT scope FROM dataset_records WHERE source = ? AND gone_since IS NULL',
      )
      .pluck()
      .all(this.#source);
  }
}
