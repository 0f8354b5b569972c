import { Bitset } from '../../../../collections/bitset.js';
import type { EntityRow } from '../../../../domain/entity.js';
import type {
  EntityStage,
  NamedPart,
  SealedStage,
  StageCounts,
  StageListener,
  StageScope,
  StoredRecord,
} from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { createStageFile, removeStageFile, sealStageFile } from '../staging/stage-file.js';
import { IdSet } from './id-set.js';
import { type StoredHash, StoredHashes } from './stored-hashes.js';

/**
 * A step without a document marks the record as gone. `same`: 1 only means "this came last", 2 replaces the facets of a record
 * with unchanged content, 0 the whole record. New records have no number yet; `place` counts them, so that numbers grow with
 * records and not with changes.
 */
const SCHEMA = `
CREATE TABLE steps (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  number INTEGER,
  place INTEGER,
  same INTEGER NOT NULL,
  hash TEXT,
  link_keys TEXT,
  absent TEXT,
  facets TEXT,
  document TEXT,
  files TEXT
) STRICT;
`;

const CHANGED = 0;
const SAME = 1;
const SAME_CONTENT = 2;
type Step = typeof CHANGED | typeof SAME | typeof SAME_CONTENT;

export interface StageHost {
  readonly catalog: Sqlite;
  readonly path: string;
  /** Seals the stage, which must be applied from now on, and returns it. */
  readonly sealed: (counts: StageCounts, complete: boolean, remember?: Remember) => SealedStage;
}

/** Called when the run is applied, with its key and the offset of the numbers of its new records. */
export type Remember = (run: string, base: number) => void;

export class EntityFileStage implements EntityStage {
  readonly #host: StageHost;
  readonly #stage: Sqlite;
  readonly #source: number;
  readonly #stored: StoredHashes;
  readonly #listener: StageListener | undefined;
  readonly #insert;
  readonly #insertBare;
  readonly #idOf;
  readonly #contentOf;
  /** Numbers of the stored records in the run. */
  readonly #seen = new Bitset();
  /** Numbers of the records that the run marks as gone. */
  readonly #gone = new Bitset();
  /** Ids in the run that are not stored. */
  #new = new IdSet();
  /** Number of live records of the source, and of those among them in the run. */
  readonly #live: number;
  #seenLive = 0;
  #puts = 0;
  #steps = 0;
  #added = 0;
  #changed = 0;
  /** True if a record may have several steps. */
  #mayRepeat = false;
  /** Number of new records so far, including those with a withdrawn step. */
  #places = 0;
  #droppedSteps = 0;
  /** Places of withdrawn steps. */
  readonly #dropped = new Set<number>();

  constructor(host: StageHost, source: number, listener?: StageListener) {
    this.#host = host;
    this.#source = source;
    this.#listener = listener;
    this.#stored = new StoredHashes(host.catalog, source);
    this.#live =
      host.catalog
        .prepare<[number], number>('SELECT records FROM sources WHERE number = ?')
        .pluck()
        .get(source) ?? 0;
    this.#idOf = host.catalog.prepare<[number], string>('SELECT id FROM entities WHERE number = ?').pluck();
    this.#contentOf = host.catalog
      .prepare<[number], [document: string, absent: string, linkKeys: string | null]>(
        'SELECT document, absent, link_keys FROM entities WHERE number = ?',
      )
      .raw();
    this.#stage = createStageFile(host.path, SCHEMA);
    this.#insert = this.#stage.prepare('INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#insertBare = this.#stage.prepare('INSERT INTO steps (seq, id, number, same) VALUES (?, ?, ?, ?)');
  }

  async put(batch: readonly (EntityRow | StoredRecord)[]): Promise<void> {
    this.#puts += batch.length;
    for (const record of batch) {
      if ('document' in record) this.#putOne(record);
      else this.#confirm(record);
    }
  }

  counts(): StageCounts {
    this.#settle();
    const records = this.#seen.size + this.#added;
    const unchanged = this.#seen.size - this.#changed;
    return {
      records,
      added: this.#added,
      changed: this.#changed,
      unchanged,
      repeated: this.#puts - records,
    };
  }

  async countMissing(scope: StageScope): Promise<number> {
    if (scope !== 'source') throw new RangeError('Records are counted by part with parts().');
    return Math.max(0, this.#live - this.#seenLive - this.#countFormer());
  }

  /** Ids in a former format that would need percent-encoding: the same records now have UUIDs. */
  #countFormer(): number {
    const sql = `SELECT count(*) FROM entities WHERE source = ? AND gone_since IS NULL AND id GLOB '??:*[^A-Za-z0-9._~:*-]*'`;
    return this.#host.catalog.prepare<[number], number>(sql).pluck().get(this.#source) ?? 0;
  }

  /** By the state of the records; blank for those without one. */
  async parts(): Promise<readonly NamedPart[]> {
    this.#settle();
    const named = new Map<string, number>();
    const missing = new Map<string, number>();
    const restated = new Bitset();
    const staged = this.#stage.prepare<[], { number: number | null; part: string }>(
      `SELECT number, coalesce(document ->> 'state', '') AS part FROM steps WHERE document IS NOT NULL`,
    );
    for (const { number, part } of staged.iterate()) {
      if (number !== null) restated.add(number);
      named.set(part, (named.get(part) ?? 0) + 1);
    }
    for (const { number, part } of this.#liveRecords()) {
      if (restated.has(number)) continue;
      const counts = this.#seen.has(number) ? named : missing;
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    return [...named].map(([part, records]) => ({ part, records, missing: missing.get(part) ?? 0 }));
  }

