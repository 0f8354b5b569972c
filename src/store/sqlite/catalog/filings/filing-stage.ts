import { Bitset } from '../../../../collections/bitset.js';
import type { FilingFact, SecSourceId } from '../../../../domain/sec/sec.js';
import { filingRanks, mergeFiling, rankFiling } from '../../../../domain/sec/sec-precedence.js';
import type { FilingSpan } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { DayTally } from '../datasets/day-tally.js';
import { type FilingKey, FilingRows, isSameFiling, type StoredFiling } from './filing-rows.js';
import { mergeStep, type StagedFiling, toFilingStep } from './filing-step.js';
import { claimOf, claimsWithdrawnBy } from './sec-claims.js';

const COLUMNS = `
  accession TEXT NOT NULL,
  cik INTEGER NOT NULL,
  form TEXT NOT NULL,
  filed TEXT NOT NULL,
  period TEXT,
  name TEXT,
  name_cut INTEGER NOT NULL,
  description TEXT,
  items TEXT,
  ranks INTEGER NOT NULL,
  existing INTEGER NOT NULL,
  confirmed INTEGER NOT NULL`;

/**
 * `facts`: in the order read; `filings`: the same in the order of their key, in which they are applied. `existing`: the row is
 * stored. `confirmed`: see StagedFiling. `alone`: a new row with this as its only fact.
 */
export const FILING_STEPS_SCHEMA = `
CREATE TABLE facts (${COLUMNS}) STRICT;
CREATE INDEX facts_of_existing ON facts (accession, cik, form) WHERE existing = 1;
CREATE TABLE filings (place INTEGER PRIMARY KEY, ${COLUMNS}, alone INTEGER NOT NULL) STRICT;
CREATE TABLE withdrawn_filings (
  seq INTEGER PRIMARY KEY, accession TEXT NOT NULL, cik INTEGER NOT NULL, form TEXT NOT NULL
) STRICT;
`;

/**
 * Pass 1 for filing facts: stages those that change their stored row. All facts of one key (accession, filer, form) are one row.
 *
 * An example: the row A is stored with the form's date 2 May and this source's claim. A file brings three facts of A.
 * 1. One as stored. It changes nothing and is not staged; A is now `confirmed`.
 * 2. One with a description that A lacks. It is staged with `existing` 1 and `confirmed` 1: the run already contained A as
 *    stored, so the fact adds to the row and does not replace it (`greater` instead of `incoming`).
 * 3. One of another key B that is not stored: staged with `existing` 0. A second fact of B would be staged too; ordered by
 *    key, the two are adjacent (`REPEATED`), lose their `alone` and are merged into one step.
 * If no fact equalled the stored row, but two of them combined did, `#dropUnchanged` would remove both.
 */
export class FilingStage {
  readonly #catalog: Sqlite;
  readonly #stage: Sqlite;
  readonly #source: SecSourceId;
  readonly #stored: FilingRows;
  readonly #insert;
  /** For a fact with a name, with a truncated one and without one. */
  readonly #ranks: readonly number[];
  #counted: { added: number; changed: number } | null = null;
  readonly #seen = new Bitset();
  readonly #confirmed = new Bitset();
  /** Stored rows in the run that a complete file would cover, by date filed. */
  readonly #seenDays = new DayTally();
  /** Number of stored rows by day; counted on first use. */
  #storedDays: DayTally | undefined;

