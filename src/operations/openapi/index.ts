import { API_KEY_PATTERN } from '../../contract/key-pattern.js';
import type { Operation } from '../declare.js';
import { describeHead } from './head.js';
import { RESPONSE_HEADERS } from './headers.js';
import { COMMON_PARAMETERS, parametersOf } from './parameters.js';
import { PROBLEM_SCHEMA } from './problem.js';
import { publishedSchema } from './published.js';
import { isPriced, PREVIEW_SCHEMA, problemResponses, responsesOf } from './responses.js';

type Json = Readonly<Record<string, unknown>>;

const DESCRIPTION = `US businesses across state, federal and county public data, and SEC filings.

Send \`Authorization: Bearer <key>\`. Every answer is \`{ data, meta }\`; every error is a problem document (RFC 9457)
whose \`type\` leads to a page that explains it. Only a 200 of a priced operation is charged.

Fields and parameters are only ever added under \`/api/v1\`. What has to go is announced for at least six months in the headers
\`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) of its answers; none carries them today.`;

/**
 * The OpenAPI 3.1 document of the operations; everything in it comes from their schemas. `examples` are answers from
 * the bundled sample, by operation id.
 */
export function openApiDocument(
  operations: readonly Operation[],
  version: string,
  examples: ReadonlyMap<string, unknown>,
): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dossier',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server this document comes from.' }],
    paths: pathsOf(operations, examples),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `A key \`dsr_live_…\` or, for the sample, \`dsr_test_…\`. For secret scanners: \`${API_KEY_PATTERN.source}\`.`,
        },
      },
      parameters: COMMON_PARAMETERS,
      headers: RESPONSE_HEADERS,
      responses: problemResponses(),
      schemas: { Problem: PROBLEM_SCHEMA, PricePreview: PREVIEW_SCHEMA },
    },
  };
}

/** Operations of one path stand together, each under its method. */
function pathsOf(operations: readonly Operation[], examples: ReadonlyMap<string, unknown>): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = pathTemplate(operation.path);
    const described = describeOperation(operation, examples.get(operation.id));
    const head = operation.method === 'GET' && isPriced(operation) ? { head: describeHead(operation) } : {};
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described, ...head };
  }
  return paths;
}

function describeOperation(operation: Operation, example: unknown): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    security: operation.scope === null ? [] : [{ apiKey: [] }],
    parameters: parametersOf(operation, isPriced(operation)),
    ...(operation.body && { requestBody: requestBodyOf(operation) }),
    responses: responsesOf(operation, example),
    ...(operation.example && { 'x-example-request': operation.example }),
  };
}

function requestBodyOf({ body, example }: Operation): Json {
  const content = { schema: publishedSchema(body), example: example?.body };
  return { required: true, description: 'What is asked.', content: { 'application/json': content } };
}

/** The router's `/entity/:id` as OpenAPI's `/entity/{id}`. */
function pathTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
