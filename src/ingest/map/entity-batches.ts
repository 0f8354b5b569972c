import type { EntitySource } from '../../sources/declare/index.js';
import type { ReadContext, RowGroup, readGroups, Traced } from '../read/index.js';
import { type Diagnostic, Diagnostics } from '../report/diagnostics.js';
import type { WarningTally } from '../report/warnings.js';
import type { KnownEntity, PrintedEntity } from '../row-cache/row-print.js';
import { EntityMapper } from './entity-mapper.js';
import { MappingPool, type MappingThreads } from './mapping-pool.js';
import type { Mapped } from './record-mapper.js';

export interface EntityInput {
  readonly source: EntitySource;
  readonly paths: readonly string[];
  readonly readGroups: typeof readGroups;
  /** If omitted, this thread maps everything. */
  readonly threads?: MappingThreads | undefined;
}

/** The rows read and their records; without rows, the end of reading or its error. */
interface Batch {
  readonly rows: readonly Traced[];
  readonly mapped: Mapped | Promise<Mapped>;
  readonly notices: readonly Diagnostic[];
}

const NOTHING: Mapped = { records: [] };

/**
 * The rows of a source's files, ready to be staged. With mapping threads, reading continues meanwhile.
 * Reports on a batch wait until it is staged, so that counts, warnings, order and errors equal those of one
 * thread. Reports before the first batch are immediate, because grouped rows have all been read by then.
 */
export class EntityBatches {
  readonly mapper: EntityMapper;
  readonly #input: EntityInput;
  readonly #reported = new Diagnostics();
  readonly #pool: MappingPool | undefined;
  #hasBatch = false;

  constructor(input: EntityInput) {
    this.#input = input;
    this.mapper = new EntityMapper(input.source, this.#reported);
    this.#pool = input.threads && new MappingPool(input.threads);
  }

  /** Reports about rows reach the context and the warnings before the rows are yielded. */
  async *rows(
    context: ReadContext,
    warnings: Pick<WarningTally, 'add'>,
  ): AsyncGenerator<readonly (PrintedEntity | KnownEntity)[]> {
    const waiting: Batch[] = [];
    const report = (notice: Diagnostic) => passOn(notice, context, warnings);
    try {
      for await (const batch of this.#read(context)) {
        waiting.push(batch);
        if (waiting.length > (this.#pool?.ahead ?? 0))
          yield await this.#settle(waiting.shift() ?? batch, report);
      }
      for (const batch of waiting) yield await this.#settle(batch, report);
    } finally {
      await this.#pool?.end();
    }
  }

  async #settle(batch: Batch, report: (notice: Diagnostic) => void) {
    const mapped = await batch.mapped;
    for (const notice of batch.notices) report(notice);
    for (const notice of mapped.notices ?? []) report(notice);
    return this.mapper.rows(batch.rows, mapped);
  }

  /** A read error is a separate batch, so that earlier batches are staged first. */
  async *#read(context: ReadContext): AsyncGenerator<Batch> {
    const { readGroups, source, paths } = this.#input;
    let end: Mapped = NOTHING;
    try {
      for await (const groups of readGroups(source, paths, this.#noting(context))) {
        this.#hasBatch = true;
        yield this.#mapped(groups);
      }
    } catch (error) {
      end = { ...NOTHING, failure: { error } };
    }
    yield { rows: [], mapped: end, notices: this.#reported.take() };
  }

  /** Releases the rows themselves, so that queued batches are small. */
  #mapped(groups: readonly RowGroup[]): Batch {
    const rows = groups.map(({ trace, files, partial }) => ({ trace, files, partial }));
    if (this.#pool?.takes(rows))
      return { rows, mapped: this.#pool.map(groups), notices: this.#reported.take() };
    return { rows, mapped: this.mapper.records(groups), notices: this.#reported.take() };
  }

  #noting(context: ReadContext): ReadContext {
    const reported = this.#reported;
    return {
      ...context,
      onBytes: (bytes) => (this.#hasBatch ? reported.addBytes(bytes) : context.onBytes(bytes)),
      onRows: (rows) => (this.#hasBatch ? reported.addRows(rows) : context.onRows(rows)),
      warn: (code, detail) => (this.#hasBatch ? reported.add(code, detail) : context.warn(code, detail)),
      settled: async () => this.#pool?.settled(),
    };
  }
}

function passOn(notice: Diagnostic, context: ReadContext, warnings: Pick<WarningTally, 'add'>): void {
  if (notice[0] === 'bytes') context.onBytes(notice[1]);
  else if (notice[0] === 'rows') context.onRows(notice[1]);
  else {
    const { code, detail, sample, count } = notice[1];
    warnings.add(code, detail, sample, count);
  }
}
