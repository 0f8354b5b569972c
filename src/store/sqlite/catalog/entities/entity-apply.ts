import type { EntityData, Identifier } from '../../../../domain/entity.js';
import type { Sqlite } from '../../file/driver.js';
import type { EventWriter } from '../feed/event-writer.js';
import { type Batch, type Pass, STEPS_PER_TRANSACTION, type Tally } from '../staging/apply.js';
import type { ApplyRun } from './apply-run.js';
import { EntityAdditions, type StepRange } from './entity-additions.js';

/** A staged record that the catalog contains; `document` null marks it as gone. */
interface KnownStep {
  readonly id: string;
  readonly number: number;
  readonly hash: string;
  readonly link_keys: string | null;
  readonly absent: string;
  readonly facets: string;
  readonly document: string | null;
  /** `undefined` in a stage of a version before 0.2.0. */
  readonly files?: string | null;
}

interface StoredBefore {
  readonly document: string;
  readonly absent: string;
  readonly hash: string;
  readonly gone_since: number | null;
  readonly link_keys: string | null;
}

/** `base`: offset of the numbers of the run's new records. */
interface Position {
  readonly base: number;
  readonly seq: number;
}

/**
 * Higher for a first load: the ids of a few thousand records are spread over all pages of their index, which each transaction
 * rewrites. With 5,000, a first load took a sixth longer.
 */
const FIRST_STEPS_PER_TRANSACTION = 50_000;

/**
 * Applies entity steps in file order, so that numbers follow the publisher's order (see StoredHashes). The stage must be
 * attached to the catalog under the name `attached`.
 */
export class EntityPass implements Pass {
  readonly #places: number;
  readonly #lastSeq: number;
  readonly #stepsAtOnce: number;
  readonly #catalog: Sqlite;
  readonly #run: ApplyRun;
  readonly #events: EventWriter;
  readonly #additions: EntityAdditions;
  readonly #absent: AbsentCounts;
  readonly #known;
  readonly #sql;
  #base = 0;

  constructor(stage: Sqlite, attached: string, catalog: Sqlite, run: ApplyRun, events: EventWriter) {
    this.#lastSeq = stage.prepare<[], number | null>('SELECT max(seq) FROM steps').pluck().get() ?? 0;
    this.#places = stage.prepare<[], number | null>('SELECT max(place) FROM steps').pluck().get() ?? 0;
    this.#stepsAtOnce = events.silent ? FIRST_STEPS_PER_TRANSACTION : STEPS_PER_TRANSACTION;
    this.#catalog = catalog;
    this.#run = run;
    this.#events = events;
    this.#additions = new EntityAdditions(catalog, attached, run, !events.silent);
    this.#absent = new AbsentCounts(catalog, attached, run.source);
    this.#known = stage.prepare<[number, number], KnownStep>(
      'SELECT * FROM steps WHERE seq > ? AND seq <= ? AND number IS NOT NULL ORDER BY seq',
    );
    this.#sql = prepare(catalog);
  }

  /** Offset of the numbers of new records. */
  get base(): number {
    return this.#base;
  }

  /** Reserves numbers for the new records, so that concurrent loads never assign the same one. */
  begin(): string {
    const base = this.#catalog
      .prepare<[number], number>(
        `UPDATE counters SET value = value + ? WHERE name = 'entities' RETURNING value`,
      )
      .pluck()
      .get(this.#places);
    this.#base = (base ?? 0) - this.#places;
    return JSON.stringify({ base: this.#base, seq: 0 } satisfies Position);
  }

  *batches(after: string): Generator<Batch> {
    const { base, seq: from } = JSON.parse(after) as Position;
    for (let seq = from; seq < this.#lastSeq; seq += this.#stepsAtOnce) {
      yield this.#batchOf({ base, after: seq, to: Math.min(this.#lastSeq, seq + this.#stepsAtOnce) });
    }
  }

  #batchOf(range: StepRange): Batch {
    return {
      steps: range.to - range.after,
      position: JSON.stringify({ base: range.base, seq: range.to } satisfies Position),
      apply: (tally) => {
        this.#additions.apply(range, tally);
        this.#absent.addNew(range);
        const known = this.#known.all(range.after, range.to);
        this.#absent.change((moved) => {
          for (const step of known) this.#apply(step, tally, moved);
        });
      },
    };
  }

  #apply(step: KnownStep, tally: Tally, moved: Moved): void {
    if (step.document === null) this.#markGone(step.id, step.number, tally, moved);
    else this.#change(step, step.document, tally, moved);
  }

  #markGone(id: string, number: number, tally: Tally, moved: Moved): void {
    const [state = null, absent] = this.#sql.markGone.get(this.#run.startedAt, this.#run.id, number) ?? [];
    if (absent !== undefined) moved(absent, -1);
    this.#events.gone({ type: 'entity', id, state });
    tally.gone += 1;
    tally.records -= 1;
  }

  /**
   * A record that returns unchanged keeps the hash and the time of its last change. If only its facets differ, because another
   * version of the program derives them, nothing else is written: the publisher did not change it.
   */
  #change(step: KnownStep, document: string, tally: Tally, moved: Moved): void {
    const { number } = step;
    const before = this.#sql.before.get(number);
    if (!before) throw new Error(`The record ${step.id} is missing from the catalog.`);
    const isContent =
      before.document === document && before.absent === step.absent && before.link_keys === step.link_keys;
    if (isContent && before.gone_since === null) {
      this.#sql.putFacets.run(step.facets, number);
      return;
    }
    this.#sql.update.run(
      isContent ? before.hash : step.hash,
      isContent ? null : this.#run.startedAt,
      this.#run.id,
      step.files ?? null,
      step.link_keys,
      step.absent,
      step.facets,
      step.document,
      number,
    );
    this.#replaceKeys(number, before.link_keys, step.link_keys);
    const isBack = before.gone_since !== null;
    if (isBack) tally.records += 1;
    else moved(before.absent, -1);
    moved(step.absent, 1);
    if (this.#events.silent || (!isBack && before.document === document)) return;
    const [old, now] = [JSON.parse(before.document) as EntityData, JSON.parse(document) as EntityData];
    const subject = { type: 'entity', id: step.id, state: now.state } as const;
    if (isBack) this.#events.restored(subject, old, now);
    else this.#events.changed(subject, old, now);
  }

  #replaceKeys(number: number, before: string | null, after: string | null): void {
    if (before === after) return;
    for (const key of parseKeys(before)) this.#sql.dropKey.run(key.scheme, key.value, number);
    for (const key of parseKeys(after)) this.#sql.insertKey.run(key.scheme, key.value, number);
  }
}

