import type { DatasetDraft } from '../../domain/records/dataset.js';
import type { Declared, Expectation } from './declared.js';
import type { Group } from './row.js';
import type { Warn } from './sec-source.js';
import type { Tables } from './table.js';

/**
 * Records that are not entities: awards, registrations, returns, loans, liens. They enrich the entities they
 * name.
 */
export interface Dataset extends Declared {
  readonly kind: 'dataset';
  readonly delivery: 'snapshot' | 'increment' | 'window';
  readonly expect: Pick<Expectation, 'min'>;
  /** The source whose files these are: who loads it loads the data set with it. */
  readonly filesOf?: string;
  /** The states it covers, where it does not cover the country. */
  readonly states?: readonly string[];
  readonly input: DatasetInput;
}

export type DatasetInput =
  | (Tabular & { readonly kind: 'tables'; readonly record: (group: Group) => DatasetDraft | undefined })
  /** One document per file or zip member; `keep` names the XML elements that are read, as paths from the root. */
  | {
      readonly kind: 'documents';
      readonly format: 'json' | 'xml';
      readonly keep?: readonly string[];
      readonly list?: DocumentList;
      readonly records: (document: unknown, warn: Warn, name: string) => Iterable<DatasetDraft>;
    };

/** A publisher's index of its documents, in CSV. If among the files, it selects what is read. */
export interface DocumentList {
  /** Columns by which a file is known for a list. */
  readonly columns: readonly string[];
  readonly open: () => DocumentChoice;
}

/** Receives the rows of all indexes, then returns the selected documents. */
export interface DocumentChoice {
  /** Whether the row names a document. `value` gives the text of a column; blank where the list lacks it. */
  add(value: (column: string) => string): boolean;
  /** By the document's name; undefined where no list names it. */
  wants(name: string): boolean | undefined;
  /** How many documents are wanted. */
  readonly size: number;
  /** Addresses of the files that hold the wanted documents. */
  archives(): readonly string[];
}

/** The part of a source that readers of tables need. */
export interface Tabular {
  readonly id: string;
  readonly tables: Tables;
  /** Omitted where rows of any table make a record. */
  readonly main?: string;
}

/** An element of an XML document; text and children unchanged, names without prefix. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

type DeclaringDataset = Omit<Dataset, 'kind' | 'input'>;

/** A data set of tables whose record is one row or several; the engine gathers them by `groupBy`. */
export function defineDataset<const T extends Tables>(
  dataset: DeclaringDataset & {
    readonly tables: T;
    readonly main?: keyof T & string;
    readonly record: (group: Group<T>) => DatasetDraft | undefined;
  },
): Dataset {
  const { tables, main, record, ...declared } = dataset;
  const input = { kind: 'tables', id: declared.id, tables, ...(main && { main }) } as const;
  return {
    ...declared,
    kind: 'dataset',
    input: { ...input, record: (group) => record(group as unknown as Group<T>) },
  };
}

/** A data set of JSON or XML documents. */
export function defineDocumentDataset(
  dataset: DeclaringDataset & Omit<Extract<DatasetInput, { kind: 'documents' }>, 'kind'>,
): Dataset {
  const { format, keep, list, records, ...declared } = dataset;
  return {
    ...declared,
    kind: 'dataset',
    input: { kind: 'documents', format, ...(keep && { keep }), ...(list && { list }), records },
  };
}