  async seal(goneScope: StageScope | null): Promise<SealedStage> {
    const counts = this.counts();
    if (goneScope !== null) this.#stageMissing(partsOf(goneScope));
    sealStageFile(this.#stage, this.#host.path, 'entities', this.#steps - this.#droppedSteps);
    this.#new = new IdSet();
    this.#listener?.sealed();
    return this.#host.sealed(counts, goneScope !== null, (run, base) => this.#remember(run, base));
  }

  async discard(): Promise<void> {
    this.#stage.close();
    removeStageFile(this.#host.path);
    this.#listener?.discarded();
  }

  #remember(run: string, base: number): void {
    const stays = (number: number) => !this.#gone.has(number);
    this.#listener?.applied(run, { base, dropped: this.#dropped, stays });
  }

  #putOne(row: EntityRow): void {
    const stored = this.#stored.isEmpty ? undefined : this.#stored.find(row.id);
    if (stored === undefined) this.#add(row);
    else if (row.partial && !stored.gone) this.#confirm(stored);
    else this.#compare(row, stored);
  }

  #add(row: EntityRow): void {
    if (this.#new.add(row.id)) this.#mayRepeat = true;
    this.#added += 1;
    this.#places += 1;
    this.#stageRow(row, null, CHANGED);
    this.#listener?.added(this.#places, row);
  }

  #compare(row: EntityRow, stored: StoredHash): void {
    const step = this.#stepOf(row, stored);
    this.#listener?.stored(stored.number, row);
    if (this.#isFirst(stored.number)) {
      if (!stored.gone) this.#seenLive += 1;
      if (step === SAME) return;
    }
    if (step === CHANGED) this.#changed += 1;
    this.#stageRow(row, stored.number, step);
  }

  /** A different hash may be that of an earlier version, which included facets: then the content is compared. */
  #stepOf(row: EntityRow, stored: StoredHash): Step {
    if (stored.gone || (stored.hash !== row.hash && !this.#isContentOf(stored.number, row))) return CHANGED;
    return stored.facets === row.facets ? SAME : SAME_CONTENT;
  }

  #isContentOf(number: number, row: EntityRow): boolean {
    const [document, absent, keys] = this.#contentOf.get(number) ?? [];
    return document === row.document && absent === row.absent && keys === linkKeysText(row);
  }

  /** The record is stored unchanged; if the run had an earlier row for it, this one wins. */
  #confirm(known: StoredRecord): void {
    if (this.#isFirst(known.number)) {
      this.#seenLive += 1;
      return;
    }
    this.#listener?.stored(known.number, known);
    this.#steps += 1;
    this.#insertBare.run(this.#steps, this.#idOf.get(known.number), known.number, SAME);
  }

  #isFirst(number: number): boolean {
    if (this.#seen.add(number)) return true;
    this.#mayRepeat = true;
    return false;
  }

  #stageRow(row: EntityRow, number: number | null, step: Step): void {
    this.#steps += 1;
    this.#insert.run(
      this.#steps,
      row.id,
      number,
      number === null ? this.#places : null,
      step,
      row.hash,
      linkKeysText(row),
      row.absent,
      row.facets,
      row.document,
      row.files ?? null,
    );
  }

  /** Keeps the last step of each record, and drops it if the record ends unchanged. */
  #settle(): void {
    if (!this.#mayRepeat) return;
    this.#mayRepeat = false;
    this.#stage.exec(`
      CREATE INDEX IF NOT EXISTS steps_by_id ON steps (id);
      CREATE TEMP TABLE repeated AS SELECT id, max(seq) AS last FROM main.steps GROUP BY id HAVING count(*) > 1;
    `);
    this.#drop('id IN (SELECT id FROM repeated) AND seq NOT IN (SELECT last FROM repeated)');
    this.#drop(`same = ${SAME}`);
    this.#stage.exec('DROP TABLE repeated');
    const counted = this.#stage
      .prepare<[], { added: number; changed: number }>(
        `SELECT count(*) - count(number) AS added, count(number) FILTER (WHERE same = ${CHANGED}) AS changed FROM steps`,
      )
      .get();
    this.#added = counted?.added ?? 0;
    this.#changed = counted?.changed ?? 0;
  }

  #drop(where: string): void {
    const steps = this.#stage
      .prepare<[], number | null>(`DELETE FROM steps WHERE ${where} RETURNING place`)
      .pluck();
    for (const place of steps.all()) {
      this.#droppedSteps += 1;
      if (place !== null) this.#dropped.add(place);
    }
  }

  /** `parts` undefined: the whole source. */
  #stageMissing(parts: ReadonlySet<string> | undefined): void {
    if (this.#live === this.#seenLive) return;
    for (const { number, part } of this.#liveRecords()) {
      if (this.#seen.has(number) || parts?.has(part) === false) continue;
      this.#gone.add(number);
      this.#steps += 1;
      this.#insertBare.run(this.#steps, this.#idOf.get(number), number, CHANGED);
    }
  }

  *#liveRecords(): Generator<{ number: number; part: string }> {
    const page = this.#host.catalog.prepare<[number, number], { number: number; part: string }>(
      `SELECT number, coalesce(document ->> 'state', '') AS part FROM entities INDEXED BY entities_by_source
       WHERE source = ? AND number > ? AND gone_since IS NULL ORDER BY number LIMIT 10000`,
    );
    for (let records = page.all(this.#source, -1); records.length > 0; ) {
      yield* records;
      records = page.all(this.#source, records.at(-1)?.number ?? 0);
    }
  }
}

function linkKeysText({ linkKeys }: EntityRow): string | null {
  return linkKeys.length > 0 ? JSON.stringify(linkKeys) : null;
}

function partsOf(scope: StageScope): ReadonlySet<string> | undefined {
  if (scope === 'source') return undefined;
  if ('parts' in scope) return new Set(scope.parts);
  throw new RangeError('The deletion scope of entities cannot be a date range.');
}
