import { constants, gzipSync } from 'node:zlib';
import type { PartFile } from './part-file.js';
import type { PartWriter } from './part-writer.js';

/** The fastest: of text like this a higher level takes two to four times as long for a tenth less. */
const LEVEL = constants.Z_BEST_SPEED;

/** Text of some rows; the first in a part may start with a header. */
export type RowsText = (rows: readonly string[], isFirst: boolean) => string;

/**
 * Text in gzip members, one per page of rows: readers may start at any, and together they are one gzip file.
 */
export class GzipPart implements PartWriter {
  readonly #file: PartFile;
  readonly #textOf: RowsText;
  readonly isWhole = true;

  constructor(file: PartFile, textOf: RowsText) {
    this.#file = file;
    this.#textOf = textOf;
  }

  write(rows: readonly string[]): void {
    this.#file.append(gzipSync(this.#textOf(rows, this.#file.bytes === 0), { level: LEVEL }));
  }

  finish(): void {
    // Every member is in the file already.
  }
}
