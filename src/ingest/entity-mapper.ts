import { canonicalEntityId } from '../domain/ids.js';
import type { EntitySource } from '../sources/declare.js';
import type { KnownEntity, PrintedEntity } from '../store/store.js';
import { FillCount } from './check.js';
import { toEntityRow } from './entity-row.js';
import { RowRejected, type TracedGroup } from './read/index.js';
import type { WarningTally } from './warnings.js';

/**
 * Maps the records of a source's groups; counts what was rejected and how often fields are filled. A row that is
 * known from the last run is not mapped; one whose mapping warned is mapped each time, so that each run warns.
 */
export class EntityMapper {
  readonly filled: FillCount;
  rejected = 0;
  readonly #source: EntitySource;
  readonly #warnings: WarningTally;

  constructor(source: EntitySource, warnings: WarningTally) {
    this.#source = source;
    this.#warnings = warnings;
    this.filled = new FillCount(source.expect);
  }

  map(groups: readonly TracedGroup[]): PrintedEntity[] {
    return groups.flatMap((group) => this.#mapOne(group) ?? []);
  }

  /** The same, but for rows that are known: those stand for themselves. */
  mapUnknown(groups: readonly TracedGroup[]): (PrintedEntity | KnownEntity)[] {
    const rows: (PrintedEntity | KnownEntity)[] = [];
    for (const group of groups) {
      const row = group.trace?.known ?? this.#mapOne(group);
      if (row === undefined) continue;
      if ('document' in row) rows.push(row);
      else rows.push(this.#count(row));
    }
    return rows;
  }

  #count(known: KnownEntity): KnownEntity {
    this.filled.addKnown(known.filled);
    return known;
  }

  /** `undefined` from record() is the source's decision that the group is no record of it. */
  #mapOne(group: TracedGroup): PrintedEntity | undefined {
    const told = this.#warnings.total;
    try {
      const draft = this.#source.record(group);
      if (!draft) return undefined;
      const row: PrintedEntity = toEntityRow(this.#source, draft);
      if (canonicalEntityId(row.id) !== row.id) return this.#reject('The key makes no id', draft.key);
      const filled = this.filled.add(draft);
      const { trace } = group;
      const isSilent = this.#warnings.total === told;
      if (trace && isSilent) row.print = { high: trace.high, low: trace.low, filled };
      return row;
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error;
      return this.#reject(error.message, group.key);
    }
  }

  #reject(why: string, where: string): undefined {
    this.rejected += 1;
    this.#warnings.add('rejected_row', why, where);
  }
}
