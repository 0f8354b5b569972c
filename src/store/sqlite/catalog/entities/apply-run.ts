export interface ApplyRun {
  readonly id: number;
  readonly startedAt: number;
  readonly sourceId: string;
  /** The source's number. */
  readonly source: number;
}
