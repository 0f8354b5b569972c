import { coreText, searchText } from '../domain/names.js';
import type { Filer } from '../domain/sec.js';
import type { LexiconInput } from '../search/types.js';
import { Codes } from './facets.js';
import { GrowingUint32 } from './growing.js';

/** Filers as groups of the filing index, and all the names they are known by. */
export class FilerCollector {
  readonly ciks: number[] = [];
  readonly sicCodes = new Codes();
  readonly #sics = new GrowingUint32();
  readonly #groupOf = new Map<number, number>();
  readonly #current: string[] = [];
  readonly #formerNames = new Map<number, Set<string>>();
  readonly #tickers: [string, number][] = [];

  /** Filers come by ascending CIK. */
  add(filer: Filer): void {
    const group = this.ciks.push(filer.cik) - 1;
    this.#groupOf.set(filer.cik, group);
    this.#current.push(filer.name);
    this.#sics.push(this.sicCodes.codeOf(filer.sic ?? ''));
    for (const former of filer.formerNames) this.addName(group, former.name);
    for (const ticker of filer.tickers) this.#tickers.push([searchText(ticker), group]);
  }

  /** The code of the filer's SIC; blank is a value that no search asks for. */
  sicOf(group: number): number {
    return this.#sics.at(group);
  }

  groupOf(cik: number): number | undefined {
    return this.#groupOf.get(cik);
  }

  /** A name the filer bore once, or filed under. */
  addName(group: number, name: string): void {
    if (name === this.#current[group]) return;
    const names = this.#formerNames.get(group);
    if (names) names.add(name);
    else this.#formerNames.set(group, new Set([name]));
  }

  lexicons(): LexiconInput[] {
    const current = this.#current;
    const former = this.#formerNames;
    const tickers = this.#tickers;
    function* names(shape: (name: string) => string): Generator<[string, number]> {
      for (let group = 0; group < current.length; group++) yield [shape(current[group] ?? ''), group];
    }
    function* formerNames(shape: (name: string) => string): Generator<[string, number]> {
      for (const [group, all] of former) for (const name of all) yield [shape(name), group];
    }
    return [
      { name: 'name', owners: 'groups', by: 'words', entries: () => names(searchText) },
      { name: 'former', owners: 'groups', by: 'words', entries: () => formerNames(searchText) },
      {
        name: 'core',
        owners: 'groups',
        by: 'whole',
        *entries() {
          yield* names(coreText);
          yield* formerNames(coreText);
        },
      },
      { name: 'ticker', owners: 'groups', by: 'whole', entries: () => tickers },
    ];
  }
}
