import { GrowableTexts } from '../../collections/growable-texts.js';
import type { FacetInput } from '../format/types.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { SortedTexts } from '../texts/sorted-texts.js';
import { BitmapTableWriter } from './sections/bitmap-table-writer.js';
import type { ContainerWriter } from './sections/container-writer.js';
import { writeTexts } from './write-lexicon.js';

/** Writes the values in byte order, each with the bitmap of the same number. */
export function writeFacet(
  writer: ContainerWriter,
  section: string,
  facet: FacetInput,
  documentCount: number,
): void {
  const values = new GrowableTexts();
  const shown = new GrowableTexts();
  const table = new BitmapTableWriter(writer, section);
  for (const [value, documents] of valuesInOrder(facet)) {
    if (documents.size > 0 && documents.maximum >= documentCount) {
      throw new RangeError(
        `The facet '${facet.name}' has the document ${documents.maximum}, but there are ${documentCount}.`,
      );
    }
    values.push(value);
    shown.push(facet.shown?.get(value) ?? '');
    table.add(documents);
  }
  table.finish();
  writeTexts(writer, `${section}/shown`, new SortedTexts(shown.bytes, shown.starts));
  writeTexts(writer, `${section}/values`, new SortedTexts(values.bytes, values.starts));
}

/** Returns the values in byte order. */
export function valuesInOrder({ values }: FacetInput): (readonly [value: string, documents: Bitmap])[] {
  return [...values].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}
