import { Container, type Opening } from '../format/container.js';
import { IndexFormatError } from '../format/format-error.js';
import type { DeltaAbout } from '../format/layout.js';
import { BitmapTable } from '../sets/bitmap-table.js';
import { Interleaving } from './interleaving.js';
import { type Overlay, Segment } from './segment.js';

interface Delta {
  readonly segment: Segment;
  /** Its changes to the main segment. */
  readonly main: Overlay;
  readonly interleaving: Interleaving;
}

/**
 * Opens the file of changes to the main segment. Its bitmaps: the hidden documents of the main segment; then, for each lexicon,
 * the names that only hidden documents have, and the names of the delta that the main segment already counts.
 */
export function openDelta(bytes: Uint8Array | SharedArrayBuffer, main: Container, opening: Opening): Delta {
  const container = new Container<Partial<DeltaAbout>>(bytes, opening);
  const { changes, lexicons } = container.about;
  if (changes !== main.checksum || lexicons === undefined) {
    throw new IndexFormatError('The changes are those of another index.');
  }
  const bitmaps = new BitmapTable(container, 'delta');
  const hidden = bitmaps.get(0);
  const isHiding = !hidden.isEmpty;
  const everySecond = (first: number) =>
    new Map(lexicons.map((name, at) => [name, bitmaps.get(first + 2 * at)]));
  const isAdded = { uncounted: everySecond(2), few: opening.few };
  return {
    segment: new Segment(new Container(container.bytes('index'), { verified: true }), isAdded),
    main: isHiding ? { hidden, uncounted: everySecond(1) } : NOTHING_HIDDEN,
    interleaving: new Interleaving(container.uint32('delta/places'), hidden),
  };
}

/** Most deltas only add documents: the main segment is then searched as if there were no delta. */
const NOTHING_HIDDEN: Overlay = { hidden: null, uncounted: new Map() };
