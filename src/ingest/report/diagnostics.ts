/** The reports made while rows are read and mapped, in order. */
export type Diagnostic =
  | readonly [kind: 'bytes', count: number]
  | readonly [kind: 'rows', count: number]
  | readonly [kind: 'warning', reported: ReportedWarning];

interface ReportedWarning {
  readonly code: string;
  readonly detail: string;
  /** Warnings with a sample are not merged. */
  readonly sample: string | undefined;
  count: number;
}

/** Delays reports until their rows are staged, because rows are read ahead. */
export class Diagnostics {
  #waiting: Diagnostic[] = [];
  readonly #alike = new Map<string, ReportedWarning>();
  #warnings = 0;

  /** Number of warnings so far. */
  get total(): number {
    return this.#warnings;
  }

  addBytes(bytes: number): void {
    this.#waiting.push(['bytes', bytes]);
  }

  addRows(rows: number): void {
    this.#waiting.push(['rows', rows]);
  }

  /** Merges equal warnings into one notice: every row of a file may have the same fault. */
  add(code: string, detail: string, sample?: string): void {
    this.#warnings += 1;
    const key = `${code}\n${detail}`;
    const alike = sample === undefined ? this.#alike.get(key) : undefined;
    if (alike) {
      alike.count += 1;
      return;
    }
    const reported = { code, detail, sample, count: 1 };
    if (sample === undefined) this.#alike.set(key, reported);
    this.#waiting.push(['warning', reported]);
  }

  /** Returns the notices since the last call. */
  take(): readonly Diagnostic[] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#alike.clear();
    return taken;
  }
}
