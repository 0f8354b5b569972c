import type { EntityRow } from '../../../domain/entity.js';
import type { SealedStage, Stage, StageCounts, StageScope } from '../../store.js';
import type { Sqlite } from '../database.js';
import { Bitset } from './bitset.js';
import { createStageFile, removeStageFile, sealStageFile } from './stage-file.js';
import { StoredHashes } from './stored-hashes.js';

/** A step without a document marks the record gone; `same` steps only stand for "this came last". */
const SCHEMA = `
CREATE TABLE steps (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  number INTEGER,
  same INTEGER NOT NULL,
  hash TEXT,
  link_keys TEXT,
  absent TEXT,
  facets TEXT,
  document TEXT
) STRICT;
`;

export interface StageHost {
  readonly catalog: Sqlite;
  readonly path: string;
  /** Makes the run roll forward from here on and gives the stage to be applied. */
  readonly sealed: (counts: StageCounts, complete: boolean) => SealedStage;
}

export class EntityStage implements Stage<EntityRow> {
  readonly #host: StageHost;
  readonly #stage: Sqlite;
  readonly #source: number;
  readonly #stored: StoredHashes;
  readonly #insert;
  /** Numbers of the stored records that the run named. */
  readonly #seen = new Bitset();
  /** Live records of the source, and those of them that the run named. */
  readonly #live: number;
  #seenLive = 0;
  #puts = 0;
  #settled: { added: number; changed: number } | null = { added: 0, changed: 0 };

  constructor(host: StageHost, source: number) {
    this.#host = host;
    this.#source = source;
    this.#stored = new StoredHashes(host.catalog, source);
    this.#live =
      host.catalog
        .prepare<[number], number>('SELECT records FROM sources WHERE number = ?')
        .pluck()
        .get(source) ?? 0;
    this.#stage = createStageFile(host.path, SCHEMA);
    this.#insert = this.#stage.prepare(
      'INSERT INTO steps (id, number, same, hash, link_keys, absent, facets, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
  }

  async put(batch: readonly EntityRow[]): Promise<void> {
    this.#settled = null;
    this.#puts += batch.length;
    for (const row of batch) this.#putOne(row);
  }

  counts(): StageCounts {
    const { added, changed } = this.#settle();
    const records = this.#seen.size + added;
    return { records, added, changed, unchanged: records - added - changed, repeated: this.#puts - records };
  }

  async countMissing(scope: StageScope): Promise<number> {
    refuseSpan(scope);
    return this.#live - this.#seenLive;
  }

  async seal(goneScope: StageScope | null): Promise<SealedStage> {
    const counts = this.counts();
    if (goneScope !== null) {
      refuseSpan(goneScope);
      this.#stageMissing();
    }
    const total = this.#stage.prepare<[], number>('SELECT count(*) FROM steps').pluck().get() ?? 0;
    sealStageFile(this.#stage, this.#host.path, 'entities', total);
    return this.#host.sealed(counts, goneScope !== null);
  }

  async discard(): Promise<void> {
    this.#stage.close();
    removeStageFile(this.#host.path);
  }

  #putOne(row: EntityRow): void {
    const stored = this.#stored.isEmpty ? undefined : this.#stored.find(row.id);
    const same = stored !== undefined && stored.hash === row.hash && !stored.gone;
    const isFirst = stored === undefined || this.#seen.add(stored.number);
    if (stored && isFirst && !stored.gone) this.#seenLive += 1;
    if (same && isFirst) return;
    const linkKeys = row.linkKeys.length > 0 ? JSON.stringify(row.linkKeys) : null;
    this.#insert.run(
      row.id,
      stored?.number ?? null,
      same ? 1 : 0,
      row.hash,
      linkKeys,
      row.absent,
      row.facets,
      row.document,
    );
  }

  /** Of the steps of one record the last stays; one that ends as it was is dropped. */
  #settle(): { added: number; changed: number } {
    if (this.#settled) return this.#settled;
    this.#stage.exec(`
      CREATE INDEX IF NOT EXISTS steps_by_id ON steps (id);
      CREATE TEMP TABLE repeated AS SELECT id, max(seq) AS last FROM main.steps GROUP BY id HAVING count(*) > 1;
      DELETE FROM steps WHERE id IN (SELECT id FROM repeated) AND seq NOT IN (SELECT last FROM repeated);
      DROP TABLE repeated;
    `);
    if (!this.#stored.isEmpty) this.#stage.exec('DELETE FROM steps WHERE same = 1');
    const counted = this.#stage
      .prepare<[], { added: number; changed: number }>(
        'SELECT count(*) - count(number) AS added, count(number) AS changed FROM steps',
      )
      .get();
    this.#settled = counted ?? { added: 0, changed: 0 };
    return this.#settled;
  }

  #stageMissing(): void {
    if (this.#live === this.#seenLive) return;
    const idOf = this.#host.catalog
      .prepare<[number], string>('SELECT id FROM entities WHERE number = ?')
      .pluck();
    for (const number of this.#liveNumbers()) {
      if (this.#seen.has(number)) continue;
      this.#insert.run(idOf.get(number), number, 0, null, null, null, null, null);
    }
  }

  *#liveNumbers(): Generator<number> {
    const page = this.#host.catalog
      .prepare<[number, number], number>(
        `SELECT number FROM entities INDEXED BY entities_by_source
         WHERE source = ? AND number > ? AND gone_since IS NULL ORDER BY number LIMIT 10000`,
      )
      .pluck();
    for (let numbers = page.all(this.#source, -1); numbers.length > 0; ) {
      yield* numbers;
      numbers = page.all(this.#source, numbers.at(-1) ?? 0);
    }
  }
}

function refuseSpan(scope: StageScope): void {
  if (scope !== 'source') throw new RangeError('A span of dates is no scope for entities.');
}