  constructor(catalog: Sqlite, stage: Sqlite, source: SecSourceId) {
    this.#catalog = catalog;
    this.#stage = stage;
    this.#source = source;
    this.#stored = new FilingRows(catalog);
    this.#insert = stage.prepare('INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    const sample = { name: '', nameCut: false };
    this.#ranks = [sample, { ...sample, nameCut: true }, { ...sample, name: undefined }].map((fact) =>
      filingRanks(source, fact),
    );
  }

  put(fact: FilingFact): void {
    this.#counted = null;
    const stored = this.#stored.isEmpty ? undefined : this.#stored.find(fact.accession, fact.cik, fact.form);
    if (!stored) {
      this.#stageFact(fact, false, false);
      return;
    }
    const isFirst = this.#seen.add(stored.number);
    if (isFirst && this.#isVouchedFor(stored)) this.#seenDays.add(stored.row.filed);
    const confirmed = this.#confirmed.has(stored.number);
    const merged = mergeFiling(
      stored.row,
      rankFiling(this.#source, fact),
      confirmed ? 'greater' : 'incoming',
    );
    if (this.#isVouched(stored) && (isFirst || confirmed) && isSameFiling(merged, stored.row)) {
      this.#confirmed.add(stored.number);
    } else {
      this.#stageFact(fact, true, confirmed);
    }
  }

  /** Distinct rows. */
  counts(): { records: number; added: number; changed: number } {
    this.#counted ??= this.#order();
    const { added, changed } = this.#counted;
    return { records: this.#seen.size + added, added, changed };
  }

  countMissing(spans: readonly FilingSpan[] | null): number {
    this.#storedDays ??= this.#countStored();
    return this.#storedDays.within(spans) - this.#seenDays.within(spans);
  }

  stageWithdrawals(spans: readonly FilingSpan[] | null): void {
    if (this.countMissing(spans) === 0) return;
    const insert = this.#stage.prepare(
      'INSERT INTO withdrawn_filings (accession, cik, form) VALUES (?, ?, ?)',
    );
    for (const { accession, cik, form } of this.#missing(spans)) insert.run(accession, cik, form);
  }

  /** Sorted once, so that new rows are written to adjacent pages instead of all over the table. */
  #order(): { added: number; changed: number } {
    this.#dropUnchanged();
    this.#stage.exec('DELETE FROM filings');
    const { changes: facts } = this.#stage
      .prepare(
        'INSERT INTO filings SELECT NULL, *, existing = 0 FROM facts ORDER BY accession, cik, form, existing',
      )
      .run();
    const repeated = this.#stage.prepare<[], { place: number; existing: number }>(REPEATED).all();
    const join = this.#stage.prepare('UPDATE filings SET alone = 0 WHERE place IN (? - 1, ?)');
    for (const { place } of repeated) join.run(place, place);
    const changed = this.#countExisting() - repeated.filter(({ existing }) => existing === 1).length;
    return { added: facts - repeated.length - changed, changed };
  }

  #countExisting(): number {
    if (this.#stored.isEmpty) return 0;
    return (
      this.#stage.prepare<[], number>('SELECT count(*) FROM facts WHERE existing = 1').pluck().get() ?? 0
    );
  }

  /** Drops rows whose facts together equal the stored row, even if no single fact does. */
  #dropUnchanged(): void {
    if (this.#stored.isEmpty) return;
    const facts = this.#stage.prepare<[...FilingKey], StagedFiling>(
      'SELECT * FROM facts WHERE accession = ? AND cik = ? AND form = ? AND existing = 1',
    );
    const drop = this.#stage.prepare<[...FilingKey]>(
      'DELETE FROM facts WHERE accession = ? AND cik = ? AND form = ? AND existing = 1',
    );
    for (const key of this.#repeatedKeys()) {
      const stored = this.#stored.find(...key);
      if (!stored || !this.#isVouched(stored)) continue;
      const merged = mergeStep(stored.row, toFilingStep(this.#source, facts.all(...key)));
      if (!isSameFiling(merged, stored.row)) continue;
      drop.run(...key);
      this.#confirmed.add(stored.number);
    }
  }

  #repeatedKeys(): FilingKey[] {
    return this.#stage
      .prepare<[], FilingKey>(
        `SELECT accession, cik, form FROM facts WHERE existing = 1
         GROUP BY accession, cik, form HAVING count(*) > 1`,
      )
      .raw()
      .all();
  }

  /** Returns whether a source claims the row whose claim a complete file of this one withdraws. */
  #isVouchedFor({ claims, gone }: StoredFiling): boolean {
    return (claims & claimsWithdrawnBy(this.#source)) !== 0 && !gone;
  }

  #isVouched({ claims, gone }: StoredFiling): boolean {
    return (claims & claimOf(this.#source)) !== 0 && !gone;
  }

  #stageFact(fact: FilingFact, existing: boolean, confirmed: boolean): void {
    this.#insert.run(
      fact.accession,
      fact.cik,
      fact.form,
      fact.filed,
      fact.period ?? null,
      fact.name ?? null,
      fact.nameCut ? 1 : 0,
      fact.description ?? null,
      fact.items ?? null,
      this.#ranks[fact.name === undefined ? 2 : fact.nameCut ? 1 : 0],
      existing ? 1 : 0,
      confirmed ? 1 : 0,
    );
  }

  /** One pass over all rows, however many spans are requested. Only this source's own loads change the count. */
  #countStored(): DayTally {
    const { sql, values } = this.#vouchedFor(null);
    const days = this.#catalog.prepare<(string | number)[], { filed: string; count: number }>(
      `SELECT filed, count(*) AS count FROM filing_rows WHERE ${sql} GROUP BY filed`,
    );
    const tally = new DayTally();
    for (const { filed, count } of days.iterate(...values)) tally.add(filed, count);
    return tally;
  }

  *#missing(spans: readonly FilingSpan[] | null): Generator<MissingRow> {
    const { sql, values } = this.#vouchedFor(spans);
    const rows = this.#catalog
      .prepare<(string | number)[], MissingRow>(
        `SELECT accession, cik, form, number FROM filing_rows WHERE ${sql}`,
      )
      .iterate(...values);
    for (const row of rows) if (!this.#seen.has(row.number)) yield row;
  }

  /** A scan of all rows: a run needs it twice, and an index by date would permanently cost 45 bytes a row. */
  #vouchedFor(spans: readonly FilingSpan[] | null): { sql: string; values: (string | number)[] } {
    const inSpans = spans?.map(() => 'filed BETWEEN ? AND ?').join(' OR ') ?? '1';
    return {
      sql: `gone_since IS NULL AND (claims & ?) <> 0 AND (${inSpans})`,
      values: [claimsWithdrawnBy(this.#source), ...(spans ?? []).flatMap(({ from, to }) => [from, to])],
    };
  }
}

/** All but the first fact of a row: `later`, with the one before as `earlier`. */
export const REPEATED = `
SELECT later.place, earlier.existing FROM filings AS later JOIN filings AS earlier ON earlier.place = later.place - 1
WHERE later.accession = earlier.accession AND later.cik = earlier.cik AND later.form = earlier.form`;

interface MissingRow {
  readonly accession: string;
  readonly cik: number;
  readonly form: string;
  readonly number: number;
}
