export interface RelinkProgress {
  readonly dataset: string;
  /** Parties that were looked at. */
  readonly parties: number;
  /** Parties whose judgement had to be made anew. */
  readonly judged: number;
}

/** Who wants to know how far it is. */
export interface RelinkWatch {
  /** `nth`: of how many loaded data sets it is which; undefined where only what may have changed is judged. */
  linked(progress: RelinkProgress, nth?: { readonly at: number; readonly of: number }): void;
  /** Entities read so far, for what they share or as candidates of links; of at most how many, those gone included. */
  read(what: 'sharing' | 'candidates', entities: number, atMost: number): void;
}
