import { GrowableUint16, GrowableUint32 } from '../../collections/growable.js';
import { GrowableTexts } from '../../collections/growable-texts.js';
import { nameKey } from '../../domain/business-names/name-key.js';
import { nameWords } from '../../domain/business-names/name-words.js';
import {
  ENTITY_COLUMNS,
  ENTITY_FACETS,
  ENTITY_TEXTS,
  ENTITY_VALUE_SETS,
  type EntityFacets,
} from '../../domain/entity-facets.js';
import { numberKey } from '../../domain/identifiers.js';
import { MIN_PROMINENCE } from '../../domain/nonprofit-prominence.js';
import { placeTexts } from '../../domain/places/place-text.js';
import { WELL_KNOWN } from '../../domain/sec/leaders.js';
import { MIN_STANDING } from '../../domain/sec/standing.js';
import { tickerTexts } from '../../domain/sec/ticker-texts.js';
import { dayNumber } from '../../domain/time/dates.js';
import { type ColumnInput, type IndexInput, type LexiconInput, NONE } from '../../search/format/types.js';
import { sortTexts } from '../../search/index.js';
import { FacetRows } from '../rows/facets.js';
import { RowTexts, SharedRowTexts } from '../rows/row-texts.js';
import { type ListedName, type ListedNames, listedKey } from './listed-names.js';

/**
 * The texts by which listed companies are suggested: the whole name, what follows each word of it, and the tickers. There are
 * about ten thousand companies, so a prefix finds them at once, however many other names have the same prefix.
 */
class SuggestedRows {
  readonly #names = new RowTexts();
  readonly #ends = new RowTexts();
  readonly #keys = new RowTexts();
  readonly #tickers = new RowTexts();
  readonly #foremost = new RowTexts();
  readonly #wellKnown = new RowTexts();
  readonly #wellKnownNames = new RowTexts();

