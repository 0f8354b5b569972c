/** A row's values by the column's place in its file; blank, null and absent are the same. */
export type Cells = readonly (string | null | undefined)[];