function prepare(catalog: Sqlite) {
  return {
    before: catalog.prepare<[number], StoredBefore>(
      'SELECT document, absent, hash, gone_since, link_keys FROM entities WHERE number = ?',
    ),
    update: catalog.prepare(
      `UPDATE entities SET hash = ?, changed_at = coalesce(?, changed_at), gone_since = NULL, run = ?, written_run = NULL,
         files = ?, link_keys = ?, absent = ?, facets = ?, document = ? WHERE number = ?`,
    ),
    putFacets: catalog.prepare('UPDATE entities SET facets = ? WHERE number = ?'),
    markGone: catalog
      .prepare<[number, number, number], [state: string | null, absent: string]>(
        `UPDATE entities SET gone_since = ?, written_run = run, run = ? WHERE number = ?
         RETURNING document ->> 'state', absent`,
      )
      .raw(),
    insertKey: catalog.prepare('INSERT OR IGNORE INTO entity_keys (scheme, value, number) VALUES (?, ?, ?)'),
    dropKey: catalog.prepare('DELETE FROM entity_keys WHERE scheme = ? AND value = ? AND number = ?'),
  };
}

function parseKeys(json: string | null): readonly Identifier[] {
  return json === null ? [] : (JSON.parse(json) as Identifier[]);
}

/** Changes the number of records that lack the fields in `absent`. */
type Moved = (absent: string, by: number) => void;

/**
 * The number of live records of a source for each set of missing fields, updated in the transactions that write the records.
 */
class AbsentCounts {
  readonly #addNew;
  readonly #move;
  readonly #drop;
  readonly #source: number;

  /** `attached`: the name under which the stage is attached to the catalog. */
  constructor(catalog: Sqlite, attached: string, source: number) {
    this.#source = source;
    const onto = 'ON CONFLICT (source, absent) DO UPDATE SET records = records + excluded.records';
    this.#addNew = catalog.prepare(
      `INSERT INTO absent_counts (source, absent, records)
       SELECT ${source}, absent, count(*) FROM ${attached}.steps
       WHERE seq > @after AND seq <= @to AND number IS NULL GROUP BY absent ${onto}`,
    );
    this.#move = catalog.prepare(
      `INSERT INTO absent_counts (source, absent, records) VALUES (?, ?, ?) ${onto}`,
    );
    this.#drop = catalog.prepare('DELETE FROM absent_counts WHERE source = ? AND records = 0');
  }

  /** Counts the new records of a range of steps, which the catalog adds in the same transaction. */
  addNew({ after, to }: StepRange): void {
    this.#addNew.run({ after, to });
  }

  /** Writes each text once, however many records changed. */
  change(records: (moved: Moved) => void): void {
    const sums = new Map<string, number>();
    records((absent, by) => sums.set(absent, (sums.get(absent) ?? 0) + by));
    for (const [absent, by] of sums) if (by !== 0) this.#move.run(this.#source, absent, by);
    if (sums.size > 0) this.#drop.run(this.#source);
  }
}
