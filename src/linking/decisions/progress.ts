export interface RelinkProgress {
  readonly dataset: string;
  /** Parties that were looked at. */
  readonly parties: number;
  /** Parties whose judgement had to be made again. */
  readonly judged: number;
}

/** A data set among all that are loaded. */
export interface AmongDatasets {
  /** From 1 on. */
  readonly at: number;
  readonly of: number;
  /** All parties of the data set. */
  readonly parties: number;
}

/** Who wants to know how far it is. */
export interface RelinkWatch {
  /** `among` is undefined if only parties are judged that may have changed. */
  linked(progress: RelinkProgress, among?: AmongDatasets): void;
  /** Entities read so far, for what they share or as candidates of links; of at most how many, those gone included. */
  read(what: 'sharing' | 'candidates', entities: number, atMost: number): void;
}
