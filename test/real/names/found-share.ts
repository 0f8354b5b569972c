import { expect } from 'vitest';

/** So many of the texts that were missed are shown. */
const SHOWN = 40;

/** How many of the texts of one kind found what was meant, for the tables of `docs/domain/performance.md`. */
export class FoundShare {
  readonly #kind: string;
  readonly #min: number;
  readonly #missed: string[] = [];
  #count = 0;

  constructor(kind: string, min: number) {
    this.#kind = kind;
    this.#min = min;
  }

  get count(): number {
    return this.#count;
  }

  /** `reported`: what was asked, what was meant and what was found. */
  note(isFound: boolean, ...reported: readonly string[]): void {
    this.#count++;
    if (!isFound) this.#missed.push(reported.join(' | '));
  }

  /** Prints the line of the table, with NAMES_MISSED also what was missed, and fails below the least share. */
  expectEnough(): void {
    const share = 1 - this.#missed.length / this.#count;
    process.stderr.write(`| ${this.#kind} | ${this.#count} | ${share.toFixed(3)} | ${this.#min} |\n`);
    const shown = this.#missed.slice(0, SHOWN).join('\n');
    if (process.env.NAMES_MISSED) process.stderr.write(`${shown}\n`);
    expect(this.#count).toBeGreaterThan(0);
    expect(share, shown).toBeGreaterThanOrEqual(this.#min);
  }
}
