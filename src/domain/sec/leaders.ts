import { nameKey } from '../business-names/name-key.js';
import { nameWords } from '../business-names/name-words.js';
import { searchText } from '../names.js';
import type { Filer } from './sec.js';
import { MIN_STANDING } from './standing.js';

/** Prominence of about the first thousand companies in the SEC's list. */
export const WELL_KNOWN = 19;
/** Shorter prefixes may be tickers or initials. */
const SHORTEST = 4;
const SHORTEST_FOREMOST = 3;
/** EDGAR writes up to two given names or initials after the family name. */
const MAX_GIVEN_NAMES = 2;

interface Leader {
  readonly group: number;
  readonly standing: number;
  readonly name: string;
}

/**
 * The most prominent listed company whose name starts with the same words: `Delta Air Lines` for `delta`. One
 * per prefix.
 */
export class Leaders {
  readonly #leaders = new Map<string, Leader>();
  /** Ticker -> the best prominence of its holders. */
  readonly #tickers = new Map<string, number>();
  /** Compact core of a listed name -> the most prominent company with it, and whether there are others. */
  readonly #cores = new Map<string, { readonly best: Leader; readonly isShared: boolean }>();
  /** Inverted prefixes: EDGAR writes `SCHWAB CHARLES CORP`. */
  readonly #turned = new Map<string, Leader>();

  /** Filers must come by ascending CIK; the first of two equal ones is kept. `group`: the caller's number for it. */
  add({ name, tickers, standing }: Filer, group: number): void {
    for (const ticker of tickers.map(searchText)) {
      const before = this.#tickers.get(ticker) ?? MIN_STANDING;
      this.#tickers.set(ticker, Math.min(before, standing ?? MIN_STANDING));
    }
    if (tickers.length > 0) this.#addCore(name, { group, standing: standing ?? MIN_STANDING, name });
    if (standing === undefined) return;
    for (const text of nameWords(name)) if (text !== '') this.#addBeginnings(text, { group, standing, name });
    if (standing <= WELL_KNOWN) this.#addTurned(name, { group, standing, name });
  }

  #addCore(name: string, own: Leader): void {
    const core = compactOf(name);
    const before = this.#cores.get(core)?.best;
    const best = before === undefined || isBetterKnown(own, before) ? own : before;
    this.#cores.set(core, { best, isShared: before !== undefined });
  }

  #addTurned(name: string, own: Leader): void {
    for (const text of nameWords(name)) {
      const [first = '', ...rest] = text.split(' ');
      for (let count = 1; count <= Math.min(MAX_GIVEN_NAMES, rest.length - 1); count++) {
        const turned = [...rest.slice(0, count), first].join(' ');
        const before = this.#turned.get(turned);
        if (before === undefined || isBetterKnown(own, before)) this.#turned.set(turned, own);
      }
    }
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

  /**
   * Prefixes of well-known companies' names, also inverted, and each without spaces: `goldman sachs` is the
   * group, although others are named `Goldman Sachs & Co`. Excludes tickers and whole names of listed
   * companies; among several companies, the most prominent.
   */
  *wellKnown(): Generator<[beginning: string, group: number]> {
    const leading = [...this.#leaders].filter(([, { standing }]) => standing <= WELL_KNOWN);
    const turned = [...this.#turned].filter(([text]) => !this.#leaders.has(text));
    const texts = new Map<string, number>();
    for (const [text, leader] of [...leading, ...turned]) {
      const compact = compactOf(text);
      const bearers = this.#cores.get(compact);
      if (compact.length < SHORTEST || bearers?.isShared === false || this.#tickers.has(text)) continue;
      const { group } = bearers?.best ?? leader;
      for (const one of [text, text.replaceAll(' ', '')]) if (!texts.has(one)) texts.set(one, group);
    }
    yield* texts;
  }

  /**
   * Prefixes that are also the ticker of a less prominent company: `ford` is Ford, although it is the ticker
   * of Forward Industries. One or two letters are always the ticker: `T` is AT&T.
   */
  *foremost(): Generator<[beginning: string, group: number]> {
    for (const [beginning, { group, standing }] of this.#leaders) {
      if (beginning.length < SHORTEST_FOREMOST) continue;
      if (standing < (this.#tickers.get(beginning) ?? standing)) yield [beginning, group];
    }
  }
}

function compactOf(name: string): string {
  return nameKey(name).split(' ')[0] ?? '';
}

function isBetterKnown(one: Leader, other: Leader): boolean {
  return one.standing < other.standing || (one.standing === other.standing && one.name < other.name);
}
