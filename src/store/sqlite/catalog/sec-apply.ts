import type { SecSourceId } from '../../../domain/sec.js';
import type { Sqlite } from '../database.js';
import { type Batch, type Pass, STEPS_PER_TRANSACTION, type Tally } from './apply.js';
import type { ChangeLog } from './changes.js';
import type { ApplyRun } from './entity-apply.js';
import type { FilerStep } from './filer-step.js';
import { FilerWriter } from './filer-writer.js';
import type { FilingKey } from './filing-rows.js';
import { type FilingStep, type StagedFiling, toFilingStep } from './filing-step.js';
import { FilingWriter } from './filing-writer.js';

/** The four lists of a stage, one after the other; within a list by key. */
type Step =
  | { readonly list: 0; readonly key: FilingKey; readonly filing: FilingStep }
  | { readonly list: 1; readonly key: number; readonly filer: FilerStep }
  | { readonly list: 2; readonly key: number; readonly filing: FilingKey }
  | { readonly list: 3; readonly key: number };

type Position = { readonly list: number; readonly key: FilingKey | number | null };

export class SecPass implements Pass {
  readonly #stage: Sqlite;
  readonly #source: SecSourceId;
  readonly #filings: FilingWriter;
  readonly #filers: FilerWriter;

  constructor(stage: Sqlite, catalog: Sqlite, run: ApplyRun, source: SecSourceId, changes: ChangeLog) {
    this.#stage = stage;
    this.#source = source;
    this.#filers = new FilerWriter(catalog, source, changes);
    this.#filings = new FilingWriter(catalog, run, source, changes, this.#filers);
  }

  *batches(after: string | null): Generator<Batch> {
    let steps: Step[] = [];
    for (const step of this.#steps(after)) {
      steps.push(step);
      if (steps.length < STEPS_PER_TRANSACTION) continue;
      yield this.#batchOf(steps, step);
      steps = [];
    }
    const last = steps.at(-1);
    if (last) yield this.#batchOf(steps, last);
  }

  #batchOf(steps: readonly Step[], last: Step): Batch {
    return {
      steps: steps.length,
      position: JSON.stringify({ list: last.list, key: last.key } satisfies Position),
      apply: (tally) => {
        for (const step of steps) this.#apply(step, tally);
        this.#filings.flush();
        this.#filers.flush();
      },
    };
  }

  *#steps(after: string | null): Generator<Step> {
    const from: Position = after === null ? { list: 0, key: null } : (JSON.parse(after) as Position);
    const keyIn = (list: number) => (from.list === list ? from.key : null);
    if (from.list <= 0) yield* this.#filingSteps(keyIn(0) as FilingKey | null);
    if (from.list <= 1) yield* this.#filerSteps(keyIn(1) as number | null);
    if (from.list <= 2) yield* this.#withdrawnFilings(keyIn(2) as number | null);
    yield* this.#withdrawnFilers(keyIn(3) as number | null);
  }

  #apply(step: Step, tally: Tally): void {
    if (step.list === 0) this.#filings.put(step.filing, tally);
    else if (step.list === 1) this.#filers.put(step.key, step.filer, tally);
    else if (step.list === 2) this.#filings.withdraw(step.filing, tally);
    else this.#filers.withdraw(step.key, tally);
  }

  /** All facts of one row are one step: the run speaks once. */
  *#filingSteps(after: FilingKey | null): Generator<Step> {
    const behind = after === null ? '' : 'WHERE (accession, cik, form) > (?, ?, ?)';
    const rows = this.#stage
      .prepare<unknown[], StagedFiling>(`SELECT * FROM filings ${behind} ORDER BY accession, cik, form`)
      .iterate(...(after ?? []));
    for (const group of inGroups(rows, isSameKey)) {
      const [first] = group;
      if (!first) continue;
      yield {
        list: 0,
        key: [first.accession, first.cik, first.form],
        filing: toFilingStep(this.#source, group),
      };
    }
  }

  *#filerSteps(after: number | null): Generator<Step> {
    const rows = this.#stage
      .prepare<[number], { cik: number; fact: string; confirmed: number }>(
        'SELECT cik, fact, confirmed FROM filers WHERE cik > ? ORDER BY cik, seq',
      )
      .iterate(after ?? -1);
    for (const group of inGroups(rows, (a, b) => a.cik === b.cik)) {
      const key = group[0]?.cik ?? 0;
      const facts = group.map((row) => row.fact);
      yield { list: 1, key, filer: { facts, confirmed: group.some((row) => row.confirmed === 1) } };
    }
  }

  *#withdrawnFilings(after: number | null): Generator<Step> {
    const rows = this.#stage
      .prepare<[number], { seq: number; accession: string; cik: number; form: string }>(
        'SELECT seq, accession, cik, form FROM withdrawn_filings WHERE seq > ? ORDER BY seq',
      )
      .iterate(after ?? 0);
    for (const { seq, accession, cik, form } of rows) {
      yield { list: 2, key: seq, filing: [accession, cik, form] };
    }
  }

  *#withdrawnFilers(after: number | null): Generator<Step> {
    const ciks = this.#stage
      .prepare<[number], number>('SELECT cik FROM withdrawn_filers WHERE cik > ? ORDER BY cik')
      .pluck()
      .iterate(after ?? -1);
    for (const cik of ciks) yield { list: 3, key: cik };
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
