import type { EntityRow } from '../domain/entity.js';
import { canonicalEntityId } from '../domain/ids.js';
import type { EntitySource, Group } from '../sources/declare.js';
import { FillCount } from './check.js';
import { toEntityRow } from './entity-row.js';
import { RowRejected } from './read/index.js';
import type { WarningTally } from './warnings.js';

/** Maps the records of a source's groups; counts what was rejected and how often fields are filled. */
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

  map(groups: readonly Group[]): EntityRow[] {
    const rows: EntityRow[] = [];
    for (const group of groups) {
      const row = this.#mapOne(group);
      if (row) rows.push(row);
    }
    return rows;
  }

  /** `undefined` from record() is the source's decision that the group is no record of it. */
  #mapOne(group: Group): EntityRow | undefined {
    try {
      const draft = this.#source.record(group);
      if (!draft) return undefined;
      const row = toEntityRow(this.#source, draft);
      if (canonicalEntityId(row.id) !== row.id) return this.#reject('The key makes no id', draft.key);
      this.filled.add(draft);
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
