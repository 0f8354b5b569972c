/** A part that is being written. */
export interface PartWriter {
  /** Rows as JSON texts, one page. */
  write(rows: readonly string[]): void;
  /** Whether a part may end here: what was given is in the file. */
  readonly isWhole: boolean;
  /** Nothing is written after it. */
  finish(): void;
}
