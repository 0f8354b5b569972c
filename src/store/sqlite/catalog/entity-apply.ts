import type { Identifier } from '../../../domain/entity.js';
import type { Sqlite } from '../database.js';
import type { Pass, Tally } from './apply.js';
import type { ChangeLog } from './changes.js';

/** One staged record; `document` null marks it gone, `number` null adds it. */
interface EntityStep {
  readonly seq: number;
  readonly id: string;
  readonly number: number | null;
  readonly hash: string;
  readonly link_keys: string | null;
  readonly absent: string;
  readonly facets: string;
  readonly document: string | null;
}

interface StoredBefore {
  readonly document: string;
  readonly hash: string;
  readonly gone_since: number | null;
  readonly link_keys: string | null;
}

export interface ApplyRun {
  readonly id: number;
  readonly startedAt: number;
  /** The source's number. */
  readonly source: number;
}

/** Applies entity steps in file order, so that numbers follow the publisher's order (see StoredHashes). */
export class EntityPass implements Pass<EntityStep> {
  readonly #steps;
  readonly #run: ApplyRun;
  readonly #changes: ChangeLog;
  readonly #sql;

  constructor(stage: Sqlite, catalog: Sqlite, run: ApplyRun, changes: ChangeLog) {
    this.#steps = stage.prepare<[number], EntityStep>('SELECT * FROM steps WHERE seq > ? ORDER BY seq');
    this.#run = run;
    this.#changes = changes;
    this.#sql = prepare(catalog);
  }

  steps(after: string | null): Iterable<EntityStep> {
    return this.#steps.iterate(after === null ? 0 : Number(after));
  }

  position(step: EntityStep): string {
    return String(step.seq);
  }

  apply(step: EntityStep, tally: Tally): void {
    if (step.number === null) this.#add(step, tally);
    else if (step.document === null) this.#markGone(step.id, step.number, tally);
    else this.#change(step, step.number, step.document, tally);
  }

  #add(step: EntityStep, tally: Tally): void {
    const { id, hash, link_keys, absent, document } = step;
    const { id: run, source, startedAt } = this.#run;
    const added = this.#sql.insert.run(id, source, hash, startedAt, run, link_keys, absent, document);
    const number = Number(added.lastInsertRowid);
    this.#sql.putFacets.run(number, step.facets);
    for (const key of parseKeys(link_keys)) this.#sql.insertKey.run(key.scheme, key.value, number);
    this.#changes.write(id, 'added');
    tally.records += 1;
  }

  #markGone(id: string, number: number, tally: Tally): void {
    this.#sql.markGone.run(this.#run.startedAt, this.#run.id, number);
    this.#sql.hideFacets.run(number);
    this.#changes.write(id, 'gone');
    tally.gone += 1;
    tally.records -= 1;
  }

  /** A record that comes back as it was keeps the time of its last change. */
  #change(step: EntityStep, number: number, document: string, tally: Tally): void {
    const before = this.#sql.before.get(number);
    if (!before) throw new Error(`The record ${step.id} is missing from the catalog.`);
    const changedAt = before.hash === step.hash ? null : this.#run.startedAt;
    this.#sql.update.run(
      step.hash,
      changedAt,
      this.#run.id,
      step.link_keys,
      step.absent,
      step.document,
      number,
    );
    this.#sql.putFacets.run(number, step.facets);
    this.#replaceKeys(number, before.link_keys, step.link_keys);
    if (before.gone_since !== null) {
      this.#changes.write(step.id, 'back');
      tally.records += 1;
    }
    if (before.document === document) return;
    this.#changes.compare(step.id, JSON.parse(before.document) as object, JSON.parse(document) as object);
  }

  #replaceKeys(number: number, before: string | null, after: string | null): void {
    if (before === after) return;
    for (const key of parseKeys(before)) this.#sql.dropKey.run(key.scheme, key.value, number);
    for (const key of parseKeys(after)) this.#sql.insertKey.run(key.scheme, key.value, number);
  }
}

function prepare(catalog: Sqlite) {
  return {
    insert: catalog.prepare(
      `INSERT INTO entities (id, source, hash, changed_at, run, link_keys, absent, document)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    before: catalog.prepare<[number], StoredBefore>(
      'SELECT document, hash, gone_since, link_keys FROM entities WHERE number = ?',
    ),
    update: catalog.prepare(
      `UPDATE entities SET hash = ?, changed_at = coalesce(?, changed_at), gone_since = NULL, run = ?,
         link_keys = ?, absent = ?, document = ? WHERE number = ?`,
    ),
    markGone: catalog.prepare('UPDATE entities SET gone_since = ?, run = ? WHERE number = ?'),
    putFacets: catalog.prepare(
      'INSERT OR REPLACE INTO entity_facets (number, gone, facets) VALUES (?, 0, ?)',
    ),
    hideFacets: catalog.prepare('UPDATE entity_facets SET gone = 1 WHERE number = ?'),
    insertKey: catalog.prepare('INSERT OR IGNORE INTO entity_keys (scheme, value, number) VALUES (?, ?, ?)'),
    dropKey: catalog.prepare('DELETE FROM entity_keys WHERE scheme = ? AND value = ? AND number = ?'),
  };
}

function parseKeys(json: string | null): readonly Identifier[] {
  return json === null ? [] : (JSON.parse(json) as Identifier[]);
}
