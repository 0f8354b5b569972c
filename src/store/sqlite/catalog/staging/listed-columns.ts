/** The row that such a query always gives, read raw. */
export type Lists = readonly string[];

/**
 * A query for each column of a page as a JSON list: to make values of its rows one by one takes twice as long. The columns
 * in `documents` hold JSON already. `page` has a limit, so SQLite runs it by itself and gives its rows, in its order, to
 * what makes the lists.
 */
export function asLists(columns: readonly string[], page: string, documents: readonly string[] = []): string {
  const lists = columns.map((column) =>
    documents.includes(column)
      ? `'[' || coalesce(group_concat(${column}), '') || ']'`
      : `json_group_array(${column})`,
  );
  return `SELECT ${lists.join(', ')} FROM (SELECT ${columns.join(', ')} ${page})`;
}

/** The columns, as long as each other; none of a row that is not there. */
export function parsed<Columns extends readonly (readonly unknown[])[]>(lists: Lists = []): Columns {
  return lists.map((list) => JSON.parse(list)) as readonly unknown[] as Columns;
}
