import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidParams } from '../../contract/errors.js';

const FAULTS_SHOWN = 10;

/** Throws one 400 with what the schema finds, each at its place: `items/3/operation`. */
export function bodyChecker(schema: TSchema): (body: unknown) => void {
  const compiled = Compile(schema);
  return (body) => {
    if (compiled.Check(body)) return;
    const faults = new Map(
      compiled
        .Errors(body)
        .filter(({ keyword }) => keyword !== 'additionalProperties')
        .map((error) => [error.instancePath.slice(1) || 'body', messageOf(error)]),
    );
    throw invalidParams(
      ...[...faults]
        .slice(0, FAULTS_SHOWN)
        .map(([parameter, message]) => ({ parameter, message: `${message}.` })),
    );
  };
}

type SchemaError = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

/** A member that no schema knows meets the schema `false`, at its own place. */
function messageOf(error: SchemaError): string {
  if (error.keyword === 'boolean') return 'is not a member that is known here';
  return error.keyword === 'enum' ? `must be one of ${error.params.allowedValues.join(', ')}` : error.message;
}
