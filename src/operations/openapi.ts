import type { TObject, TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../contract/errors.js';
import type { Operation } from './declare.js';

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of the operations; everything in it comes from their schemas. */
export function openApiDocument(operations: readonly Operation[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations)
    paths[pathTemplate(operation.path)] = { get: describeOperation(operation) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dossier',
      version,
      description: 'US businesses across state, federal and county public data, and SEC filings.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:8080' }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key `dsr_live_…` or `dsr_test_…`.' },
      },
      schemas: { Problem: problemSchema() },
    },
  };
}

function describeOperation(operation: Operation): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    security: operation.scope === null ? [] : [{ apiKey: [] }],
    parameters: [...parametersOf(operation.params, 'path'), ...parametersOf(operation.query, 'query')],
    responses: {
      200: { description: 'The answer.', content: json(envelope(operation)) },
      ...Object.fromEntries(errorCodesOf(operation).map(problemResponse)),
    },
  };
}

function envelope({ data, meta, scope }: Operation): Json {
  const own = scope === null ? {} : { creditsUsed: integer('Credits charged for this request.') };
  const added = {
    ...own,
    requestId: { type: 'string', description: 'Also in the X-Request-Id header.' },
    ignoredParameters: {
      type: 'array',
      items: { type: 'string' },
      description: 'Parameters that were sent and are not known; present where there are any.',
    },
  };
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data,
      meta: {
        type: 'object',
        required: [...(meta.required ?? []), ...Object.keys(own), 'requestId'],
        properties: { ...meta.properties, ...added },
      },
    },
  };
}

function parametersOf(schema: TObject, place: 'path' | 'query'): Json[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, examples, ...rest } = property as TSchema & {
      description?: string;
      examples?: unknown[];
    };
    return {
      name,
      in: place,
      required: place === 'path',
      description,
      schema: rest,
      ...(examples && { example: examples[0] }),
    };
  });
}

function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const always = ['invalid_params', 'internal_error', 'unavailable'] as const;
  const keyed = [
    'unauthorized',
    'insufficient_credits',
    'insufficient_scope',
    'rate_limit_exceeded',
  ] as const;
  const found = Object.keys(operation.params.properties).length > 0 ? (['not_found'] as const) : [];
  return [...always, ...found, ...(operation.scope === null ? [] : keyed)];
}

function problemResponse(code: ErrorCode): [number, Json] {
  const { status, title, meaning } = ERRORS[code];
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return [status, { description: `\`${code}\`: ${title}. ${meaning}`, content }];
}

function problemSchema(): Json {
  const text = (description: string) => ({ type: 'string', description });
  return {
    type: 'object',
    description: 'RFC 9457 problem details.',
    required: ['type', 'title', 'status', 'detail', 'instance', 'requestId', 'error'],
    properties: {
      type: text('Page that explains the error: `/docs/errors/<code>`.'),
      title: text('What the error is, the same for every occurrence.'),
      status: integer('HTTP status.'),
      detail: text('What happened this time.'),
      instance: text('Path of the request.'),
      requestId: text('Also in the X-Request-Id header.'),
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: Object.keys(ERRORS) },
          message: text('The same as `detail`.'),
        },
      },
      errors: {
        type: 'array',
        description: 'Where parameters are at fault.',
        items: {
          type: 'object',
          required: ['parameter', 'message'],
          properties: {
            parameter: text('Name of the parameter.'),
            message: text('What was wrong and what is allowed.'),
          },
        },
      },
      required: integer('402: the price of the request.'),
      available: integer('402: the balance.'),
      resetsAt: text('402: when the monthly credits come anew; ISO 8601, UTC.'),
    },
  };
}

function integer(description: string): Json {
  return { type: 'integer', description };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** Fastify's `/entity/:id` as OpenAPI's `/entity/{id}`. */
function pathTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
