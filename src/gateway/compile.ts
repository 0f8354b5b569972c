import type { Operation } from '../operations/declare.js';
import { contentWriter, type Writer, writer } from './answer-text.js';
import type { Tagger } from './content-tag.js';
import type { Parameters } from './parameters.js';
import { bodyChecker } from './schema/body-checker.js';
import { type ParsedParameters, parameterReader } from './schema/parameter-reader.js';

/** An operation with everything that can be made ahead of calls. */
export interface CompiledOperation {
  readonly operation: Operation;
  /** Throws one 400 with every fault. */
  readonly read: (parameters: Parameters) => ParsedParameters;
  /** Through the schemas: an undeclared field cannot leave. */
  readonly write: Writer;
}

export function compileOperation(operation: Operation, tagOf: Tagger): CompiledOperation {
  const checkBody = operation.body && bodyChecker(operation.body);
  const readParameters = parameterReader(operation);
  return {
    operation,
    read: ({ params, query, body }) => {
      checkBody?.(body);
      return readParameters(params, query, body);
    },
    write: writer(contentWriter(operation.data, operation.meta), tagOf),
  };
}
