import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSample } from '../../contract/support/sample-service.js';
import type { TestService } from '../../support/service.js';

interface Parameter {
  readonly name?: string;
  readonly in?: string;
}
const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { parameters?: readonly Parameter[] }>>;
};

/** Words of names and places, and vocabularies that publishers add to without notice. */
const FREE_TEXT = new Set([
  ...[
    'name',
    'otherName',
    'q',
    'agent',
    'officer',
    'person',
    'recipient',
    'agency',
    'client_name',
    'registrant_name',
  ],
  ...['city', 'zip', 'street', 'registryNumber', 'filing_number', 'forms', 'form'],
]);
/** Unknown tokens are named in `meta.ignoredParameters`, and cost nothing. */
const NAMED_IN_META = new Set(['include']);
const NONSENSE = '?!zz no such value';

/** Every query parameter of an operation that reads, unless it takes any text. */
const FILTERS = Object.entries(paths).flatMap(([path, { get }]) =>
  (get?.parameters ?? []).flatMap(({ name, in: place }) =>
    place === 'query' && name && !FREE_TEXT.has(name) && !NAMED_IN_META.has(name)
      ? [[path, name] as const]
      : [],
  ),
);

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startSample();
  key = await service.newKey({ scopes: ['read', 'usage', 'webhooks'] });
});
afterAll(() => service.close());

async function faultsOf(path: string, init: RequestInit = {}): Promise<readonly unknown[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}${path}`, { ...init, headers });
  const { errors = [] } = (await response.json()) as { errors?: { parameter: string; message: string }[] };
  return [response.status, ...errors];
}
const fault = (parameter: string, message = '') => [
  400,
  { parameter, message: expect.stringContaining(message) },
];

describe('a value that a filter cannot have is a 400 that names the filter', () => {
  test.each(FILTERS)('%s %s', async (path, name) => {
    const own = new Set(paths[path]?.get?.parameters?.map((one) => one.name));
    const needed = ['name', 'q', 'recipient', 'client_name'].find((one) => own.has(one));
    const given = new URLSearchParams({
      ...(needed && { [needed]: 'willow' }),
      ...(own.has('scheme') && { scheme: 'ein', value: '00-5550001' }),
      [name]: NONSENSE,
    });
    const [status, ...faults] = await faultsOf(`${path.replace('{id}', 'CO:20221555001')}?${given}`);
    const named = new Set(faults.map((one) => (one as { parameter: string }).parameter));
    expect([status, [...named]]).toEqual([400, [name]]);
  });

  test.each([
    ['changes', 'source', 'us_co_busines_entities', 'Similar: us_co_business_entities'],
    ['changes', 'source', 'colorado', 'us_co_business_entities'],
    ['changes', 'source', 'us_co_business_entities,nonsense', 'got "nonsense"'],
    ['changes', 'id', 'willow harbor', 'the id of an entity'],
    ['changes', 'state', 'Colorada', 'USPS'],
    ['changes', 'kind', 'deleted', 'created'],
    ['changes', 'fields', 'colour', 'field names'],
    ['links', 'dataset', 'sam', 'the id of a source or data set'],
    ['links', 'entity', 'willow', 'an id of an entity'],
  ])('exports of %s: %s=%s', async (kind, name, value, message) => {
    const body = JSON.stringify({ kind, filter: { [name]: value } });
    const refused = await faultsOf('/api/v1/exports?dry_run=true', { method: 'POST', body });
    expect(refused).toEqual(fault(`filter.${name}`, message));
    if (kind !== 'changes') return;
    const query = new URLSearchParams({ [name]: value });
    expect(await faultsOf(`/api/v1/changes?${query}`)).toEqual(fault(name, message));
  });

  test('watches', async () => {
    const query = { source: ['us_co_busines_entities'] };
    const body = JSON.stringify({ query, endpoint: 'https://8.8.8.8/' });
    expect(await faultsOf('/api/v1/watches', { method: 'POST', body })).toEqual(
      fault('query/source', 'Similar: us_co_business_entities'),
    );
  });
});

test('ids of sources, data sets, filings and entities are accepted by the feed', async () => {
  for (const id of ['us_co_business_entities', 'CO:20221555001', '0000320193-24-000123'])
    expect((await faultsOf(`/api/v1/changes?id=${id}`))[0]).toBe(200);
  expect((await faultsOf('/api/v1/changes?source=us_co_business_entities,us_sam_registrations'))[0]).toBe(
    200,
  );
});
