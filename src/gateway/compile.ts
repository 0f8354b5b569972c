import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidParams } from '../contract/errors.js';
import type { Operation } from '../operations/support/declare.js';
import { contentWriter, type Writer, writer } from './answer-text.js';
import type { Tagger } from './content-tag.js';
import { type ParsedParameters, parameterReader } from './parameter-reader.js';
import type { Parameters } from './parameters.js';

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
        .map((error) => [error.instancePath.slice(1) || 'body', messageOf(error, schema)]),
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
function messageOf({ keyword, instancePath, params, message }: SchemaError, schema: TSchema): string {
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`;
  if (keyword === 'type') return `must be ${withArticle(String(params.type))}`;
  if (keyword !== 'boolean') return message;
  const known = membersAt(schema, instancePath.split('/').slice(1, -1));
  return `is not a member that is known here${known.length === 0 ? '' : `; there are ${known.join(', ')}`}`;
}

function withArticle(type: string): string {
  if (type.includes(',')) return `one of ${type}`;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Names of the members of the object at a place; none if it is not one object. */
function membersAt(schema: TSchema, place: readonly string[]): readonly string[] {
  let at: SchemaView | undefined = schema as SchemaView;
  for (const name of place) at = /^\d+$/.test(name) ? at?.items : at?.properties?.[name];
  return Object.keys(at?.properties ?? {});
}

interface SchemaView {
  readonly properties?: Readonly<Record<string, SchemaView>>;
  readonly items?: SchemaView;
}
