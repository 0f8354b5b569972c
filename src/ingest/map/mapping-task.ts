import type { EntitySource } from '../../sources/declare.js';
import { FileRow, RowGroup, Shape } from '../read/index.js';
import { type Notice, Notices } from '../run/diagnostics.js';
import { type PackedCells, unpackCells } from './packed-cells.js';
import { type Mapped, type MappedRecord, RecordMapper } from './record-mapper.js';

/** The columns of a file; those that were sent before come again only where there are more. */
export interface SentShape {
  readonly number: number;
  readonly table: string;
  readonly columns: readonly string[];
}

/** Groups for another thread. */
export interface MappingTask {
  readonly shapes: readonly SentShape[];
  readonly keys: readonly string[];
  /** Of each group how many rows it has, of each of these the number of its shape. */
  readonly layout: readonly number[];
  /** Of all rows. */
  readonly cells: PackedCells;
}

/** What came of them. */
export interface MappingAnswer {
  /** All texts of a record as one. */
  readonly texts: readonly string[];
  /** `WORDS` of each record. */
  readonly words: Int32Array;
  readonly notices: readonly Notice[];
  readonly rejected: number;
  readonly failure?: { readonly error: unknown };
  /** The columns that were read so far, of each shape where there are more. */
  readonly read: readonly { readonly number: number; readonly columns: readonly string[] }[];
}

/** Place, filled fields, whether silent, and the lengths of six texts. */
const WORDS = 9;

/** Answers the tasks of one source, in the thread that maps them. */
export class TaskMapper {
  readonly #source: EntitySource;
  readonly #told = new Notices();
  readonly #mapper: RecordMapper;
  readonly #shapes: Shape[] = [];
  readonly #readBefore: number[] = [];

  constructor(source: EntitySource) {
    this.#source = source;
    this.#mapper = new RecordMapper(source, this.#told);
  }

  answer(task: MappingTask): MappingAnswer {
    for (const shape of task.shapes) this.#learn(shape);
    const { records, ...others } = this.#mapper.map(this.#groupsOf(task));
    return { ...packed(records), ...others, notices: this.#told.take(), read: this.#newlyRead() };
  }

  #learn({ number, table, columns }: SentShape): void {
    const layout = this.#source.tables[table];
    if (layout === undefined) throw new Error(`${this.#source.id} has no table ${table}.`);
    this.#shapes[number] ??= new Shape(table, layout);
    const shape = this.#shapes[number];
    for (const column of columns.slice(shape.columns.length)) shape.add(column);
  }

  #groupsOf({ keys, layout, cells }: MappingTask): RowGroup[] {
    const warn = (code: string, detail: string) => this.#told.add(code, detail);
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

function packed(records: readonly MappedRecord[]): Pick<MappingAnswer, 'texts' | 'words'> {
  const texts: string[] = [];
  const words = new Int32Array(records.length * WORDS);
  let at = 0;
  for (const record of records) {
    const { place, filled, silent } = record;
    const { id, document, absent, facets, linkKeys, hash } = record;
    texts.push(id + document + absent + facets + linkKeys + hash);
    words[at] = place;
    words[at + 1] = filled;
    words[at + 2] = silent ? 1 : 0;
    words[at + 3] = id.length;
    words[at + 4] = document.length;
    words[at + 5] = absent.length;
    words[at + 6] = facets.length;
    words[at + 7] = linkKeys.length;
    words[at + 8] = hash.length;
    at += WORDS;
  }
  return { texts, words };
}

/** The answer as if this thread had mapped the groups; `places` are those of the groups sent among all of the batch. */
export function unpacked(
  { texts, words, notices, ...answer }: MappingAnswer,
  places: readonly number[],
): Mapped {
  const records = texts.map((text, index): MappedRecord => {
    const at = index * WORDS;
    let start = 0;
    const next = (length = 0) => {
      start += length;
      return text.slice(start - length, start);
    };
    return {
      place: places[words[at] ?? 0] ?? 0,
      filled: words[at + 1] ?? 0,
      silent: words[at + 2] === 1,
      id: next(words[at + 3]),
      document: next(words[at + 4]),
      absent: next(words[at + 5]),
      facets: next(words[at + 6]),
      linkKeys: next(words[at + 7]),
      hash: next(words[at + 8]),
    };
  });
  const { rejected, failure } = answer;
  return { records, rejected, notices, ...(failure && { failure }) };
}
