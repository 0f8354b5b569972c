import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../src/contract/vocabulary.js';
import type { TestService } from '../support/service.js';
import { startSample } from './support/sample-service.js';

interface Request {
  readonly method: string;
  readonly url: {
    readonly raw: string;
    readonly path: readonly string[];
    readonly query: readonly { readonly key: string; readonly value: string; readonly disabled?: true }[];
    readonly variable: readonly { readonly key: string; readonly value: string }[];
  };
  readonly body?: { readonly raw: string };
}
interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly {
    readonly item: readonly { readonly name: string; readonly request: Request }[];
  }[];
}

const collection = JSON.parse(readFileSync('sdk/dossier.postman_collection.json', 'utf8')) as Collection;
const requests = collection.item.flatMap(({ item }) =>
  item.map(({ name, request }) => ({ name, ...request })),
);

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startSample();
  key = await service.newKey({ scopes: SCOPES.filter((scope) => scope !== 'reconcile') });
});
afterAll(() => service.close());

test('the collection has each operation of the document once, and a key and an address as variables', () => {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, object> };
  const documented = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).flatMap((verb) => (verb === 'head' ? [] : `${verb.toUpperCase()} ${path}`)),
  );
  const listed = requests.map(
    ({ method, url }) => `${method} /${url.path.join('/').replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(listed.sort()).toEqual(documented.sort());
  expect(collection.variable.map(({ key }) => key)).toEqual(['url', 'key']);
  expect(JSON.stringify(collection)).not.toMatch(/dsr_/);
});

test.each(requests)('$method $url.raw is understood by a service', async ({ method, url, body }) => {
  const path = url.path
    .map((part) =>
      part.startsWith(':') ? (url.variable.find((one) => `:${one.key}` === part)?.value ?? '') : part,
    )
    .join('/');
  expect(path).not.toMatch(/\/\/|\/$/);
  const query = new URLSearchParams(
    url.query.flatMap(({ key, value, disabled }) => (disabled ? [] : [[key, value]])),
  );
  // Only the price and the parameters are checked.
  if (method !== 'GET') query.set('dry_run', 'true');
  const response = await fetch(`${service.url}/${path}?${query}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: body.raw }),
  });
  // The watches and exports of the examples do not exist here.
  expect(url.path.some((part) => part === ':id') ? [200, 404] : [200], await response.text()).toContain(
    response.status,
  );
});
