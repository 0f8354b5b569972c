/** A figure as the table has it. */
export interface Row {
  readonly name: string;
  readonly command: string;
  /** Size of the data -> value, reference, ratio. */
  readonly cells: ReadonlyMap<string, readonly string[]>;
}

export interface Table {
  readonly sizes: readonly string[];
  readonly rows: readonly Row[];
  /** The first and the last day on which something of it was measured. */
  readonly dates: readonly string[];
}

const CELLS_OF_SIZE = 3;

/** The table that was written before; one without rows where there was none. */
export function readTable(text: string): Table {
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  const [head = [], , ...rows] = lines;
  const sizes = head.slice(1, -1).filter((_, at) => at % CELLS_OF_SIZE === 0);
  return {
    sizes,
    rows: rows.map((cells) => ({
      name: cells[0] ?? '',
      command: cells.at(-1) ?? '',
      cells: new Map(
        sizes.map((size, at) => [size, cells.slice(1 + at * CELLS_OF_SIZE, 1 + (at + 1) * CELLS_OF_SIZE)]),
      ),
    })),
    dates: /\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d/.exec(text)?.[0].split(' to ') ?? [],
  };
}
