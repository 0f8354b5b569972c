import type { TObject, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { ApiError, invalidParams, type ParameterFault } from '../contract/errors.js';
import { type Operation, takesDryRun } from '../operations/support/declare.js';
import { contentWriter, type Tagger, type Writer, writer } from './answer-text.js';
import type { Parameters, Values } from './parameters.js';

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
        .map((error) => [error.instancePath.slice(1) || 'body', bodyMessageOf(error, schema)]),
    );
    throw invalidParams(
      ...[...faults]
        .slice(0, FAULTS_SHOWN)
        .map(([parameter, message]) => ({ parameter, message: `${message}.` })),
    );
  };
}

/** A member that no schema knows meets the schema `false`, at its own place. */
function bodyMessageOf({ keyword, instancePath, params, message }: SchemaError, schema: TSchema): string {
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

export interface ParsedParameters extends Validated {
  /** The operation's own reading of the parameters. */
  readonly request: unknown;
}

type ParameterReader = (params: Values, query: Values, body?: unknown) => ParsedParameters;

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
  const those = known.length === 0 ? 'none is' : `known are ${known.join(', ')}`;
  const message = `not known here and ignored; ${those}.`;
  return invalidParams(...error.more.errors, ...unknown.map((parameter) => ({ parameter, message })));
}

interface Validated {
  /** Parameters the operation does not know, in the order sent. */
  readonly ignored: readonly string[];
  /** `dry_run=true`: validate and price only; nothing is looked up or changed. */
  readonly dryRun: boolean;
}

const LONGEST_VALUE = 500;
const NONE: readonly string[] = [];

/**
 * Checks the parameters of a request as they arrived: strings, and lists of strings where a parameter was repeated.
 * The returned function throws one 400 with every fault.
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
    faults.push({ parameter: name, message: 'must be given once.' });
  } else if (values.some((one) => typeof one === 'string' && one.length > LONGEST_VALUE)) {
    faults.push({ parameter: name, message: `must be at most ${LONGEST_VALUE} characters long.` });
  }
}

/** The faults that the schema finds, one for each parameter. */
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
