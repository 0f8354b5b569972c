import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** As much of `/openapi.json` as a stranger needs to call the service; nothing of ours is imported. */
export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

export type Json = { readonly [name: string]: unknown };

export interface DocumentedOperation extends Json {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Json; readonly example: unknown }>>;
  };
  readonly 'x-example-request'?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
  };
}

export interface DocumentedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Json;
  readonly example?: unknown;
}

export interface Operation extends DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly resolvedParameters: readonly Parameter[];
}

export async function readDocument(url: string): Promise<Document> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as Document;
}

/** Without HEAD: it tells the price of the GET beside it. */
export function operationsOf(document: Document): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [
            status,
            resolve<DocumentedResponse>(document, response),
          ]),
        ),
        resolvedParameters: operation.parameters.map((parameter) => resolve<Parameter>(document, parameter)),
      })),
  );
}

/** The documented answer that is no error, with its status. */
export function answerOf({
  responses,
}: Pick<DocumentedOperation, 'responses'>): readonly [number, DocumentedResponse] {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  if (!response) throw new Error('It documents no answer.');
  return [Number(status), response];
}

/** The documented body of a POST, as it is sent. */
export function exampleBody({ requestBody }: Operation): string | undefined {
  const example = requestBody?.content['application/json']?.example;
  return example === undefined ? undefined : JSON.stringify(example);
}

export function resolve<Value>(document: Document, value: unknown): Value {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as Value;
  const [, , group = '', name = ''] = String(value.$ref).split('/');
  return document.components[group]?.[name] as Value;
}

/** The path and query of the documented example. `made` gives ids of this service for those of the documents. */
export function exampleUrl(
  { path, 'x-example-request': example }: Operation,
  made: ReadonlyMap<string, string> = new Map(),
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = example?.params?.[name] ?? '';
    return encodeURIComponent(made.get(value) ?? value);
  });
  const query = new URLSearchParams(example?.query).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

/**
 * Validators of documented bodies by an implementation that is not the service's own. Clients must accept new fields;
 * here none may come that is not declared, so every object is closed first.
 */
export class Validators {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  readonly #made = new Map<object, ValidateFunction>();

  constructor(private readonly document: Document) {}

  /** What is wrong with the answer to `dry_run=true`, or null. */
  faultOfPreview(body: unknown): string | null {
    const validate = this.#validator(this.document.components.schemas?.PricePreview ?? {});
    return validate(body) ? null : `PricePreview: ${JSON.stringify(validate.errors?.[0])}`;
  }

  /** What is wrong with the body, or null. Says so where the status or its type is not documented. */
  faultOf(operation: Operation, status: number, contentType: string | null, body: unknown): string | null {
    const response = operation.responses[String(status)];
    if (!response) return `${operation.operationId} does not document ${status}.`;
    if (response.content === undefined) return null;
    const type = contentType?.split(';', 1)[0] ?? '';
    const content = response.content[type];
    if (!content) return `${operation.operationId} does not document ${type} for ${status}.`;
    const validate = this.#validator(content.schema);
    if (validate(body)) return null;
    return `${operation.operationId} ${status}: ${JSON.stringify(validate.errors?.[0])}`;
  }

  #validator(schema: Json): ValidateFunction {
    let made = this.#made.get(schema);
    if (!made) {
      made = this.#ajv.compile(closed(this.document, schema) as Json);
      this.#made.set(schema, made);
    }
    return made;
  }
}

/** References resolved, and every object that lists its members closed. */
function closed(document: Document, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(document, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) return closed(document, resolve(document, schema));
  const entries = Object.entries(schema).map(([name, value]) => [name, closed(document, value)]);
  const members =
    'properties' in schema && schema.properties !== null && typeof schema.properties === 'object';
  const isSchema = members && 'type' in schema && schema.type === 'object';
  return Object.fromEntries(isSchema ? [...entries, ['additionalProperties', false]] : entries);
}
