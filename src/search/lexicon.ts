import { type Asked, meets } from './asked.js';
import { BroadDocuments } from './broad-documents.js';
import type { Container } from './container.js';
import type { Fold } from './fold.js';
import type { LexiconAbout } from './layout.js';
import type { Many } from './many.js';
import { RoaringBitmap32 } from './roaring.js';
import type { NumberRange, SortedTexts } from './sorted-texts.js';
import type { Temporaries } from './temporaries.js';
import type { Tier } from './types.js';
import { openTexts, Vocabulary } from './vocabulary.js';

/** In place of the number of a name that is empty. */
export const NO_NAME = 0xffffffff;

/** Names that meet a text, or, where those are broad, their documents at once. */
export type Met =
  | { readonly names: NumberRange }
  | { readonly names: RoaringBitmap32 }
  | { readonly documents: RoaringBitmap32 };

export class Lexicon {
  readonly about: LexiconAbout;
  readonly names: SortedTexts;
  /** Null for a `whole` lexicon. */
  readonly vocabulary: Vocabulary | null;
  readonly broad: BroadDocuments;
  readonly #owners: Many;
  readonly #namesOfGroup: Many | null;
  readonly #ownNames: Uint32Array | null;
  readonly #fold: Fold;

  /** `uncounted`: names that do not count towards how many bear a word. */
  constructor(
    container: Container,
    section: string,
    about: LexiconAbout,
    fold: Fold,
    uncounted: RoaringBitmap32 | null,
  ) {
    this.about = about;
    this.names = openTexts(container, `${section}/names`);
    this.vocabulary =
      about.by === 'words' ? new Vocabulary(container, section, about.listAtMost, uncounted) : null;
    this.broad = new BroadDocuments(container, section, about.broadSets);
    this.#owners = openMany(container, `${section}/owners`);
    this.#namesOfGroup = about.owners === 'groups' ? openMany(container, `${section}/names-of-owner`) : null;
    this.#ownNames = about.ownNames ? container.uint32(`${section}/own-names`) : null;
    this.#fold = fold;
  }

  /** Null where no name meets the text. */
  meet(asked: Asked, how: Tier['how'], temporaries: Temporaries): Met | null {
    if (asked.words.length === 0) return null;
    if (how === 'exact' || this.vocabulary === null) return this.#meetWhole(asked.text);
    if (how === 'words') return this.#meetWords(asked, this.vocabulary, temporaries);
    const names = this.names.beginningWith(asked.text);
    return names.from === names.to ? null : { names };
  }

  documentsOf(met: Met, temporaries: Temporaries): RoaringBitmap32 {
    if ('documents' in met) return met.documents;
    const { names } = met;
    if (!('from' in names))
      return temporaries.keep(this.#fold.documentsOf(this.#owners, names.toUint32Array()));
    return this.broad.ofRange(names) ?? temporaries.keep(this.#fold.documentsOf(this.#owners, names));
  }

  /** Whether a name of the group meets the text. */
  groupMeets(group: number, asked: Asked, how: Tier['how']): boolean {
    return this.textsOfGroup(group).some((text) => meets(text, this.about.by, how, asked));
  }

  /** All names of the group. */
  textsOfGroup(group: number): string[] {
    if (this.#namesOfGroup === null) return [];
    const { starts, values } = this.#namesOfGroup;
    return Array.from(values.subarray(starts[group], starts[group + 1]), (name) => this.names.text(name));
  }

  /** The document's own name, where the lexicon keeps it. */
  ownName(document: number): string | undefined {
    const name = this.#ownNames?.[document];
    return name === undefined || name === NO_NAME ? undefined : this.names.text(name);
  }

  /** Names that none but the documents bear. A group bears its names with and without documents. */
  namesOnlyOf(documents: RoaringBitmap32): RoaringBitmap32 {
    const only = new RoaringBitmap32();
    if (documents.isEmpty || this.about.owners === 'groups') return only;
    const { starts, values } = this.#owners;
    for (let name = 0; name + 1 < starts.length; name++) {
      let at = starts[name] as number;
      const end = starts[name + 1] as number;
      while (at < end && documents.has(values[at] as number)) at++;
      if (at === end) only.add(name);
    }
    return only;
  }

  #meetWhole(text: string): Met | null {
    const name = this.names.find(text);
    return name < 0 ? null : { names: { from: name, to: name + 1 } };
  }

  #meetWords(asked: Asked, vocabulary: Vocabulary, temporaries: Temporaries): Met | null {
    const whole = asked.isLastPartial ? asked.words.slice(0, -1) : asked.words;
    const words = [...new Set(whole)].map((word) => vocabulary.words.find(word));
    if (words.includes(-1)) return null;
    if (!asked.isLastPartial) {
      const documents = this.broad.ofWords(words);
      if (documents !== undefined) return { documents };
    }
    words.sort((one, other) => vocabulary.nameCount(one) - vocabulary.nameCount(other));
    const bearers = words.map((word) => vocabulary.names(word, temporaries));
    if (asked.isLastPartial) bearers.push(this.#bearersOfPartial(asked, vocabulary, temporaries));
    const [first, ...rest] = bearers;
    if (first === undefined) return null;
    const names = rest.reduce((sofar, next) => temporaries.and(sofar, next), first);
    return names.isEmpty ? null : { names };
  }

  #bearersOfPartial(asked: Asked, vocabulary: Vocabulary, temporaries: Temporaries): RoaringBitmap32 {
    const range = vocabulary.words.beginningWith(asked.words.at(-1) ?? '');
    const bearers: RoaringBitmap32[] = [];
    for (let word = range.from; word < range.to; word++) bearers.push(vocabulary.names(word, temporaries));
    return temporaries.or(bearers);
  }
}

export function openMany(container: Container, section: string): Many {
  return { starts: container.uint32(`${section}/starts`), values: container.uint32(`${section}/values`) };
}
