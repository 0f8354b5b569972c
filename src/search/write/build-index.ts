import type { IndexAbout } from '../format/layout.js';
import type { FacetInput, GroupsInput, IndexInput } from '../format/types.js';
import type { Adjacency } from '../sets/adjacency.js';
import { CountedSets } from './counted-sets.js';
import { ContainerWriter } from './sections/container-writer.js';
import { writeColumn } from './write-column.js';
import { writeFacet } from './write-facet.js';
import { writeLexicon, writeMany } from './write-lexicon.js';
import { writeValueSets } from './write-value-sets.js';

/** Thresholds at which an algorithm changes; results do not. Tests lower them to cover every algorithm with few names. */
export interface BuildOptions {
  /** Max documents that may be collected during a query; default 16,384 (0.4 ms). */
  readonly broadFrom?: number;
  /** Max names of a word that are stored as a list instead of a bitmap; default 64. */
  readonly listAtMost?: number;
  /** Max runs of equal values of a column; with more, it is stored as bit slices; default 32,768. */
  readonly runsAtMost?: number;
  /**
   * Max sets of values that are stored as numbers; documents with other sets are listed. Default: 65,535, the max of two bytes.
   */
  readonly commonAtMost?: number;
  /** Min documents of a set whose values are counted at build time; default: a sixteenth of all, at least 262,144. */
  readonly countedFrom?: number;
  /** The number of slices in which documents are counted; default 16. */
  readonly countedStretches?: number;
}

/**
 * Returns the index as chunks, to be written one after the other. They share memory with the input: write them before changing
 * it. Throws `RangeError` if the input is inconsistent (an owner that does not exist).
 */
export function buildIndex(input: IndexInput, options: BuildOptions = {}): Buffer[] {
  const writer = new ContainerWriter();
  return writer.finish(addSections(writer, input, options));
}

/** The space that `streamIndex` reserves at the start of the file. */
export const HEAD_BYTES = 4 * 2 ** 20;

/**
 * Builds an index that need not fit in memory. Passes everything but the head to `write`, chunk by chunk, to be written from
 * offset `HEAD_BYTES`; returns the head, to be written at offset 0. Throws `RangeError` if the head is longer than
 * `HEAD_BYTES`.
 */
export function streamIndex(
  input: IndexInput,
  write: (chunk: Buffer) => void,
  options: BuildOptions = {},
): Buffer {
  const writer = new ContainerWriter(write);
  const head = Buffer.concat(writer.finish(addSections(writer, input, options), HEAD_BYTES));
  if (head.length === HEAD_BYTES) return head;
  throw new RangeError(`The description of the index takes ${head.length} bytes, not ${HEAD_BYTES}.`);
}

function addSections(writer: ContainerWriter, input: IndexInput, options: BuildOptions): IndexAbout {
  const documentCount = input.documentKeys.length;
  const limits = { broadFrom: options.broadFrom ?? 16_384, listAtMost: options.listAtMost ?? 64 };
  const counted = new CountedSets(options.countedFrom ?? Math.max(262_144, documentCount / 16));
  const groups = input.groups === undefined ? null : checkedGroups(input.groups, documentCount);
  writer.add('document-keys', input.documentKeys);
  if (input.groups !== undefined && groups !== null) {
    writer.add('group-keys', input.groups.keys);
    writeMany(writer, 'groups', groups);
  }
  return {
    documentCount,
    hasGroups: groups !== null,
    lexicons: input.lexicons.map((lexicon, at) => {
      const owners = lexicon.owners === 'groups' ? needGroups(groups, lexicon.name) : null;
      return writeLexicon(
        writer,
        `lexicon/${at}`,
        lexicon,
        owners,
        documentCount,
        limits,
        (of, number, documents) => counted.offer({ lexicon: at, of, number }, documents),
      );
    }),
    facets: input.facets.map((facet, at) => {
      writeFacet(writer, `facet/${at}`, facet, documentCount);
      return facet.name;
    }),
    valueSets: (input.valueSets ?? []).map((names, at) => {
      const facets = names.map((name) => facetNamed(input, name));
      return {
        facets: names,
        ...writeValueSets(writer, `values/${at}`, facets, documentCount, options.commonAtMost ?? 65_535),
      };
    }),
    ...counted.write(
      writer,
      (input.valueSets ?? []).flat().map((name) => facetNamed(input, name)),
      input.facets,
      { documentCount, stretches: options.countedStretches ?? 16 },
    ),
    columns: input.columns.map((column, at) => {
      checkLength(column.name, column.values.length, documentCount);
      return writeColumn(writer, `column/${at}`, column, options.runsAtMost ?? 32_768);
    }),
    tables: (input.tables ?? []).map(({ name, texts }, at) => {
      writer.add(`table/${at}/tags`, texts.tags);
      writer.add(`table/${at}/numbers`, texts.numbers);
      return name;
    }),
  };
}

function checkedGroups(groups: GroupsInput, documentCount: number): Adjacency {
  const { keys, offsets: starts, documents: values } = groups;
  if (starts.length !== keys.length + 1 || starts[keys.length] !== values.length) {
    throw new RangeError(
      `The offsets of ${keys.length} groups do not span their ${values.length} documents.`,
    );
  }
  for (const document of values) {
    if (document < documentCount) continue;
    throw new RangeError(`A group has the document ${document}, but there are ${documentCount}.`);
  }
  return { starts, values };
}

function facetNamed({ facets }: IndexInput, name: string): FacetInput {
  const facet = facets.find((one) => one.name === name);
  if (facet !== undefined) return facet;
  throw new RangeError(
    `Values of the facet '${name}' must be stored by document, but there is no such facet.`,
  );
}

function needGroups(groups: Adjacency | null, lexicon: string): Adjacency {
  if (groups !== null) return groups;
  throw new RangeError(`The lexicon '${lexicon}' belongs to groups, but there are none.`);
}

function checkLength(column: string, length: number, documentCount: number): void {
  if (length === documentCount) return;
  throw new RangeError(`The column '${column}' has ${length} values for ${documentCount} documents.`);
}
