import { InputError, type ReadContext } from '../support/context.js';

/**
 * Checks the length of each row. A row of another length is rejected with the warning `row_shape`. A short last row means that
 * the file was truncated, so a rejection is reported only when the next row or the end of the file is read.
 */
export class RowLengthCheck {
  #rejected: number | undefined;

  constructor(
    private readonly label: string,
    readonly length: number,
    private readonly unit: 'fields' | 'characters',
    private readonly context: Pick<ReadContext, 'warn' | 'onRows'>,
  ) {}

  accepts(length: number): boolean {
    this.#report();
    if (length === this.length) return true;
    this.#rejected = length;
    return false;
  }

  /** Throws InputError if the last row is short. */
  end(): void {
    if (this.#rejected !== undefined && this.#rejected < this.length) {
      throw new InputError(
        `${this.label} is truncated: its last row has ${this.#rejected} of ${this.length} ${this.unit}.`,
      );
    }
    this.#report();
  }

  #report(): void {
    if (this.#rejected === undefined) return;
    this.context.onRows(1);
    this.context.warn('row_shape', `${this.label}: ${this.#rejected} ${this.unit} instead of ${this.length}`);
    this.#rejected = undefined;
  }
}
