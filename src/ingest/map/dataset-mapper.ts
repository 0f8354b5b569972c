import { hash } from 'node:crypto';
import { isPlaceholder } from '../../domain/placeholder.js';
import type { DatasetDraft, DatasetRow, Party } from '../../domain/records/dataset.js';
import type { Dataset, DatasetInput } from '../../sources/declare/index.js';
import {
  InputError,
  type ReadContext,
  type ReadDocument,
  RecordRefused,
  readDocuments,
  readGroups,
  type Traced,
  type TracedGroup,
} from '../read/index.js';
import type { WarningTally } from '../report/warnings.js';
import { withinLimits } from './long-fields.js';

type Tables = Extract<DatasetInput, { kind: 'tables' }>;
type Documents = Extract<DatasetInput, { kind: 'documents' }>;

/** Maximum number of characters of a key in a warning. */
const MAX_OF_KEY = 100;

/** Reads a data set's files and maps their records to rows. */
export class DatasetMapper {
  /** Whether its records are in scopes (states) that are complete individually. */
  hasParts = false;
  readonly #source: Dataset;
  readonly #warnings: WarningTally;

  constructor(source: Dataset, warnings: WarningTally) {
    this.#source = source;
    this.#warnings = warnings;
  }

  /** Throws InputError if a file is truncated, damaged or not of the data set. */
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
      yield groups.flatMap((group) => this.#accepted(group.key, () => input.record(group), group) ?? []);
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
          (draft) => this.#accepted(draft.key, () => draft, { files: file?.toString() }) ?? [],
        );
      } catch (error) {
        if (error instanceof InputError || !(error instanceof Error)) throw error;
        throw new InputError(`${name}: ${error.message}`, { cause: error });
      }
    }
  }

  #accepted(where: string, make: () => DatasetDraft | undefined, from: Traced): DatasetRow | undefined {
    try {
      const draft = make();
      return draft && this.#toRow(withinLimits(draft, this.#warnings), from);
    } catch (error) {
      if (!(error instanceof RecordRefused)) throw error;
      this.#warnings.add('rejected_row', error.message, where.slice(0, MAX_OF_KEY));
      return undefined;
    }
  }

  #toRow(draft: DatasetDraft, { files, partial }: Traced): DatasetRow {
    if (draft.scope !== undefined && this.#source.delivery === 'snapshot') this.hasParts = true;
    const row = toDatasetRow(draft);
    row.files = files;
    row.partial = partial;
    return row;
  }
}

/** A draft as stored: the document, the parties, and a hash over everything. */
export function toDatasetRow(draft: DatasetDraft): DatasetRow {
  const { key, version = '', scope = '', date = '' } = draft;
  const document = JSON.stringify(draft.document);
  const parties = JSON.stringify(draft.parties.map(withoutPlaceholders));
  const partyKeys = [...new Set(draft.parties.map((party) => party.key))];
  const all = `${version}\0${scope}\0${date}\0${document}\0${parties}\0`;
  const digest = hash('sha1', all).slice(0, 16);
  return { key, version, scope, date, document, parties, partyKeys, hash: digest };
}

/** Removes people and other names that are placeholders. A party keeps its first name in any case. */
function withoutPlaceholders(party: Party): Party {
  const { names, people = [] } = party;
  const isKept = ({ text, kind }: Party['names'][number]) => kind === 'current' || !isPlaceholder(text);
  if (names.every(isKept) && !people.some(isPlaceholder)) return party;
  return { ...party, names: names.filter(isKept), people: people.filter((name) => !isPlaceholder(name)) };
}
