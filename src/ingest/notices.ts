/** What was told while rows were read and mapped, in order. */
export type Notice =
  | readonly [kind: 'bytes', count: number]
  | readonly [kind: 'rows', count: number]
  | readonly [kind: 'warning', code: string, detail: string, sample?: string];

/** Keeps what is told until its turn: rows are read ahead of those that are staged. */
export class Notices {
  #waiting: Notice[] = [];
  #warnings = 0;

  /** Warnings so far. */
  get total(): number {
    return this.#warnings;
  }

  addBytes(bytes: number): void {
    this.#waiting.push(['bytes', bytes]);
  }

  addRows(rows: number): void {
    this.#waiting.push(['rows', rows]);
  }

  add(code: string, detail: string, sample?: string): void {
    this.#warnings += 1;
    this.#waiting.push(sample === undefined ? ['warning', code, detail] : ['warning', code, detail, sample]);
  }

  /** All since the last time. */
  take(): readonly Notice[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
