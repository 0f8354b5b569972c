import { type PackedRecords, textCodec } from '../../collections/record-codec.js';
import type { EntitySource } from '../../sources/declare/index.js';
import { FileRow, RowGroup, TableSchema } from '../read/index.js';
import { type Diagnostic, Diagnostics } from '../report/diagnostics.js';
import { type PackedCells, unpackCells } from './packed-cells.js';
import { type Mapped, type MappedRecord, RecordMapper } from './record-mapper.js';

/** The columns of a file; columns sent before are repeated only if there are new ones. */
export interface SentShape {
  readonly number: number;
  readonly table: string;
  readonly columns: readonly string[];
}

/** A message with groups for another thread. */
export interface MappingTask {
  readonly shapes: readonly SentShape[];
  readonly keys: readonly string[];
  /** For each group its number of rows, for each row the number of its shape. */
  readonly layout: readonly number[];
  /** The cells of all rows. */
  readonly cells: PackedCells;
}

/** The response to a task. */
export interface MappingAnswer {
  readonly records: PackedRecords;
  readonly notices: readonly Diagnostic[];
  readonly failure?: { readonly error: unknown };
  /** The columns read so far, for each shape with new ones. */
  readonly read: readonly { readonly number: number; readonly columns: readonly string[] }[];
}

const RECORDS = textCodec(
  ['place', 'filled', 'silent'],
  ['id', 'document', 'absent', 'facets', 'linkKeys', 'hash'],
);

/** Responds to the tasks of one source, in the mapping thread. */
export class TaskMapper {
  readonly #source: EntitySource;
  readonly #reported = new Diagnostics();
  readonly #mapper: RecordMapper;
  readonly #shapes: TableSchema[] = [];
  readonly #readBefore: number[] = [];

  constructor(source: EntitySource) {
    this.#source = source;
    this.#mapper = new RecordMapper(source, this.#reported);
  }

  answer(task: MappingTask): MappingAnswer {
    for (const shape of task.shapes) this.#learn(shape);
    const { records, ...others } = this.#mapper.map(this.#groupsOf(task));
    return {
      ...others,
      records: RECORDS.pack(records),
      notices: this.#reported.take(),
      read: this.#newlyRead(),
    };
  }

  #learn({ number, table, columns }: SentShape): void {
    const layout = this.#source.tables[table];
    if (layout === undefined) throw new Error(`${this.#source.id} has no table ${table}.`);
    this.#shapes[number] ??= new TableSchema(table, layout);
    const shape = this.#shapes[number];
    for (const column of columns.slice(shape.columns.length)) shape.add(column);
  }

  #groupsOf({ keys, layout, cells }: MappingTask): RowGroup[] {
    const warn = (code: string, detail: string) => this.#reported.add(code, detail);
    const rowCells = unpackCells(cells);
    let [at, row] = [0, 0];
    return keys.map((key) => {
      const rows: FileRow[] = [];
      for (const end = at + (layout[at] ?? 0); at < end; row += 1) {
        at += 1;
        const shape = this.#shapes[layout[at] ?? 0];
        if (shape) rows.push(new FileRow(shape, rowCells[row] ?? [], warn));
      }
      at += 1;
      return new RowGroup(key, rows);
    });
  }

  #newlyRead(): MappingAnswer['read'] {
    return this.#shapes.flatMap((shape, number) => {
      const columns = shape.readColumns();
      if (columns.length === this.#readBefore[number]) return [];
      this.#readBefore[number] = columns.length;
      return [{ number, columns }];
    });
  }
}

/** Converts the response as if this thread had mapped the groups; `places`: positions of the sent groups in the batch. */
export function unpacked(
  { records: sent, notices, failure }: MappingAnswer,
  places: readonly number[],
): Mapped {
  const records = RECORDS.unpack(sent).map(
    (record): MappedRecord => ({
      ...record,
      place: places[record.place] ?? 0,
      silent: record.silent === 1,
    }),
  );
  return { records, notices, ...(failure && { failure }) };
}
