import type { DatasetDraft, DatasetRow } from '../../domain/records/dataset.js';
import type { Dataset, DatasetInput } from '../../sources/declare.js';
import {
  InputError,
  type ReadContext,
  type ReadDocument,
  RowRejected,
  readDocuments,
  readGroups,
  type TracedGroup,
} from '../read/index.js';
import type { WarningTally } from '../run/warnings.js';
import { toDatasetRow } from './dataset-row.js';

type Tables = Extract<DatasetInput, { kind: 'tables' }>;
type Documents = Extract<DatasetInput, { kind: 'documents' }>;

/** Reads a data set's files and maps what they hold to rows; counts what was rejected. */
export class DatasetMapper {
  rejected = 0;
  /** Whether its records belong to parts (states) that are complete each by itself. */
  hasParts = false;
  readonly #source: Dataset;
  readonly #warnings: WarningTally;

  constructor(source: Dataset, warnings: WarningTally) {
    this.#source = source;
    this.#warnings = warnings;
  }

  /** Throws InputError where a file is cut, damaged or not of the data set. */
  read(paths: readonly string[], context: ReadContext): AsyncIterable<DatasetRow[]> {
    const { input } = this.#source;
    return input.kind === 'tables'
      ? this.#mapGroups(input, readGroups(input, paths, context))
      : this.#mapDocuments(input, readDocuments(input, paths, context));
  }

  async *#mapGroups(
    input: Tables,
    batches: AsyncIterable<readonly TracedGroup[]>,
  ): AsyncGenerator<DatasetRow[]> {
    for await (const groups of batches) {
      yield groups.flatMap((group) => this.#toRow(this.#recordOf(input, group), group.files) ?? []);
    }
  }

  async *#mapDocuments(
    input: Documents,
    documents: AsyncIterable<ReadDocument>,
  ): AsyncGenerator<DatasetRow[]> {
    const warn = (code: string, detail: string) => this.#warnings.add(code, detail);
    for await (const { name, document, file } of documents) {
      try {
        yield [...input.records(document, warn, name)].flatMap(
          (draft) => this.#toRow(draft, file?.toString()) ?? [],
        );
      } catch (error) {
        if (error instanceof InputError || !(error instanceof Error)) throw error;
        throw new InputError(`${name}: ${error.message}`, { cause: error });
      }
    }
  }

  #recordOf(input: Tables, group: TracedGroup): DatasetDraft | undefined {
    try {
      return input.record(group);
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error;
      this.rejected += 1;
      this.#warnings.add('rejected_row', error.message, group.key);
      return undefined;
    }
  }

  #toRow(draft: DatasetDraft | undefined, files: string | undefined): DatasetRow | undefined {
    if (draft?.scope !== undefined && this.#source.delivery === 'snapshot') this.hasParts = true;
    const row = draft && toDatasetRow(draft);
    if (row) row.files = files;
    return row;
  }
}
