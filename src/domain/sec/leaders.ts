import { nameWords } from '../business-names/name-words.js';
import { searchText } from '../names.js';
import type { Filer } from './sec.js';
import { LEAST_STANDING } from './standing.js';

interface Leader {
  readonly group: number;
  readonly standing: number;
  readonly name: string;
}

/**
 * The best-known of the listed companies whose names begin with the same words: `Delta Air Lines` leads `delta`. Each beginning has
 * one.
 */
export class Leaders {
  readonly #leaders = new Map<string, Leader>();
  /** Ticker -> the best standing of those who have it. */
  readonly #tickers = new Map<string, number>();

  /** Filers come by ascending CIK; of two that are alike the first stays. `group`: the caller's number of it. */
  add({ name, tickers, standing }: Filer, group: number): void {
    for (const ticker of tickers.map(searchText)) {
      const before = this.#tickers.get(ticker) ?? LEAST_STANDING;
      this.#tickers.set(ticker, Math.min(before, standing ?? LEAST_STANDING));
    }
    if (standing === undefined) return;
    for (const text of nameWords(name)) if (text !== '') this.#addBeginnings(text, { group, standing, name });
  }

  #addBeginnings(text: string, own: Leader): void {
    for (let end = text.indexOf(' '); ; end = text.indexOf(' ', end + 1)) {
      const beginning = end < 0 ? text : text.slice(0, end);
      const before = this.#leaders.get(beginning);
      if (before === undefined || isBetterKnown(own, before)) this.#leaders.set(beginning, own);
      if (end < 0) return;
    }
  }

  *entries(): Generator<[beginning: string, group: number]> {
    for (const [beginning, { group }] of this.#leaders) yield [beginning, group];
  }

  /** Beginnings that are also the ticker of a company less known: `ford` is Ford, though it is the ticker of Forward Industries. */
  *foremost(): Generator<[beginning: string, group: number]> {
    for (const [beginning, { group, standing }] of this.#leaders) {
      if (standing < (this.#tickers.get(beginning) ?? standing)) yield [beginning, group];
    }
  }
}

function isBetterKnown(one: Leader, other: Leader): boolean {
  return one.standing < other.standing || (one.standing === other.standing && one.name < other.name);
}
