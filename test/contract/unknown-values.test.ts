import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

/** A value that no id, code, date, number or enumeration has. */
const UNKNOWN = 'no-such-value!';

/** Parameters that take any words. Every other parameter has to refuse a value that cannot be meant. */
const ANY_WORDS: ReadonlySet<string> = new Set([
  ...['name', 'q', 'agent', 'officer', 'person', 'otherName', 'company', 'about', 'recipient', 'client_name'],
  ...['registrant_name', 'agency', 'city', 'street', 'filing_number', 'registryNumber'],
]);
/** Tokens that are not known are named in `meta.ignoredParameters`, so that clients of other services keep working. */
const NAMED_IF_UNKNOWN: ReadonlySet<string> = new Set(['/api/v1/entity/{id} include']);

/** What each operation needs beside the parameter. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v1/search': { name: 'willow' },
  '/api/v1/search/overview': { q: 'willow' },
  '/api/v1/match': { name: 'willow' },
  '/api/v1/sec/search': { q: 'tesla' },
  '/api/v1/contracts/search': { agency: 'defense' },
  '/api/v1/lobbying/search': { filing_year: '2026' },
  '/api/v1/suggest': { q: 'w' },
  '/api/v1/identify': { scheme: 'ein', value: '00-5550001' },
  '/api/v1/usage': { from: '2026-11-01' },
};

const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { parameters?: (Parameter | { $ref: string })[] }>>;
  components: { parameters?: Record<string, Parameter> };
};
const parametersOf = (all: readonly (Parameter | { $ref: string })[] = []) =>
  all.flatMap((one) =>
    '$ref' in one ? (components.parameters?.[one.$ref.split('/').at(-1) ?? ''] ?? []) : one,
  );
const CASES = Object.entries(paths).flatMap(([path, { get }]) =>
  parametersOf(get?.parameters)
    .filter((parameter) => parameter.in === 'query' && !ANY_WORDS.has(parameter.name))
    .map(({ name }) => [path, name] as const),
);

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-unknown-values-'));
  admin = await service.newKey({ scopes: ['read', 'usage', 'webhooks', 'admin'] });
});
afterAll(() => service.close());

const get = async (path: string, query: Readonly<Record<string, string>>) => {
  const url = `${service.url}${path.replace('{id}', 'CO:20221555001')}?${new URLSearchParams(query)}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${admin}` } });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
};

describe('a value that cannot be meant is refused and named', () => {
  test('there are parameters to try', () => expect(CASES.length).toBeGreaterThan(60));

  test.each(CASES)('%s: %s', async (path, name) => {
    const { status, body } = await get(path, { ...NEEDED[path], [name]: UNKNOWN });
    if (NAMED_IF_UNKNOWN.has(`${path} ${name}`)) {
      expect(body).toMatchObject({ meta: { ignoredParameters: [`${name}=${UNKNOWN}`] } });
      return;
    }
    expect(body).toMatchObject({ status: 400, errors: [{ parameter: name }] });
    expect(status).toBe(400);
  });
});

describe('filters of orders are checked like those of the searches', () => {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };

  test.each([
    ...['state', 'type', 'status', 'recordClass'].map((name) => ['entities', name] as const),
    ...['forms', 'state', 'cik', 'sic', 'year', 'start_date'].map((name) => ['filings', name] as const),
    ...['source', 'state', 'kind', 'recordType', 'id', 'cik', 'form', 'fields'].map(
      (name) => ['changes', name] as const,
    ),
  ])('an export of %s by %s', async (kind, name) => {
    const { status, text } = await post('/api/v1/exports?dry_run=true', {
      ...{ kind, format: 'csv' },
      filter: { ...(kind === 'filings' && { q: 'tesla' }), [name]: UNKNOWN },
    });
    expect([status, text]).toEqual([400, expect.stringContaining(name)]);
  });

  test.each([
    ...['source', 'state', 'recordType', 'form', 'fields'].map(
      (name) => [name, { query: { [name]: [UNKNOWN] } }] as const,
    ),
    ['cik', { query: { cik: UNKNOWN } }] as const,
    ['kinds', { kinds: [UNKNOWN] }] as const,
    ['id', { id: UNKNOWN }] as const,
  ])('a watch by %s', async (name, request) => {
    const body = { ...request, endpoint: 'https://example.com/hook' };
    const { status, text } = await post('/api/v1/watches?dry_run=true', body);
    const { errors } = JSON.parse(text) as { errors: { parameter: string }[] };
    expect([
      status,
      errors.map(({ parameter }) => parameter.split('/').find((part) => part === name)),
    ]).toEqual([400, [name]]);
  });
});
