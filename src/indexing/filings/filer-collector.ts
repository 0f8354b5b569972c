import { GrowableUint32 } from '../../collections/growable.js';
import { nameKey } from '../../domain/business-names/name-key.js';
import { nameWords } from '../../domain/business-names/name-words.js';
import { isStateCode } from '../../domain/places/place-codes.js';
import { placeText, placeTexts } from '../../domain/places/place-text.js';
import { FILER_FACETS } from '../../domain/sec/filing-facets.js';
import { Leaders, WELL_KNOWN } from '../../domain/sec/leaders.js';
import type { Filer } from '../../domain/sec/sec.js';
import { tickerTexts } from '../../domain/sec/ticker-texts.js';
import type { LexiconInput } from '../../search/format/types.js';
import { SpeltCodes } from '../rows/facets.js';

/** Filers as groups of the filing index, with all their names. */
export class FilerCollector {
  readonly ciks: number[] = [];
  /** One code per filer. */
  readonly facets = Object.entries(FILER_FACETS).map(([facet, { column, spelling }]) => ({
    ...{ facet, column, codes: new SpeltCodes(spelling), codeOf: new GrowableUint32() },
  }));
  readonly #groupOf = new Map<number, number>();
  readonly #current: string[] = [];
  readonly #formerNames = new Map<number, Set<string>>();
  readonly #tickers: [string, number][] = [];
  /** Filers with a ticker. */
  readonly #listed: number[] = [];
  readonly #leaders = new Leaders();
  readonly #wellKnown: number[] = [];
  readonly #places: [string, number][] = [];
  readonly #industries: [string, number][] = [];
  readonly #namesIn = new Map<number, (lexicon: string) => readonly string[]>();

  /**
   * Filers must be added in ascending order of CIK. `areAll` false: they are only some of the filers, so the leaders cannot be
   * determined.
   */
  add(filer: Filer, { areAll = true } = {}): void {
    const group = this.ciks.push(filer.cik) - 1;
    this.#groupOf.set(filer.cik, group);
    this.#current.push(filer.name);
    this.#addFacets(filer);
    this.#addContext(filer, group);
    for (const former of filer.formerNames) this.addName(group, former.name);
    for (const text of filer.tickers.flatMap(tickerTexts)) this.#tickers.push([text, group]);
    if (filer.tickers.length > 0) this.#listed.push(group);
    if (areAll) this.#leaders.add(filer, group);
    if (filer.standing !== undefined && filer.standing <= WELL_KNOWN) this.#wellKnown.push(group);
  }

  /** Adds a filer that has only the names, by lexicon, that another index has for it. */
  addNamed(cik: number, filer: Filer | undefined, namesIn: (lexicon: string) => readonly string[]): void {
    const group = this.ciks.push(cik) - 1;
    this.#groupOf.set(cik, group);
    this.#current.push('');
    this.#addFacets(filer);
    this.#addContext(filer, group);
    this.#namesIn.set(group, namesIn);
  }

  /** Adds what people write after a name to identify it: place and industry. */
  #addContext(filer: Filer | undefined, group: number): void {
    if (filer?.sic) this.#industries.push([filer.sic, group]);
    const state = filer?.place?.toUpperCase() ?? '';
    if (!isStateCode(state)) return;
    for (const text of placeTexts(placeText(filer?.city ?? '', state)))
      if (text !== '') this.#places.push([text, group]);
  }

  groupOf(cik: number): number | undefined {
    return this.#groupOf.get(cik);
  }

  /** Adds a former name, or a name under which the filer filed. */
  addName(group: number, name: string): void {
    if (name === this.#current[group] || this.#namesIn.has(group)) return;
    const names = this.#formerNames.get(group);
    if (names) names.add(name);
    else this.#formerNames.set(group, new Set([name]));
  }

  #addFacets(filer: Filer | undefined): void {
    for (const { column, codes, codeOf } of this.facets) codeOf.push(codes.codeOf(filer?.[column] ?? null));
  }

  lexicons(): LexiconInput[] {
    const current = this.#current;
    const former = this.#formerNames;
    const tickers = this.#tickers;
    const listed = this.#listed.map((group): [string, number] => [nameKey(current[group] ?? ''), group]);
    const leaders = this.#leaders;
    const wellKnown = this.#wellKnown.flatMap((group) =>
      nameWords(current[group] ?? '').map((text): [string, number] => [text, group]),
    );
    const namesIn = this.#namesIn;
    function* given(lexicon: string): Generator<[string, number]> {
      for (const [group, of] of namesIn) for (const text of of(lexicon)) yield [text, group];
    }
    function* names(shape: Shape): Generator<[string, number]> {
      for (const [group, name] of current.entries()) for (const text of shape(name)) yield [text, group];
    }
    function* formerNames(shape: Shape): Generator<[string, number]> {
      for (const [group, all] of former)
        for (const name of all) for (const text of shape(name)) yield [text, group];
    }
    const key: Shape = (name) => [nameKey(name)];
    const ciks = this.ciks.map((cik, group): [string, number] => [String(cik), group]);
    return [
      ofGroups('name', 'words', () => [names(nameWords), given('name')]),
      ofGroups('nameKey', 'keys', () => [names(key), given('nameKey')]),
      ofGroups('former', 'words', () => [formerNames(nameWords), given('former')]),
      ofGroups('formerKey', 'keys', () => [formerNames(key), given('formerKey')]),
      ofGroups('listedKey', 'keys', () => [listed, given('listedKey')]),
      ofGroups('ticker', 'whole', () => [tickers, given('ticker')]),
      ofGroups('leader', 'whole', () => [leaders.entries(), given('leader')]),
      ofGroups('wellKnown', 'whole', () => [leaders.wellKnown(), given('wellKnown')]),
      ofGroups('wellKnownName', 'words', () => [wellKnown, given('wellKnownName')]),
      ofGroups('foremost', 'whole', () => [leaders.foremost(), given('foremost')]),
      ofGroups('cik', 'whole', () => [ciks]),
      ofGroups('place', 'keys', () => [this.#places]),
      ofGroups('industry', 'keys', () => [this.#industries]),
    ];
  }
}

type Shape = (name: string) => readonly string[];

function ofGroups(
  name: string,
  by: LexiconInput['by'],
  parts: () => readonly Iterable<[string, number]>[],
): LexiconInput {
  const entries = function* () {
    for (const part of parts()) yield* part;
  };
  return { name, owners: 'groups', by, entries };
}
