import { ApiError, invalidParams } from '../../contract/errors.js';
import type { Operation } from '../../operations/declare.js';
import type { Values } from '../parameters.js';
import { type Validated, validator } from './validate.js';

export interface ParsedParameters extends Validated {
  /** The operation's own reading of the parameters. */
  readonly asked: unknown;
}

export type ParameterReader = (params: Values, query: Values, body?: unknown) => ParsedParameters;

/**
 * Checks the parameters of a request and has the operation read them. Those it does not know are no fault; but where
 * there is one, they are named with it: a misspelt one is often why another is missing.
 */
export function parameterReader(operation: Operation): ParameterReader {
  const validate = validator(operation);
  const known = Object.keys(operation.query.properties);
  return (params, query, body) => {
    try {
      const { ignored, dryRun } = validate(params, query);
      const asked = operation.parse({ params, query, body });
      const values = operation.ignoredValues?.(query) ?? [];
      return { ignored: values.length === 0 ? ignored : [...ignored, ...values], dryRun, asked };
    } catch (error) {
      const unknown = Object.keys(query).filter((name) => name !== 'dry_run' && !known.includes(name));
      throw unknown.length === 0 ? error : naming(unknown, known, error);
    }
  };
}

function naming(unknown: readonly string[], known: readonly string[], error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.more.errors) return error;
  const those = known.length === 0 ? 'none is' : `known are ${known.join(', ')}`;
  const message = `not known here and ignored; ${those}.`;
  return invalidParams(...error.more.errors, ...unknown.map((parameter) => ({ parameter, message })));
}
