import type { EntitySource } from '../../sources/declare/index.js';
import type { Traced, TracedGroup } from '../read/index.js';
import type { WarningTally } from '../report/warnings.js';
import type { KnownEntity, PrintedEntity } from '../row-cache/row-print.js';
import { FillCount } from './check.js';
import { rowOfTexts } from './entity-row.js';
import { type Mapped, type MappedRecord, RecordMapper } from './record-mapper.js';

/**
 * Maps a source's groups to rows, and counts how often fields are filled. A row known from the last run is not mapped. A row
 * whose mapping warned is mapped each time, so that each run warns.
 */
export class EntityMapper {
  readonly filled: FillCount;
  readonly #source: EntitySource;
  readonly #records: RecordMapper;

  constructor(source: EntitySource, reported: Pick<WarningTally, 'add' | 'total'>) {
    this.#source = source;
    this.#records = new RecordMapper(source, reported);
    this.filled = new FillCount(source.expect);
  }

  /** For groups that are all unknown. */
  map(groups: readonly TracedGroup[]): PrintedEntity[] {
    const mapped = this.records(groups);
    if (mapped.failure) throw mapped.failure.error;
    return mapped.records.map((record) => this.#row(record, groups[record.place]));
  }

  /** The first half of the work, which other threads can do. */
  records(groups: readonly TracedGroup[]): Mapped {
    return this.#records.map(groups);
  }

  /** The second half. Known rows are not mapped. Throws the mapping error. */
  rows(groups: readonly Traced[], mapped: Mapped): (PrintedEntity | KnownEntity)[] {
    if (mapped.failure) throw mapped.failure.error;
    const rows: (PrintedEntity | KnownEntity)[] = [];
    let next = 0;
    for (const [place, group] of groups.entries()) {
      const record = mapped.records[next];
      const known = group.trace?.known;
      if (known) rows.push(this.#count(known));
      else if (record?.place === place) {
        rows.push(this.#row(record, group));
        next += 1;
      }
    }
    return rows;
  }

  #count(known: KnownEntity): KnownEntity {
    this.filled.add(known.filled);
    return known;
  }

  #row(record: MappedRecord, group: Traced | undefined): PrintedEntity {
    const row: PrintedEntity = rowOfTexts(this.#source, record);
    this.filled.add(record.filled);
    row.files = group?.files;
    row.partial = group?.partial;
    const trace = group?.trace;
    if (trace && record.silent) row.print = { high: trace.high, low: trace.low, filled: record.filled };
    return row;
  }
}
