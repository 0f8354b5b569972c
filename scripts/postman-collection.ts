interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly example?: unknown;
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content?: { readonly 'application/json'?: { readonly example?: unknown } };
  };
  readonly 'x-example-request'?: { readonly query?: Readonly<Record<string, unknown>> };
}

/** The members of an OpenAPI document that a collection is generated from. */
export interface OpenApi {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Returns a Postman collection (format 2.1, which Bruno and Insomnia import): a folder for each tag, and a request for each
 * operation, with the examples of the document. Parameters outside the example are disabled.
 */
export function postmanCollection({ info, paths }: OpenApi): object {
  const folders = new Map<string, object[]>();
  for (const [path, verbs] of Object.entries(paths)) {
    for (const [verb, operation] of Object.entries(verbs)) {
      if (verb === 'head' || verb === 'parameters') continue;
      const tag = operation.tags?.[0] ?? 'Other';
      folders.set(tag, [...(folders.get(tag) ?? []), requestOf(path, verb, operation)]);
    }
  }
  return {
    info: {
      name: info.title,
      description:
        'Set the variables `url` and `key` of the collection: the address of your service, and an API key.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: 'http://127.0.0.1:8080' },
      { key: 'key', value: '' },
    ],
    item: [...folders].map(([name, item]) => ({ name, item })),
  };
}

function requestOf(path: string, verb: string, operation: Operation): object {
  const { summary, description = '', parameters = [], requestBody } = operation;
  const chosen = operation['x-example-request']?.query ?? {};
  const own = parameters.filter(({ $ref }) => $ref === undefined);
  const query = own
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description, example }) => ({
      key: name,
      value: textOf(chosen[name] ?? example),
      description,
      ...(chosen[name] === undefined && { disabled: true }),
    }));
  const variable = own
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, description, example }) => ({ key: name, value: textOf(example), description }));
  const place = path.replace(/\{(\w+)\}/g, ':$1');
  const sent = query
    .filter((one) => !('disabled' in one))
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  const example = requestBody?.content?.['application/json']?.example;
  return {
    name: summary,
    request: {
      method: verb.toUpperCase(),
      description,
      url: {
        raw: `{{url}}${place}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: ['{{url}}'],
        path: place.split('/').slice(1),
        query,
        variable,
      },
      ...(example !== undefined && {
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: {
          mode: 'raw',
          raw: JSON.stringify(example, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return value === undefined ? '' : String(value);
}
