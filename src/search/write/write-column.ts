import { GrowableUint32 } from '../../collections/growable.js';
import type { ColumnAbout } from '../format/layout.js';
import { type ColumnInput, NONE } from '../format/types.js';
import { bitmapOfNumbers } from '../sets/bitmap/make.js';
import { BitmapTableWriter } from './sections/bitmap-table-writer.js';
import type { ContainerWriter } from './sections/container-writer.js';

/**
 * Writes a column as runs if it has few runs of equal values (dates in rank order, newest first), otherwise as bit slices
 * (O'Neil and Quass, "Improved Query Performance with Variant Indexes", 1997).
 */
export function writeColumn(
  writer: ContainerWriter,
  section: string,
  column: ColumnInput,
  runsAtMost: number,
): ColumnAbout {
  return writeRuns(writer, section, column, runsAtMost) ?? writeSlices(writer, section, column);
}

function writeRuns(
  writer: ContainerWriter,
  section: string,
  { name, values }: ColumnInput,
  runsAtMost: number,
): ColumnAbout | null {
  const starts = new GrowableUint32();
  for (let document = 0; document < values.length; document++) {
    if (document > 0 && values[document] === values[document - 1]) continue;
    if (starts.length === runsAtMost) return null;
    starts.push(document);
  }
  writer.add(
    `${section}/values`,
    Int32Array.from(starts.view(), (start) => values[start] as number),
  );
  starts.push(values.length);
  writer.add(`${section}/starts`, starts.view());
  return { name, kind: 'runs' };
}

/** Bitmap 0: documents with a value. Bitmap i + 1: those whose value minus the lowest value has bit i clear. */
function writeSlices(writer: ContainerWriter, section: string, { name, values }: ColumnInput): ColumnAbout {
  const [lowest, highest] = bounds(values);
  const table = new BitmapTableWriter(writer, section);
  const known = new Uint32Array(values.length);
  let knownCount = 0;
  for (let document = 0; document < values.length; document++) {
    if (values[document] !== NONE) known[knownCount++] = document;
  }
  table.add(bitmapOfNumbers(known.subarray(0, knownCount)));
  const clear = new Uint32Array(knownCount);
  for (let bit = 0; 2 ** bit <= highest - lowest; bit++) {
    let count = 0;
    for (let at = 0; at < knownCount; at++) {
      const document = known[at] as number;
      const steps = (values[document] as number) - lowest;
      if (((steps >>> bit) & 1) === 0) clear[count++] = document;
    }
    table.add(bitmapOfNumbers(clear.subarray(0, count)));
  }
  table.finish();
  return { name, kind: 'slices', lowest, highest };
}

function bounds(values: Int32Array): [lowest: number, highest: number] {
  let lowest = 0;
  let highest = 0;
  let isFirst = true;
  for (const value of values) {
    if (value === NONE) continue;
    lowest = isFirst ? value : Math.min(lowest, value);
    highest = isFirst ? value : Math.max(highest, value);
    isFirst = false;
  }
  return [lowest, highest];
}
