import { crc32 } from 'node:zlib';
import { ALIGNMENT, allocateIndexBytes } from './allocate.js';
import { IndexFormatError } from './format-error.js';
import { type Header, type IndexAbout, PROLOGUE_BYTES } from './layout.js';
import type { IndexQuery } from './types.js';
import { readPrologue } from './verify.js';

/** A section, with its offsets in the file and in the excerpt. Both offsets count from the end of the header. */
interface Moved {
  readonly name: string;
  readonly from: number;
  readonly length: number;
  readonly to: number;
}

/**
 * The sections of an index file that a query reads, as an index of its own that returns the same documents as the whole file.
 * Omits everything that is used only for display, counts or ranking, and lexicons that the query does not use. Built piece by
 * piece while the file is read. Has the checksum of the file, so that a delta of the file can be opened with it.
 */
export class Excerpt {
  /** Complete and verified after `finish`; open it with `verified: true`. */
  readonly bytes: Buffer;
  readonly #body: Buffer;
  readonly #moved: readonly Moved[];
  readonly #bodyCrc: number;
  #crc = 0;
  #read = 0;

  /**
   * Returns the length of everything before the first section, in bytes, for a file that starts with `begin`. Throws
   * `IndexFormatError`.
   */
  static headLength(begin: Buffer, fileLength: number): number {
    return PROLOGUE_BYTES + readPrologue(begin, fileLength).headerLength;
  }

  /** `head`: the file up to its first section. Throws `IndexFormatError`. */
  constructor(head: Buffer, fileLength: number, query: IndexQuery) {
    const { headerLength, headerCrc, bodyCrc } = readPrologue(head, fileLength);
    const header = head.subarray(PROLOGUE_BYTES, PROLOGUE_BYTES + headerLength);
    if (crc32(header) !== headerCrc) throw new IndexFormatError('The header of the index is damaged.');
    const { bitmaps, about, sections } = JSON.parse(header.toString()) as Header<IndexAbout>;
    this.#bodyCrc = bodyCrc;
    const kept = keptOf(about, query);
    let length = 0;
    this.#moved = Object.entries(sections)
      .flatMap(([name, [from, length]]) => {
        const renamed = kept.nameOf(name);
        return renamed === undefined ? [] : { name: renamed, from, length };
      })
      .sort((a, b) => a.from - b.from)
      .map((section) => {
        const to = length;
        length = aligned(to + section.length);
        return { ...section, to };
      });
    const places = this.#moved.map(({ name, length, to }) => [name, [to, length]]);
    const json = JSON.stringify({ bitmaps, about: kept.about, sections: Object.fromEntries(places) });
    const bodyAt = aligned(PROLOGUE_BYTES + Buffer.byteLength(json));
    this.bytes = allocateIndexBytes(bodyAt + length);
    this.#body = this.bytes.subarray(bodyAt);
    this.bytes.fill(' ', PROLOGUE_BYTES, bodyAt);
    this.bytes.write(json, PROLOGUE_BYTES);
    head.copy(this.bytes, 0, 0, PROLOGUE_BYTES);
    this.bytes.writeUInt32LE(bodyAt - PROLOGUE_BYTES, 12);
    this.bytes.writeDoubleLE(this.bytes.length, 24);
  }

  /** Adds the next piece of the file after its header. */
  take(piece: Buffer): void {
    const [begin, end] = [this.#read, this.#read + piece.length];
    this.#crc = crc32(piece, this.#crc);
    this.#read = end;
    for (const { from, length, to } of this.#moved) {
      const [first, last] = [Math.max(from, begin), Math.min(from + length, end)];
      if (first < last) piece.copy(this.#body, to + first - from, first - begin, last - begin);
    }
  }

  /** Throws `IndexFormatError` if the checksum of the file does not match. */
  finish(): void {
    if (this.#crc !== this.#bodyCrc)
      throw new IndexFormatError('The index is damaged: its checksum does not match.');
  }
}

function keptOf(about: IndexAbout, { text, tiers, also = [], filters, ranges, group }: IndexQuery) {
  const read = new Set(
    [...(text === null ? [] : tiers), ...also.flatMap((one) => one.tiers)].flatMap(
      ({ lexicons }) => lexicons,
    ),
  );
  const facets = new Set(filters.map(({ facet }) => facet));
  const columns = new Set([...ranges, ...filters.flatMap(({ or }) => or ?? [])].map(({ column }) => column));
  const lexicons = numbersOf(about.lexicons, ({ name }) => read.has(name));
  const lists = {
    lexicon: lexicons,
    facet: numbersOf(about.facets, (name) => facets.has(name)),
    column: numbersOf(about.columns, ({ name }) => columns.has(name)),
  };
  const hasGroups =
    about.hasGroups &&
    (group !== undefined || [...lexicons.keys()].some((at) => about.lexicons[at]?.owners === 'groups'));
  const shortened: IndexAbout = {
    ...about,
    hasGroups,
    lexicons: about.lexicons.filter((_one, at) => lists.lexicon.has(at)),
    facets: about.facets.filter((_one, at) => lists.facet.has(at)),
    columns: about.columns.filter((_one, at) => lists.column.has(at)),
    valueSets: [],
    countedSets: [],
    countedStretch: 1,
    tables: [],
  };
  return {
    about: shortened,
    /** Returns the name of a section in the excerpt; `undefined` if it is omitted. */
    nameOf: (section: string): string | undefined => {
      const [list = '', number, ...rest] = section.split('/');
      if (list === 'document-keys') return section;
      if (list === 'groups' || list === 'group-keys') return hasGroups ? section : undefined;
      const place = lists[list as keyof typeof lists]?.get(Number(number));
      return place === undefined ? undefined : [list, place, ...rest].join('/');
    },
  };
}

/** Maps previous places to places among the retained ones. */
function numbersOf<One>(all: readonly One[], isKept: (one: One) => boolean): ReadonlyMap<number, number> {
  const kept = all.flatMap((one, at) => (isKept(one) ? at : []));
  return new Map(kept.map((at, place) => [at, place]));
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
