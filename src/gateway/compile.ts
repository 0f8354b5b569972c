import type { TObject, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { ApiError, invalidParams, type ParameterFault } from '../contract/errors.js';
import { NAME_PATTERN, PATTERN_RULE } from '../contract/service/name.js';
import { type Operation, takesDryRun } from '../operations/support/declare.js';
import { contentWriter, type Tagger, type Writer, writer } from './answer-text.js';
import type { Parameters, Values } from './parameters.js';

/** An operation with everything that can be compiled before calls. */
export interface CompiledOperation {
  readonly operation: Operation;
  /** Throws one 400 with all errors. */
  readonly read: (parameters: Parameters) => ParsedParameters;
  /** Serialized by schema: undeclared fields are never returned. */
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

/** Throws one 400 with the schema's errors, each with its path: `items/3/operation`. */
export function bodyChecker(schema: TSchema): (body: unknown) => void {
  const compiled = Compile(schema);
  return (body) => {
    if (compiled.Check(body)) return;
    const faults = new Map(
      compiled
        .Errors(body)
        .filter(({ keyword }) => keyword !== 'additionalProperties')
        .map((error) => [error.instancePath.slice(1) || 'body', bodyMessageOf(error, schema)]),
    );
    throw invalidParams(
      ...[...faults]
        .slice(0, FAULTS_SHOWN)
        .map(([parameter, message]) => ({ parameter, message: `${message}.` })),
    );
  };
}

/** An unknown field matches the schema `false`, at its own path. */
function bodyMessageOf({ keyword, instancePath, params, message }: SchemaError, schema: TSchema): string {
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`;
  if (keyword === 'type') return `must be ${withArticle(String(params.type))}`;
  if (keyword === 'pattern' && params.pattern === NAME_PATTERN) return PATTERN_RULE;
  if (keyword !== 'boolean') return message;
  const known = membersAt(schema, instancePath.split('/').slice(1, -1));
  return `is an unknown field${known.length === 0 ? '' : `; known fields are ${known.join(', ')}`}`;
}

function withArticle(type: string): string {
  if (type.includes(',')) return `one of ${type}`;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Returns the field names of the object at a path; none if it is not a single object. */
function membersAt(schema: TSchema, place: readonly string[]): readonly string[] {
  let at: SchemaView | undefined = schema as SchemaView;
  for (const name of place) at = /^\d+$/.test(name) ? at?.items : at?.properties?.[name];
  return Object.keys(at?.properties ?? {});
}

interface SchemaView {
  readonly properties?: Readonly<Record<string, SchemaView>>;
  readonly items?: SchemaView;
}

export interface ParsedParameters extends Validated {
  /** The operation's own parser. */
  readonly request: unknown;
}

type ParameterReader = (params: Values, query: Values, body?: unknown) => ParsedParameters;

/**
 * Validates the parameters of a request and calls the operation's parser. Unknown parameters are not an
 * error, but are listed if there is one, because a misspelt name often explains a missing parameter.
 */
export function parameterReader(operation: Operation): ParameterReader {
  const validate = validator(operation);
  const known = Object.keys(operation.query.properties);
  return (params, query, body) => {
    try {
      const { ignored, dryRun } = validate(params, query);
      const request = operation.parse({ params, query, body });
      const values = operation.ignoredValues?.(query) ?? [];
      return { ignored: values.length === 0 ? ignored : [...ignored, ...values], dryRun, request };
    } catch (error) {
      const unknown = Object.keys(query).filter((name) => name !== 'dry_run' && !known.includes(name));
      throw unknown.length === 0 ? error : naming(unknown, known, error);
    }
  };
}

function naming(unknown: readonly string[], known: readonly string[], error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.more.errors) return error;
  const those = known.length === 0 ? 'none is' : `known parameters are ${known.join(', ')}`;
  const message = `unknown parameter, ignored; ${those}.`;
  return invalidParams(...error.more.errors, ...unknown.map((parameter) => ({ parameter, message })));
}

interface Validated {
  /** Unknown parameters, in the order sent. */
  readonly ignored: readonly string[];
  /** `dry_run=true`: validate and price only; no data is read or changed. */
  readonly dryRun: boolean;
}

const LONGEST_VALUE = 500;
const NONE: readonly string[] = [];

/**
 * Validates parameters as received: strings, or lists of strings if repeated. The returned function throws
 * one 400 with all errors.
 */
function validator(operation: Operation): (params: Values, query: Values) => Validated {
  const dryRunAllowed = takesDryRun(operation);
  const repeatable = repeatableParameters(operation.query);
  const params = Compile(operation.params);
  const query = Compile(operation.query);

  return (paramValues, queryValues) => {
    const faults: ParameterFault[] = [];
    let ignored: string[] | undefined;
    for (const name in queryValues) {
      const value = queryValues[name];
      if (dryRunAllowed && name === 'dry_run') checkDryRun(value, faults);
      else if (repeatable.has(name)) checkShape(name, value, repeatable.get(name) ?? false, faults);
      else {
        ignored ??= [];
        ignored.push(name);
      }
    }
    for (const name in paramValues) checkShape(name, paramValues[name], false, faults);
    collectFaults(params, paramValues, faults);
    collectFaults(query, queryValues, faults);
    if (faults.length > 0) throw invalidParams(...faults);
    const { dry_run: dryRun } = queryValues;
    return { ignored: ignored ?? NONE, dryRun: dryRunAllowed && dryRun === 'true' };
  };
}

/** Parameter -> whether it may be repeated. */
function repeatableParameters(query: TObject): ReadonlyMap<string, boolean> {
  return new Map(Object.entries(query.properties).map(([name, schema]) => [name, admitsList(schema)]));
}

function admitsList(schema: TSchema & { type?: unknown; anyOf?: readonly TSchema[] }): boolean {
  return schema.type === 'array' || (schema.anyOf?.some(admitsList) ?? false);
}

function checkDryRun(value: unknown, faults: ParameterFault[]): void {
  if (value === 'true' || value === 'false') return;
  faults.push({ parameter: 'dry_run', message: 'must be true or false, once.' });
}

function checkShape(name: string, value: unknown, mayRepeat: boolean, faults: ParameterFault[]): void {
  const values = Array.isArray(value) ? value : [value];
  if (values.length > 1 && !mayRepeat) {
    faults.push({ parameter: name, message: 'must be specified once.' });
  } else if (values.some((one) => typeof one === 'string' && one.length > LONGEST_VALUE)) {
    faults.push({ parameter: name, message: `must have at most ${LONGEST_VALUE} characters.` });
  }
}

/** The schema's errors, one per parameter. */
function collectFaults(schema: Validator, values: Values, faults: ParameterFault[]): void {
  if (schema.Check(values)) return;
  for (const error of schema.Errors(values)) {
    for (const parameter of parametersOf(error)) {
      if (faults.some((fault) => fault.parameter === parameter)) continue;
      faults.push({ parameter, message: messageOf(error) });
    }
  }
}

type SchemaError = ReturnType<Validator['Errors']>[number];

function parametersOf(error: SchemaError): readonly string[] {
  if (error.keyword === 'required') return error.params.requiredProperties;
  const name = error.instancePath.split('/')[1];
  return name === undefined ? [] : [name];
}

function messageOf(error: SchemaError): string {
  switch (error.keyword) {
    case 'required':
      return 'is required.';
    case 'enum':
      return `must be one of ${error.params.allowedValues.join(', ')}.`;
    default:
      return `${error.message}.`;
  }
}