  /** `text`: the name in the form in which words are matched. `key`: the form in which whole names are matched. */
  add(text: string, key: string, { tickers, standing, foremost, wellKnown }: ListedName, row: number): void {
    this.#keys.add(key, row);
    this.#names.add(text, row);
    for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1))
      this.#ends.add(text.slice(at + 1), row);
    for (const text of tickers.flatMap(tickerTexts)) this.#tickers.add(text, row);
    for (const beginning of foremost) this.#foremost.add(beginning, row);
    for (const one of wellKnown) this.#wellKnown.add(one, row);
    if (standing <= WELL_KNOWN) this.#wellKnownNames.add(text, row);
  }

  lexicons(documentOf: Uint32Array): LexiconInput[] {
    const lexicon = (name: string, texts: RowTexts, by: LexiconInput['by'] = 'keys'): LexiconInput => ({
      ...{ name, owners: 'documents', by },
      entries: () => texts.entries(documentOf),
    });
    return [
      lexicon('listed', this.#names),
      lexicon('listedEnd', this.#ends),
      lexicon('listedKey', this.#keys),
      lexicon('ticker', this.#tickers),
      lexicon('foremost', this.#foremost),
      lexicon('wellKnown', this.#wellKnown),
      lexicon('wellKnownName', this.#wellKnownNames, 'words'),
    ];
  }
}

/** Collects up to 10 million entities in memory: texts as bytes in one buffer, numbers in typed arrays. */
export class EntityCollector {
  readonly #numbers = new GrowableUint32();
  readonly #names = new GrowableTexts();
  readonly #keys = new GrowableTexts();
  /** Second spellings of own names. */
  readonly #apart = new RowTexts();
  readonly #numberKeys = new RowTexts();
  readonly #addresses = new RowTexts();
  readonly #texts = {
    published: { of: ENTITY_TEXTS.published, rows: new RowNames() },
    other: { of: ENTITY_TEXTS.other, rows: new RowNames() },
    former: { of: ENTITY_TEXTS.former, rows: new RowNames() },
    agent: { of: ENTITY_TEXTS.agent, rows: new RowNames() },
    officer: { of: ENTITY_TEXTS.officer, rows: new RowNames() },
  };
  readonly #allTexts = Object.values(this.#texts);
  readonly #facets = ENTITY_FACETS.map(({ facet, of }) => ({ facet, of, rows: new FacetRows() }));
  readonly #ranks = new GrowableUint16();
  readonly #places = new SharedRowTexts(placeTexts);
  readonly #suggested = new SuggestedRows();
  readonly #listedNames: ListedNames;
  readonly #columns = ENTITY_COLUMNS.map(({ column, of }) => ({ column, of, rows: new GrowableUint32() }));

  /** `listedNames`: names of listed companies, which rank before others. */
  constructor(listedNames: ListedNames = new Map()) {
    this.#listedNames = listedNames;
  }

  /** Entities must be added in ascending order of number; `input` orders them by rank. */
  add(number: number, facets: EntityFacets): void {
    const row = this.#numbers.length;
    this.#numbers.push(number);
    const listed = this.#addName(facets.name, row);
    this.#ranks.push(rankClass(facets, listed?.standing));
    for (const place of ENTITY_TEXTS.place(facets)) this.#places.add(place, row);
    for (const address of ENTITY_TEXTS.address(facets)) this.#addresses.add(address, row);
    for (const { of, rows } of this.#allTexts) {
      for (const text of of(facets)) rows.add(text, row);
    }
    for (const value of ENTITY_TEXTS.number(facets)) this.#numberKeys.add(numberKey(value), row);
    for (const { of, rows } of this.#facets) rows.add(of(facets));
    for (const { of, rows } of this.#columns) {
      const date = of(facets);
      rows.push(date === null ? 0 : dayNumber(date) - NONE);
    }
  }

  input(): IndexInput {
    const rows = this.#rowsByRank();
    const documentOf = new Uint32Array(rows.length);
    for (let document = 0; document < rows.length; document++) documentOf[rows[document] ?? 0] = document;
    const { published, other, former, agent, officer } = this.#texts;
    const own = function* (texts: GrowableTexts): Generator<readonly [string, number]> {
      for (let at = 0; at < rows.length; at++) yield [texts.text(rows[at] ?? 0), at];
    };
    const [names, keys, apart, numbers] = [this.#names, this.#keys, this.#apart, this.#numberKeys];
    const ownNames = function* () {
      yield* own(names);
      yield* apart.entries(documentOf);
      yield* published.rows.words.entries(documentOf);
    };
    const ownKeys = function* () {
      yield* own(keys);
      yield* published.rows.keys.entries(documentOf);
    };
    const both = (name: string, of: RowNames): LexiconInput[] => [
      lexicon(name, 'words', () => of.words.entries(documentOf)),
      lexicon(`${name}Key`, 'keys', () => of.keys.entries(documentOf)),
    ];
    return {
      documentKeys: BigUint64Array.from(rows, (row) => BigInt(this.#numbers.at(row))),
      lexicons: [
        { ...lexicon('name', 'words', ownNames), ownNames: true },
        lexicon('nameKey', 'keys', ownKeys),
        ...both('other', other.rows),
        ...both('former', former.rows),
        ...both('agent', agent.rows),
        ...both('officer', officer.rows),
        lexicon('number', 'keys', () => numbers.entries(documentOf)),
        lexicon('place', 'keys', () => this.#places.entries(documentOf)),
        lexicon('address', 'keys', () => this.#addresses.entries(documentOf)),
        ...this.#suggested.lexicons(documentOf),
      ],
      facets: this.#facets.map(({ facet, rows: values }) => values.input(facet, rows)),
      valueSets: ENTITY_VALUE_SETS,
      columns: [
        ...this.#columns.map(({ column, rows: values }) => days(column, values, rows)),
        { name: RANK, values: Int32Array.from(rows, (row) => this.#ranks.at(row)) },
      ],
    };
  }

  /** Returns the listed name, if it is one. */
  #addName(name: string, row: number): ListedName | undefined {
    const [text = '', ...apart] = nameWords(name);
    const key = nameKey(name);
    this.#names.push(text);
    this.#keys.push(key);
    for (const one of apart) this.#apart.add(one, row);
    const listed = key === '' ? undefined : this.#listedNames.get(listedKey(key));
    if (listed !== undefined) this.#suggested.add(text, key, listed, row);
    return listed;
  }

  /** Returns rows by class, then by the bytes of the name, then by number. */
  #rowsByRank(): Uint32Array {
    const byName = sortTexts(this.#names.bytes, this.#names.starts);
    return inClasses(
      byName,
      Uint16Array.from(byName, (row) => this.#ranks.at(row)),
    );
  }
}

/** Sorts rows by class; a stable counting sort. */
function inClasses(rows: Uint32Array, classes: Uint16Array): Uint32Array {
  const next = new Uint32Array(RANK_CLASSES + 1);
  for (const own of classes) next[own + 1] = (next[own + 1] as number) + 1;
  for (let own = 0; own < RANK_CLASSES; own++)
    next[own + 1] = (next[own + 1] as number) + (next[own] as number);
  const ordered = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const own = classes[at] as number;
    const place = next[own] as number;
    next[own] = place + 1;
    ordered[place] = rows[at] as number;
  }
  return ordered;
}

/** The column of rank classes. */
export const RANK = 'rank';

/** Names of one field, by word and as whole names. */
class RowNames {
  readonly words = new SharedRowTexts(nameWords);
  readonly keys = new SharedRowTexts((name) => [nameKey(name)]);

  add(name: string, row: number): void {
    this.words.add(name, row);
    this.keys.add(name, row);
  }
}

function lexicon(name: string, by: LexiconInput['by'], entries: LexiconInput['entries']): LexiconInput {
  return { name, owners: 'documents', by, entries };
}

/** `kept` contains distances from `NONE`, because it stores unsigned numbers. */
function days(name: string, kept: GrowableUint32, rows: Uint32Array): ColumnInput {
  return { name, values: Int32Array.from(rows, (row) => kept.at(row) + NONE) };
}

/** The standing of a record whose name is not that of a listed company. */
const UNLISTED = MIN_STANDING + 1;
const PLACES = UNLISTED + MIN_PROMINENCE + 1;

/** The number of classes; the lowest class comes first. */
const RANK_CLASSES = 4 * PLACES;

/**
 * Returns the class of a record. Federal records come last. In both groups inactive records come last; within these, records of
 * listed names come first, the best-known ahead, then the others by prominence. `standing`: that of the listed name.
 */
function rankClass(
  { jurisdictionLevel, activity, prominence = MIN_PROMINENCE }: EntityFacets,
  standing?: number,
): number {
  const group = (jurisdictionLevel === 'federal' ? 2 : 0) + (activity === 'inactive' ? 1 : 0);
  return group * PLACES + (standing ?? UNLISTED + prominence);
}
