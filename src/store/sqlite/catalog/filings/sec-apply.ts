import type { SecSourceId } from '../../../../domain/sec/sec.js';
import type { Sqlite } from '../../file/driver.js';
import type { ApplyRun } from '../entities/apply-run.js';
import type { StepRange } from '../entities/entity-additions.js';
import type { EventWriter } from '../feed/event-writer.js';
import { type Batch, type Pass, STEPS_PER_TRANSACTION, type Tally } from '../staging/apply.js';
import type { FilerStep } from './filer-step.js';
import { FilerWriter } from './filer-writer.js';
import { FilingAdditions } from './filing-additions.js';
import type { FilingKey } from './filing-rows.js';
import { REPEATED } from './filing-stage.js';
import { type StagedFiling, toFilingStep } from './filing-step.js';
import { FilingWriter } from './filing-writer.js';

/** The lists of a run, the filings first; each in key order. */
type Step =
  | { readonly list: 1; readonly key: number; readonly filer: FilerStep }
  | { readonly list: 2; readonly key: number; readonly filing: FilingKey }
  | { readonly list: 3; readonly key: number };

/** `base`: offset of the numbers of the run's new filings; the key of a filing is its place. */
interface Position {
  readonly base: number;
  readonly list: number;
  readonly key: number;
}

/**
 * Pass 2 for SEC facts: four lists in sequence, each in batches after which a killed run resumes. 0: the filings, in key order.
 * 1: the run's facts about filers. 2: filings that a complete file no longer has. 3: filers likewise.
 *
 * The stage must be attached to the catalog under the name `attached`.
 */
export class SecPass implements Pass {
  readonly #stage: Sqlite;
  readonly #catalog: Sqlite;
  readonly #source: SecSourceId;
  readonly #filings: FilingWriter;
  readonly #filers: FilerWriter;
  readonly #additions: FilingAdditions;
  readonly #lastPlace: number;
  readonly #range;

