import type { Warn } from '../../../sources/declare.js';
import { InputError } from '../context.js';

/**
 * Judges rows by their length. A row of the wrong length is rejected with the warning `row_shape`; but a short one
 * at the very end means that the file was cut. So one wrong row is held until it is known whether another follows.
 */
export class RowShape {
  #held: number | undefined;

  constructor(
    private readonly label: string,
    readonly length: number,
    private readonly unit: 'fields' | 'characters',
    private readonly warn: Warn,
  ) {}

  accepts(length: number): boolean {
    this.#rejectHeld();
    if (length === this.length) return true;
    this.#held = length;
    return false;
  }

  /** Throws InputError where the last row is short. */
  end(): void {
    if (this.#held !== undefined && this.#held < this.length) {
      throw new InputError(
        `${this.label} ends in the middle: its last row has ${this.#held} of ${this.length} ${this.unit}.`,
      );
    }
    this.#rejectHeld();
  }

  #rejectHeld(): void {
    if (this.#held === undefined) return;
    this.warn('row_shape', `${this.label}: ${this.#held} ${this.unit} instead of ${this.length}`);
    this.#held = undefined;
  }
}
