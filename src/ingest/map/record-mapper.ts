import { canonicalEntityId } from '../../domain/ids.js';
import type { EntitySource } from '../../sources/declare/index.js';
import { RecordRefused, type TracedGroup } from '../read/index.js';
import type { Diagnostic } from '../report/diagnostics.js';
import type { WarningTally } from '../report/warnings.js';
import { FillCount } from './check.js';
import { type EntityTexts, toEntityTexts } from './entity-row.js';
import { withinLimits } from './long-fields.js';

export interface MappedRecord extends EntityTexts {
  /** The place of its group in the batch. */
  readonly place: number;
  /** The filled fields of `expect.filled`, as a bit mask. */
  readonly filled: number;
  /** The mapping caused no warnings. */
  readonly silent: boolean;
}

/** The records of a batch of groups. */
export interface Mapped {
  /** In the order of their groups; skipped groups have none. */
  readonly records: readonly MappedRecord[];
  /** The reports made meanwhile, if another thread did the work. */
  readonly notices?: readonly Diagnostic[];
  /** The error of `record()`; later groups were not mapped. */
  readonly failure?: { readonly error: unknown };
}

/** Maps the groups of a source in any thread; skips known rows. */
export class RecordMapper {
  readonly #source: EntitySource;
  readonly #reported: Pick<WarningTally, 'add' | 'total'>;
  readonly #fields: FillCount;

  /** `reported` receives every warning, including those about rows. */
  constructor(source: EntitySource, reported: Pick<WarningTally, 'add' | 'total'>) {
    this.#source = source;
    this.#reported = reported;
    this.#fields = new FillCount(source.expect);
  }

  map(groups: readonly TracedGroup[]): Mapped {
    const records: MappedRecord[] = [];
    try {
      for (const [place, group] of groups.entries()) {
        const record = group.trace?.known ? undefined : this.#mapOne(group, place);
        if (record) records.push(record);
      }
    } catch (error) {
      return { records, failure: { error } };
    }
    return { records };
  }

  /** If record() returns `undefined`, the source skips the group. */
  #mapOne(group: TracedGroup, place: number): MappedRecord | undefined {
    const reported = this.#reported.total;
    let where = group.key;
    try {
      const made = this.#source.record(group);
      if (!made) return undefined;
      where = made.key;
      const draft = withinLimits(made, this.#reported);
      const texts = toEntityTexts(this.#source, draft);
      if (canonicalEntityId(texts.id) !== texts.id) return this.#reject('The key is not a valid id', where);
      const filled = this.#fields.fieldsOf(draft);
      const { id, document, absent, facets, linkKeys, hash } = texts;
      const silent = this.#reported.total === reported;
      return { id, document, absent, facets, linkKeys, hash, place, filled, silent };
    } catch (error) {
      if (!(error instanceof RecordRefused)) throw error;
      return this.#reject(error.message, where);
    }
  }

  #reject(why: string, where: string): undefined {
    this.#reported.add('rejected_row', why, where);
  }
}