  constructor(
    stage: Sqlite,
    attached: string,
    catalog: Sqlite,
    run: ApplyRun,
    source: SecSourceId,
    events: EventWriter,
  ) {
    this.#stage = stage;
    this.#catalog = catalog;
    this.#source = source;
    this.#filers = new FilerWriter(catalog, source, events, run.id);
    this.#filings = new FilingWriter(catalog, run, source, events, this.#filers);
    this.#additions = new FilingAdditions(catalog, attached, run, { source, filers: this.#filers, events });
    this.#lastPlace = stage.prepare<[], number | null>('SELECT max(place) FROM filings').pluck().get() ?? 0;
    this.#range = {
      facts: stage.prepare<[number, number, number], StagedFiling>(
        'SELECT * FROM filings WHERE place > ? AND place <= ? AND alone <= ? ORDER BY place',
      ),
      isShared: stage
        .prepare<[number], number>(`SELECT count(*) FROM (${REPEATED} AND later.place = ?)`)
        .pluck(),
    };
  }

  /** Reserves numbers for all facts, so that concurrent loads never assign the same one. */
  begin(): string {
    const next = this.#catalog
      .prepare<[number], number>(
        `UPDATE counters SET value = value + ? WHERE name = 'filing_rows' RETURNING value`,
      )
      .pluck()
      .get(this.#lastPlace + 1);
    return JSON.stringify({ base: (next ?? 0) - this.#lastPlace - 1, list: 0, key: 0 } satisfies Position);
  }

  *batches(after: string): Generator<Batch> {
    const from = JSON.parse(after) as Position;
    if (from.list === 0) yield* this.#filingBatches(from.base, from.key);
    let steps: Step[] = [];
    for (const step of this.#steps(from)) {
      steps.push(step);
      if (steps.length < STEPS_PER_TRANSACTION) continue;
      yield this.#batchOf(steps, step, from.base);
      steps = [];
    }
    const last = steps.at(-1);
    if (last) yield this.#batchOf(steps, last, from.base);
  }

  *#filingBatches(base: number, from: number): Generator<Batch> {
    for (let after = from; after < this.#lastPlace; ) {
      const to = this.#endOf(Math.min(this.#lastPlace, after + STEPS_PER_TRANSACTION));
      const range = { base, after, to };
      yield {
        steps: to - after,
        position: JSON.stringify({ base, list: 0, key: to } satisfies Position),
        apply: (tally) => this.#applyFilings(range, tally),
      };
      after = to;
    }
  }

  /** All facts of one row are one step. */
  #endOf(place: number): number {
    let end = place;
    while (this.#range.isShared.get(end + 1) === 1) end += 1;
    return end;
  }

  #applyFilings(range: StepRange, tally: Tally): void {
    const added = this.#additions.apply(range, tally);
    const shared = this.#range.facts.all(range.after, range.to, 0);
    const isWhole = added === range.to - range.after - shared.length;
    const facts = isWhole ? shared : this.#range.facts.all(range.after, range.to, 1);
    for (const group of inGroups(facts, isSameKey)) {
      this.#filings.put(toFilingStep(this.#source, group), range.base, tally);
    }
    this.#filers.flush();
  }

  #batchOf(steps: readonly Step[], last: Step, base: number): Batch {
    return {
      steps: steps.length,
      position: JSON.stringify({ base, list: last.list, key: last.key } satisfies Position),
      apply: (tally) => {
        for (const step of steps) this.#apply(step, tally);
        this.#filers.flush();
      },
    };
  }

  *#steps(from: Position): Generator<Step> {
    const keyIn = (list: number) => (from.list === list ? from.key : null);
    if (from.list <= 1) yield* this.#filerSteps(keyIn(1));
    if (from.list <= 2) yield* this.#withdrawnFilings(keyIn(2));
    yield* this.#withdrawnFilers(keyIn(3));
  }

  #apply(step: Step, tally: Tally): void {
    if (step.list === 1) this.#filers.put(step.key, step.filer, tally);
    else if (step.list === 2) this.#filings.withdraw(step.filing, tally);
    else this.#filers.withdraw(step.key, tally);
  }

  *#filerSteps(after: number | null): Generator<Step> {
    const page = this.#stage.prepare<[number, number, number], StagedFiler>(
      `SELECT cik, fact, confirmed FROM filers WHERE cik > ? AND cik <=
         (SELECT max(cik) FROM (SELECT DISTINCT cik FROM filers WHERE cik > ? ORDER BY cik LIMIT ?))
       ORDER BY cik, seq`,
    );
    const rows = inPages(
      after ?? -1,
      ({ cik }: StagedFiler) => cik,
      (from) => page.all(from, from, PAGE),
    );
    for (const group of inGroups(rows, (a, b) => a.cik === b.cik)) {
      const key = group[0]?.cik ?? 0;
      const facts = group.map((row) => row.fact);
      yield { list: 1, key, filer: { facts, confirmed: group.some((row) => row.confirmed === 1) } };
    }
  }

  *#withdrawnFilings(after: number | null): Generator<Step> {
    const page = this.#stage.prepare<[number, number], WithdrawnFiling>(
      'SELECT seq, accession, cik, form FROM withdrawn_filings WHERE seq > ? ORDER BY seq LIMIT ?',
    );
    const rows = inPages(
      after ?? 0,
      ({ seq }: WithdrawnFiling) => seq,
      (from) => page.all(from, PAGE),
    );
    for (const { seq, accession, cik, form } of rows) {
      yield { list: 2, key: seq, filing: [accession, cik, form] };
    }
  }

  *#withdrawnFilers(after: number | null): Generator<Step> {
    const page = this.#stage
      .prepare<[number, number], number>(
        'SELECT cik FROM withdrawn_filers WHERE cik > ? ORDER BY cik LIMIT ?',
      )
      .pluck();
    const ciks = inPages(
      after ?? -1,
      (cik: number) => cik,
      (from) => page.all(from, PAGE),
    );
    for (const cik of ciks) yield { list: 3, key: cik };
  }
}

/** Rows of a list that are read at once. */
const PAGE = 5_000;

interface StagedFiler {
  readonly cik: number;
  readonly fact: string;
  readonly confirmed: number;
}

interface WithdrawnFiling {
  readonly seq: number;
  readonly accession: string;
  readonly cik: number;
  readonly form: string;
}

/** No statement stays open between pages: it would block commits of the catalog to which the stage is attached. */
function* inPages<T>(
  after: number,
  keyOf: (row: T) => number,
  read: (after: number) => readonly T[],
): Generator<T> {
  for (let page = read(after), last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page;
    page = read(keyOf(last));
  }
}

function isSameKey(a: StagedFiling, b: StagedFiling): boolean {
  return a.accession === b.accession && a.cik === b.cik && a.form === b.form;
}

function* inGroups<T>(items: Iterable<T>, isSame: (a: T, b: T) => boolean): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    const [first] = group;
    if (first !== undefined && !isSame(first, item)) {
      yield group;
      group = [];
    }
    group.push(item);
  }
  if (group.length > 0) yield group;
}
