import { upperBound } from '../../collections/bisect.js';
import { Container } from '../format/container.js';
import type { DeltaAbout } from '../format/layout.js';
import type { IndexInput } from '../format/types.js';
import type { MainIndex } from '../segment/main-index.js';
import { Segment } from '../segment/segment.js';
import { type BuildOptions, buildIndex } from './build-index.js';
import { BitmapTableWriter } from './sections/bitmap-table-writer.js';
import { ContainerWriter } from './sections/container-writer.js';
import { inOneBuffer } from './sections/one-buffer.js';

/** The changes since an index was built. */
export interface DeltaInput {
  /** The documents in their present form, without the removed ones. Built like the main index, with the same lexicons. */
  readonly index: IndexInput;
  /** The keys of all documents that changed, that came or that are gone. */
  readonly touched: ReadonlySet<bigint>;
  /** Whether a document of the main index stands before one of `index`; no two stand at one place. */
  readonly isBefore: (main: number, document: number) => boolean;
}

/**
 * The changes to an index as chunks of a separate file, which `openIndex` opens together with the index. If the main
 * index has a group, the group must have the same names in `index`.
 */
export function buildDelta(main: MainIndex, input: DeltaInput, options: BuildOptions = {}): Buffer[] {
  const index = inOneBuffer(buildIndex(input.index, options));
  const segment = new Segment(new Container(index));
  const hidden = main.documentsWithKeys(input.touched);
  const writer = new ContainerWriter();
  const bitmaps = new BitmapTableWriter(writer, 'delta');
  bitmaps.add(hidden);
  for (const [name, { names }] of segment.lexicons) {
    const gone = main.namesOnlyOf(name, hidden);
    bitmaps.add(gone);
    bitmaps.add(main.namesAmong(name, names, gone));
  }
  bitmaps.finish();
  writer.add('index', index);
  writer.add('delta/places', placesOf(main.documentCount, input));
  const about: DeltaAbout = { changes: main.checksum, lexicons: [...segment.lexicons.keys()] };
  return writer.finish(about);
}

/** Both are in rank order, so a document stands no earlier than the one before it. */
function placesOf(mainCount: number, { index, isBefore }: DeltaInput): Uint32Array {
  const places = new Uint32Array(index.documentKeys.length);
  let place = 0;
  for (let document = 0; document < places.length; document++) {
    place = upperBound(place, mainCount, (other) => !isBefore(other, document));
    places[document] = place;
  }
  return places;
}
