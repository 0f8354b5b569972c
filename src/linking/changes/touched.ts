/** The records that the catalog notes as touched since the last run. */
export interface Touched {
  readonly entities: readonly number[];
  readonly parties: readonly { readonly source: string; readonly parties: readonly string[] }[];
}
