/** The prices of pages, which are those of the operations that they call. */
export const PRICES =
  'A search costs 1 credit, a page of SEC filings 2, a record 7, its timeline 5, its relations and each of its lists 2, ' +
  'a page of changes 1, each matched row 1; the same page of the same data is charged once in 24 hours.';
