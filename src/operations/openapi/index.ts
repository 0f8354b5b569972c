import { API_KEY_PATTERN } from '../../contract/service/key-pattern.js';
import { type Operation, takesDryRun } from '../support/declare.js';
import { describeHead } from './head.js';
import { RESPONSE_HEADERS } from './headers.js';
import { capital, NamedSchemas } from './named-schemas.js';
import { COMMON_PARAMETERS, parametersOf } from './parameters.js';
import { PROBLEM_SCHEMA } from './problem.js';
import { publishedSchema } from './published.js';
import { isPriced, PREVIEW_SCHEMA, problemResponses, responsesOf } from './responses.js';
import { tagOf, tagsOf } from './tags.js';
import { usedComponents } from './used-components.js';

type Json = Readonly<Record<string, unknown>>;

const DESCRIPTION =
  'US businesses in state, federal and county registers, and SEC filings.\n\nSend `Authorization: Bearer <key>`. Every response is `{ data, meta }`; every error is a problem document (RFC 9457)\nwhose `type` is the address of its documentation. Only a 200 of a priced operation is charged.\n\nFields and parameters are only added under `/api/v1`. A field that will be removed is announced at least six months before by the headers\n`Deprecation` (RFC 9745) and `Sunset` (RFC 8594). No response contains them today.';

/**
 * The OpenAPI 3.1 document of the operations; everything in it comes from their schemas. `examples` are answers from
 * the bundled sample, by operation id.
 */
export function openApiDocument(
  operations: readonly Operation[],
  version: string,
  examples: ReadonlyMap<string, unknown>,
): Json {
  const names = new NamedSchemas();
  names.refer(PROBLEM_SCHEMA, '');
  const preview = operations.some(takesDryRun) ? [names.refer(PREVIEW_SCHEMA, '')] : [];
  const paths = pathsOf(operations, examples, names);
  const { securitySchemes, ...components } = componentsOf(names);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dossier',
      version,
      description: DESCRIPTION,
      contact: { name: 'The operator of this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: SERVERS,
    tags: tagsOf(operations),
    paths,
    components: { securitySchemes, ...usedComponents(components, [paths, preview]) },
  };
}

/** Tools that fetch the document take the first; those that read a file need a whole address, and let one fill it in. */
const SERVERS = [
  { url: '/', description: 'The server that returned this document.' },
  {
    url: '{scheme}://{host}',
    description: 'Any other host.',
    variables: {
      scheme: { enum: ['http', 'https'], default: 'http', description: 'https if a proxy terminates TLS.' },
      host: { default: '127.0.0.1:8080', description: 'Host and port.' },
    },
  },
];

function componentsOf(names: NamedSchemas) {
  return {
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
    schemas: names.all() as Readonly<Record<string, Json>>,
  };
}

/** Operations of one path stand together, each under its method. */
function pathsOf(
  operations: readonly Operation[],
  examples: ReadonlyMap<string, unknown>,
  names: NamedSchemas,
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = pathTemplate(operation.path);
    const described = describeOperation(operation, examples.get(operation.id), names);
    const head = operation.method === 'GET' && isPriced(operation) ? { head: describeHead(operation) } : {};
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described, ...head };
  }
  return paths;
}

function describeOperation(operation: Operation, example: unknown, names: NamedSchemas): Json {
  const preview = takesDryRun(operation) ? ' With `dry_run=true` the response is a free `PricePreview`.' : '';
  return {
    operationId: operation.id,
    tags: [tagOf(operation).name],
    summary: operation.summary,
    description: operation.description + preview,
    security: operation.scope === null ? [] : [{ apiKey: [] }],
    parameters: parametersOf(operation, isPriced(operation)),
    ...(operation.body && { requestBody: requestBodyOf(operation, names) }),
    responses: responsesOf(operation, example, names),
    ...(operation.example && { 'x-example-request': operation.example }),
  };
}

function requestBodyOf({ id, body, example }: Operation, names: NamedSchemas): Json {
  const schema = names.refer(publishedSchema(body), `${capital(id)}Request`);
  const content = { schema, ...(example && { example: example.body }) };
  return { required: true, description: 'The request.', content: { 'application/json': content } };
}

/** The router's `/entity/:id` as OpenAPI's `/entity/{id}`. */
function pathTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
