import type { DatasetInput } from '../../../sources/declare/index.js';
import { openInputs } from '../archive/input.js';
import type { InputFile } from '../archive/input-file.js';
import { BrokenDocument, InputError, type ReadContext } from '../support/context.js';
import { readLists } from './document-list.js';
import { BROKEN, memberOf, parseDocument, readWhole } from './documents.js';
import { XmlReader } from './xml.js';

type Documents = Extract<DatasetInput, { kind: 'documents' }>;

export interface ReadDocument {
  readonly name: string;
  readonly document: unknown;
  /** Position of its file in the run; `undefined` if the run has one only. */
  readonly file: number | undefined;
}

/**
 * Yields the documents of all files and zip members; if a list chooses among them, only the chosen ones. XML documents are
 * parsed only for the required elements, so their size does not matter. Throws InputError if a file is truncated or not in the
 * format; in an archive, such a member is a rejected row.
 */
export async function* readDocuments(
  input: Documents,
  paths: readonly string[],
  context: ReadContext,
): AsyncGenerator<ReadDocument> {
  const { choice, paths: files } = await readLists(input, paths, context);
  if (choice && files.length === 0)
    throw new InputError('In addition to the list, specify the files that it lists.');
  let read = 0;
  let isEmpty = true;
  for await (const file of openInputs(files, context)) {
    isEmpty = false;
    const wanted = choice?.wants(file.name);
    if (wanted === false) continue;
    if (wanted === true) read += 1;
    const parse = () => (input.format === 'xml' ? readXml(input, file, context) : readJson(file, context));
    const document = await memberOf(file, context, parse);
    if (document === BROKEN) continue;
    context.onRows(1);
    yield { name: file.name, document, file: file.place };
  }
  if (isEmpty) throw new InputError('The files are empty archives.');
  if (choice && read < choice.size) context.warn('not_among_files', missing(choice.size - read, choice.size));
}

function missing(count: number, of: number): string {
  const [missed, wanted] = [count, of].map((number) => number.toLocaleString('en-US'));
  return `${missed} of the ${wanted} documents in the list are missing from the files.`;
}

async function readXml({ keep = [] }: Documents, file: InputFile, { warn }: ReadContext): Promise<unknown> {
  const reader = new XmlReader(file.label, keep, warn);
  for await (const chunk of file.chunks()) reader.push(chunk);
  return reader.end();
}

async function readJson(file: InputFile, context: ReadContext): Promise<unknown> {
  const text = await readWhole(file, context);
  if (text === '') throw new BrokenDocument(`${file.label} is empty.`);
  return parseDocument(text, file);
}
