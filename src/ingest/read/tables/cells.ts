/** A row's values by the column's place in its file; blank, null and absent are not told apart. */
export type Cells = readonly (string | null | undefined)[];
