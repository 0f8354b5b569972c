import type { SecSourceId } from '../../../../domain/sec/sec.js';
import type { RankedFiling } from '../../../../domain/sec/sec-precedence.js';
import { filingFields } from '../../../../domain/sec/shown-fields.js';
import type { Sqlite } from '../../file/driver.js';
import type { ApplyRun } from '../entities/apply-run.js';
import type { EventWriter } from '../feed/event-writer.js';
import type { Tally } from '../staging/apply.js';
import type { FilerWriter } from './filer-writer.js';
import { type FilingKey, FilingRows, isSameFiling, type StoredFiling } from './filing-rows.js';
import { type FilingStep, mergeStep } from './filing-step.js';
import { claimOf, claimsWithdrawnBy } from './sec-claims.js';

/** Writes filing rows by the precedence table. */
export class FilingWriter {
  readonly #run: ApplyRun;
  readonly #source: SecSourceId;
  readonly #events: EventWriter;
  readonly #filers: FilerWriter;
  readonly #rows: FilingRows;
  readonly #sql;

  constructor(catalog: Sqlite, run: ApplyRun, source: SecSourceId, events: EventWriter, filers: FilerWriter) {
    this.#run = run;
    this.#source = source;
    this.#events = events;
    this.#filers = filers;
    this.#rows = new FilingRows(catalog);
    this.#sql = prepare(catalog);
  }

  /** The number of a new row is `base` plus its place. */
  put(step: FilingStep, base: number, tally: Tally): void {
    const { accession, cik, form } = step.incoming;
    const stored = this.#rows.find(accession, cik, form);
    if (stored) this.#merge(stored, step, tally);
    else this.#insert(step.incoming, base + step.place, tally);
  }

  withdraw([accession, cik, form]: FilingKey, tally: Tally): void {
    const stored = this.#rows.find(accession, cik, form);
    if (!stored) return;
    const claims = stored.claims & ~claimsWithdrawnBy(this.#source);
    const isGone = claims === 0;
    this.#sql.withdraw.run(claims, isGone ? this.#run.startedAt : null, this.#run.id, accession, cik, form);
    if ((stored.claims & claimOf(this.#source)) !== 0) tally.records -= 1;
    this.#sql.dropOtherClaims(stored.claims & ~claims & ~claimOf(this.#source));
    if (!isGone) return;
    tally.gone += 1;
    this.#events.gone(subjectOf(stored.row));
  }

  #insert(row: RankedFiling, number: number, tally: Tally): void {
    this.#sql.insert.run({ number, claims: claimOf(this.#source), run: this.#run.id, ...row });
    tally.records += 1;
    this.#events.created(subjectOf(row), filingFields(row));
    this.#filers.noteFiling(row);
  }

  #merge(stored: StoredFiling, step: FilingStep, tally: Tally): void {
    const merged = mergeStep(stored.row, step);
    const claims = stored.claims | claimOf(this.#source);
    if (claims === stored.claims && !stored.gone && isSameFiling(merged, stored.row)) return;
    this.#sql.update.run({ claims, run: this.#run.id, ...merged });
    if (claims !== stored.claims) tally.records += 1;
    this.#writeEvent(stored, merged);
    this.#filers.noteFiling(merged);
  }

  #writeEvent(stored: StoredFiling, merged: RankedFiling): void {
    const [before, after] = [filingFields(stored.row), filingFields(merged)];
    if (stored.gone) this.#events.restored(subjectOf(merged), before, after);
    else this.#events.changed(subjectOf(merged), before, after);
  }
}

function prepare(catalog: Sqlite) {
  const dropClaim = catalog.prepare('UPDATE sources SET records = records - 1 WHERE id = ?');
  return {
    insert: catalog.prepare(
      `INSERT INTO filing_rows
         (accession, cik, form, number, filed, period, name, description, items, ranks, claims, run)
       VALUES (@accession, @cik, @form, @number, @filed, @period, @name, @description, @items, @ranks, @claims, @run)`,
    ),
    update: catalog.prepare(
      `UPDATE filing_rows SET filed = @filed, period = @period, name = @name, description = @description,
         items = @items, ranks = @ranks, claims = @claims, gone_since = NULL, run = @run
       WHERE accession = @accession AND cik = @cik AND form = @form`,
    ),
    withdraw: catalog.prepare(
      `UPDATE filing_rows SET claims = ?, gone_since = ?, run = ? WHERE accession = ? AND cik = ? AND form = ?`,
    ),
    dropOtherClaims: (claims: number) => {
      if ((claims & claimOf('us_sec_daily_index')) !== 0) dropClaim.run('us_sec_daily_index');
    },
  };
}

function subjectOf({ accession, cik, form }: RankedFiling) {
  return { type: 'filing', id: accession, cik, form } as const;
}
