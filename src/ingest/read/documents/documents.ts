import type { SecFact } from '../../../domain/sec/sec.js';
import type { SecInput } from '../../../sources/declare/index.js';
import { countBytes } from '../archive/file-bytes.js';
import type { InputFile } from '../archive/input-file.js';
import { BrokenDocument, InputError, type ReadContext } from '../support/context.js';

type FactsOf = Extract<SecInput, { kind: 'documents' }>['facts'];

/** The facts of one JSON document. An empty document is counted as `empty_document`. Throws InputError. */
export async function* documentFacts(
  factsOf: FactsOf,
  file: InputFile,
  context: ReadContext,
): AsyncGenerator<readonly SecFact[]> {
  const text = await readWhole(file, context);
  const document = await memberOf(file, context, () => parseDocument(text, file));
  if (document === BROKEN) return;
  if (isNothing(document)) context.warn('empty_document', file.container);
  else yield collect(factsOf, file, document, context);
}

function collect(factsOf: FactsOf, file: InputFile, document: unknown, context: ReadContext): SecFact[] {
  try {
    return [...factsOf(file.name, document, context.warn)];
  } catch (error) {
    if (error instanceof InputError || !(error instanceof Error)) throw error;
    throw new InputError(`${file.label}: ${error.message}`, { cause: error });
  }
}

/** The trimmed text of a document without byte order mark. Throws InputError if it is too large. */
export async function readWhole(file: InputFile, { limits, warn }: ReadContext): Promise<string> {
  const { maxDocumentBytes: max } = limits;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.chunks()) {
    size += chunk.length;
    if (size > max) throw new InputError(`${file.label} is a document larger than ${countBytes(max)}.`);
    chunks.push(chunk);
  }
  const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8').trim();
  if (text.includes('\uFFFD')) warn('not_utf8', file.label);
  return text;
}

/** Returns a document, or `BROKEN` for a member of an archive that cannot be parsed, which is counted as a rejected row. */
export async function memberOf<T>(
  file: InputFile,
  { warn, onRows }: ReadContext,
  read: () => T | Promise<T>,
): Promise<T | typeof BROKEN> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof BrokenDocument) || !file.inArchive) throw error;
    onRows(1);
    warn('rejected_row', error.message);
    return BROKEN;
  }
}

export const BROKEN = Symbol('a document that cannot be parsed');

/** Returns `undefined` for empty text. Throws BrokenDocument if it is not JSON. */
export function parseDocument(text: string, file: InputFile): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BrokenDocument(`${file.label} is not a complete JSON document.`, { cause: error });
  }
}

function isNothing(document: unknown): boolean {
  if (document === undefined || document === null) return true;
  return typeof document === 'object' && Object.keys(document).length === 0;
}
