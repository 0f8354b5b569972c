import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are right-aligned; dates and short words do not wrap; names have room for some words. */
  readonly kind?: 'number' | 'date' | 'short' | 'name';
}

interface TableProps<Row> {
  /** Also the name of the region in which a wide table scrolls. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** Facts in rows. The first cell of a row names it. */
export function Table<Row>({ caption, columns, rows }: TableProps<Row>) {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, kind }) => (
              <th scope="col" class={kind}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ cell, kind }, at) =>
                at === 0 ? (
                  <th scope="row" class={kind}>
                    {cell(row)}
                  </th>
                ) : (
                  <td class={kind}>{cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
