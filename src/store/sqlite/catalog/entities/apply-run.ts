export interface ApplyRun {
  readonly id: number;
  readonly startedAt: number;
  /** The source's number. */
  readonly source: number;
}
