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
  /** The current documents that changed or are new, built like the main index with the same lexicons. */
  readonly index: IndexInput;
  /** The keys of all documents that were changed, added or removed. */
  readonly touched: ReadonlySet<bigint>;
  /** Returns true if a document of the main index ranks before one of `index`. No two documents have the same rank. */
  readonly isBefore: (main: number, document: number) => boolean;
}

/**
 * Returns the changes to an index as chunks of a separate file, which `openIndex` opens together with the index. If the main
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

/** Both are in rank order, so places ascend. */
function placesOf(mainCount: number, { index, isBefore }: DeltaInput): Uint32Array {
  const places = new Uint32Array(index.documentKeys.length);
  let place = 0;
  for (let document = 0; document < places.length; document++) {
    place = upperBound(place, mainCount, (other) => !isBefore(other, document));
    places[document] = place;
  }
  return places;
}
