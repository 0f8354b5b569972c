import type { FilingFact, SecSourceId } from '../../../domain/sec.js';
import { mergeFiling, rankFiling } from '../../../domain/sec-precedence.js';
import type { FilingSpan } from '../../store.js';
import type { Sqlite } from '../database.js';
import { Bitset } from './bitset.js';
import { DayTally } from './day-tally.js';
import { type FilingKey, FilingRows, isSameFiling, type StoredFiling } from './filing-rows.js';
import { mergeStep, type StagedFiling, toFilingStep } from './filing-step.js';
import { claimOf, claimsWithdrawnBy } from './sec-claims.js';

/** `existing`: the row is stored. `confirmed`: see StagedFiling. */
export const FILING_STEPS_SCHEMA = `
CREATE TABLE filings (
  accession TEXT NOT NULL,
  cik INTEGER NOT NULL,
  form TEXT NOT NULL,
  filed TEXT NOT NULL,
  period TEXT,
  name TEXT,
  name_cut INTEGER NOT NULL,
  description TEXT,
  items TEXT,
  existing INTEGER NOT NULL,
  confirmed INTEGER NOT NULL
) STRICT;
CREATE TABLE withdrawn_filings (
  seq INTEGER PRIMARY KEY, accession TEXT NOT NULL, cik INTEGER NOT NULL, form TEXT NOT NULL
) STRICT;
`;

/** Pass 1 for filing facts: stages those that change their stored row. */
export class FilingStage {
  readonly #catalog: Sqlite;
  readonly #stage: Sqlite;
  readonly #source: SecSourceId;
  readonly #stored: FilingRows;
  readonly #insert;
  readonly #seen = new Bitset();
  readonly #confirmed = new Bitset();
  /** Seen stored rows that a complete file would vouch for, by date filed. */
  readonly #seenDays = new DayTally();

  constructor(catalog: Sqlite, stage: Sqlite, source: SecSourceId) {
    this.#catalog = catalog;
    this.#stage = stage;
    this.#source = source;
    this.#stored = new FilingRows(catalog);
    this.#insert = stage.prepare('INSERT INTO filings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  }

  put(fact: FilingFact): void {
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
    this.#stage.exec('CREATE INDEX IF NOT EXISTS filings_by_key ON filings (accession, cik, form, existing)');
    this.#dropUnchanged();
    const counted = this.#stage
      .prepare<[], { steps: number; changed: number | null }>(
        `SELECT count(*) AS steps, sum(existing) AS changed
         FROM (SELECT max(existing) AS existing FROM filings GROUP BY accession, cik, form)`,
      )
      .get();
    const changed = counted?.changed ?? 0;
    const added = (counted?.steps ?? 0) - changed;
    return { records: this.#seen.size + added, added, changed };
  }

  countMissing(spans: readonly FilingSpan[] | null): number {
    const { sql, values } = this.#vouchedFor(spans);
    const stored = this.#catalog
      .prepare<(string | number)[], number>(`SELECT count(*) FROM filing_rows WHERE ${sql}`)
      .pluck()
      .get(...values);
    return (stored ?? 0) - this.#seenDays.within(spans);
  }

  stageWithdrawals(spans: readonly FilingSpan[] | null): void {
    if (this.countMissing(spans) === 0) return;
    const insert = this.#stage.prepare(
      'INSERT INTO withdrawn_filings (accession, cik, form) VALUES (?, ?, ?)',
    );
    for (const { accession, cik, form } of this.#missing(spans)) insert.run(accession, cik, form);
  }

  /** Several facts of one row that together say what is stored; none of them may have said it alone. */
  #dropUnchanged(): void {
    if (this.#stored.isEmpty) return;
    const facts = this.#stage.prepare<[...FilingKey], StagedFiling>(
      'SELECT * FROM filings WHERE accession = ? AND cik = ? AND form = ?',
    );
    const drop = this.#stage.prepare<[...FilingKey]>(
      'DELETE FROM filings WHERE accession = ? AND cik = ? AND form = ?',
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
        `SELECT accession, cik, form FROM filings WHERE existing = 1
         GROUP BY accession, cik, form HAVING count(*) > 1`,
      )
      .raw()
      .all();
  }

  /** By any source whose claim a complete file of this one withdraws. */
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
      existing ? 1 : 0,
      confirmed ? 1 : 0,
    );
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

  /** A scan of all rows: a run needs it twice, an index by date would cost every row 45 bytes for good. */
  #vouchedFor(spans: readonly FilingSpan[] | null): { sql: string; values: (string | number)[] } {
    const inSpans = spans?.map(() => 'filed BETWEEN ? AND ?').join(' OR ') ?? '1';
    return {
      sql: `gone_since IS NULL AND (claims & ?) <> 0 AND (${inSpans})`,
      values: [claimsWithdrawnBy(this.#source), ...(spans ?? []).flatMap(({ from, to }) => [from, to])],
    };
  }
}

interface MissingRow {
  readonly accession: string;
  readonly cik: number;
  readonly form: string;
  readonly number: number;
}
