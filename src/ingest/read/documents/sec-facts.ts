import type { SecFact } from '../../../domain/sec/sec.js';
import type { SecSource } from '../../../sources/declare/index.js';
import { openInputs } from '../archive/input.js';
import type { InputFile } from '../archive/input-file.js';
import { InputError, type ReadContext } from '../support/context.js';
import { documentFacts } from './documents.js';
import { type FileScope, lineFacts } from './sec-lines.js';

/** Number of facts in a batch. */
const BATCH = 1_000;

export interface SecFacts {
  /** Throws InputError if a file is truncated, damaged or not of this source. */
  readonly batches: AsyncIterable<readonly SecFact[]>;
  /**
   * The date ranges that the files cover completely, in file order; a file without one has no scope. Valid after the last
   * batch.
   */
  scopes(): readonly FileScope[];
}

/** The facts of an SEC source's files, in batches of about 1,000. */
export function readSecFacts(source: SecSource, paths: readonly string[], context: ReadContext): SecFacts {
  const scopes: FileScope[] = [];
  return { batches: batchesOf(source, paths, context, scopes), scopes: () => scopes };
}

async function* batchesOf(
  source: SecSource,
  paths: readonly string[],
  context: ReadContext,
  scopes: FileScope[],
): AsyncGenerator<readonly SecFact[]> {
  let batch: SecFact[] = [];
  let isEmpty = true;
  for await (const file of openInputs(paths, context)) {
    isEmpty = false;
    for await (const facts of factsOf(source, file, context, scopes)) {
      for (const fact of facts) {
        if (batch.push(fact) < BATCH) continue;
        context.onRows(batch.length);
        yield batch;
        batch = [];
      }
    }
  }
  if (isEmpty) throw new InputError('The files are empty archives.');
  context.onRows(batch.length);
  if (batch.length > 0) yield batch;
}

function factsOf(
  { input }: SecSource,
  file: InputFile,
  context: ReadContext,
  scopes: FileScope[],
): AsyncIterable<readonly SecFact[]> {
  if (input.kind === 'documents') return documentFacts(input.facts, file, context);
  return lineFacts(input.open(file.name), file, context, (scope) => scopes.push(scope));
}
