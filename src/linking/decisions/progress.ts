export interface RelinkProgress {
  readonly dataset: string;
  /** Parties read. */
  readonly parties: number;
  /** Parties decided again. */
  readonly judged: number;
}

/** The position of a data set among all loaded ones. */
export interface AmongDatasets {
  /** From 1. */
  readonly at: number;
  readonly of: number;
  /** Number of parties of the data set. */
  readonly parties: number;
}

/** Receives the progress of a run. */
export interface RelinkWatch {
  /** `among` is `undefined` if only parties that may have changed are decided. */
  linked(progress: RelinkProgress, among?: AmongDatasets): void;
  /** Number of entities read so far, for shared attributes or as candidates. `atMost`: their total, deleted ones included. */
  read(what: 'sharing' | 'candidates', entities: number, atMost: number): void;
}
