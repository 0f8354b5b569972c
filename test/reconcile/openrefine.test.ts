import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';
import { faultsOf } from './support/protocol.js';

/**
 * A session of OpenRefine 3.9, request by request as its source sends them: forms from its server, CORS from its pages. Each
 * step takes its addresses from the manifest, as OpenRefine does.
 */
interface Manifest {
  readonly view: { readonly url: string };
  readonly preview: { readonly url: string };
  readonly suggest: Readonly<Record<'entity' | 'property' | 'type', Readonly<Record<string, string>>>>;
  readonly extend: {
    readonly propose_properties: { readonly service_url: string; readonly service_path: string };
  };
  readonly batchSize: number;
}
interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly match: boolean;
  readonly features: readonly { readonly id: string; readonly value: unknown }[];
}
type Results = Readonly<Record<string, { readonly result: readonly Candidate[] }>>;

const FROM_ITS_PAGES = { origin: 'http://127.0.0.1:3333' };
/** The place of an id in addresses of flyouts. */
const ID = /\$\{id\}/;
const WILLOW = 'CO:20221555001';

let service: TestService;
let endpoint: string;
let manifest: Manifest;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-openrefine-'));
  endpoint = `${service.url}/reconcile/k/${await service.newKey({ scopes: ['reconcile'] })}`;
  const response = await fetch(endpoint, { headers: { ...FROM_ITS_PAGES, accept: 'application/json' } });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  manifest = (await response.json()) as Manifest;
});
afterAll(() => service.close());

async function fromPages<Answer>(address: string): Promise<Answer> {
  const response = await fetch(address, { headers: FROM_ITS_PAGES });
  expect([address, response.status, response.headers.get('access-control-allow-origin')]).toEqual([
    address,
    200,
    '*',
  ]);
  return (await response.json()) as Answer;
}

/** `HttpClient.postNameValue` of OpenRefine. */
async function post<Answer>(name: 'queries' | 'extend', value: unknown): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'OpenRefine 3.9.5',
    },
    body: new URLSearchParams({ [name]: JSON.stringify(value) }).toString(),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

test('the service is added by its address', () => {
  expect(faultsOf('manifest', manifest)).toEqual([]);
});

test('the type is guessed from ten cells, three candidates each', async () => {
  const queries = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [
      `q${at}`,
      { query: at % 2 ? 'Willow Harbor' : 'Aspen', limit: 3 },
    ]),
  );
  const answer = await post<Results>('queries', queries);
  expect(faultsOf('reconciliation-result-batch', answer)).toEqual([]);
  expect(Object.keys(answer)).toEqual(Object.keys(queries));
  expect(Object.values(answer).every(({ result }) => result.length <= 3)).toBe(true);
});

test('columns are offered as properties, by what is typed', async () => {
  const { service_url, service_path, flyout_service_url, flyout_service_path } = manifest.suggest.property;
  const found = await fromPages<{ result: { id: string }[] }>(`${service_url}${service_path}?prefix=sta`);
  expect(faultsOf('suggest-properties-response', found)).toEqual([]);
  expect(found.result.map(({ id }) => id)).toContain('state');
  const html = await fromPages<{ id: string; html: string }>(
    `${flyout_service_url}${flyout_service_path?.replace(ID, 'state')}`,
  );
  expect(html).toEqual({ id: 'state', html: expect.stringContaining('USPS code') });
  const types = manifest.suggest.type;
  const suggested = await fromPages<{ result: unknown[] }>(
    `${types.service_url}${types.service_path}?prefix=org`,
  );
  expect(faultsOf('suggest-types-response', suggested)).toEqual([]);
  expect(suggested.result).toHaveLength(1);
});

test('cells are matched in batches, with other columns as properties', async () => {
  const answer = await post<Results>('queries', {
    q0: {
      query: 'Willow Harbor Cleaners',
      type: 'organization',
      type_strict: 'should',
      properties: [
        { pid: 'state', v: 'Colorado' },
        { pid: 'city', v: 'Salida' },
        { pid: 'ein', v: 'n/a' },
      ],
    },
    q1: { query: 'No Such Company Anywhere Zzyzx', type: 'organization', type_strict: 'should' },
    q2: { query: '' },
    q3: { query: '---' },
    q4: { query: WILLOW },
    q5: { query: 'Willow Harbor Cleaners', properties: [{ pid: 'registryNumber', v: 20221555001 }] },
  });
  expect(faultsOf('reconciliation-result-batch', answer)).toEqual([]);
  expect(answer.q0?.result[0]).toMatchObject({ id: WILLOW, match: true });
  expect(answer.q0?.result[0]?.features.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['name', 'confirmed', 'rivals']),
  );
  expect([answer.q1, answer.q2, answer.q3]).toEqual([{ result: [] }, { result: [] }, { result: [] }]);
  expect(answer.q4?.result).toMatchObject([{ id: WILLOW, score: 100, match: false }]);
  expect(answer.q5?.result[0]).toMatchObject({ id: WILLOW, match: true });
  for (const { result } of Object.values(answer)) {
    expect(result.slice(1).every(({ match }) => !match)).toBe(true);
    expect(result.map(({ score }) => score)).toEqual(
      result.map(({ score }) => score).sort((one, other) => other - one),
    );
  }
});

test('a cell is searched by hand, its candidates are looked at', async () => {
  const { service_url, service_path, flyout_service_url, flyout_service_path } = manifest.suggest.entity;
  const found = await fromPages<{ result: { id: string; name: string }[] }>(
    `${service_url}${service_path}?prefix=${encodeURIComponent('willow h')}`,
  );
  expect(faultsOf('suggest-entities-response', found)).toEqual([]);
  expect(found.result[0]).toMatchObject({ id: WILLOW });
  const byId = await fromPages<{ result: { id: string }[] }>(
    `${service_url}${service_path}?prefix=${WILLOW}`,
  );
  expect(byId.result.map(({ id }) => id)).toEqual([WILLOW]);
  const more = await fromPages<{ result: unknown[] }>(`${service_url}${service_path}?prefix=willow&cursor=1`);
  const all = await fromPages<{ result: unknown[] }>(`${service_url}${service_path}?prefix=willow`);
  expect(more.result).toEqual(all.result.slice(1));
  expect((await fromPages<{ result: unknown[] }>(`${service_url}${service_path}?prefix=`)).result).toEqual(
    [],
  );
  const id = encodeURIComponent(WILLOW);
  const shown = await fromPages<{ id: string; html: string }>(
    `${flyout_service_url}${flyout_service_path?.replace(ID, id)}`,
  );
  expect(shown.html).toContain('Willow Harbor Cleaners, LLC');
  const preview = await fetch(manifest.preview.url.replace('{{id}}', id));
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(preview.headers.get('content-security-policy')).toContain('frame-ancestors *');
  const html = await preview.text();
  expect(html).toContain('Willow Harbor Cleaners, LLC');
  // Facts of a record cost credits: a preview is free.
  for (const fact of ['Salida', '2022-01-04', 'Good Standing']) expect(html + shown.html).not.toContain(fact);
  const page = await fetch(manifest.view.url.replace('{{id}}', id), { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.status).toBe(200);
});

test('columns are added from the matched records', async () => {
  const { service_url, service_path } = manifest.extend.propose_properties;
  const proposed = await fromPages<{ properties: { id: string }[] }>(
    `${service_url}${service_path}?type=organization`,
  );
  expect(faultsOf('data-extension-property-proposal', proposed)).toEqual([]);
  const few = await fromPages<object>(`${service_url}${service_path}?type=organization&limit=2`);
  expect(few).toMatchObject({ limit: 2, properties: proposed.properties.slice(0, 2) });
  const all = await post<{ meta: unknown[]; rows: Record<string, Record<string, unknown[]>> }>('extend', {
    ids: [WILLOW, 'CO:1', 'no id at all'],
    properties: proposed.properties.map(({ id }) => ({ id })),
  });
  expect(faultsOf('data-extension-response', all)).toEqual([]);
  expect(all.meta).toHaveLength(proposed.properties.length);
  expect(all.rows[WILLOW]).toMatchObject({
    name: [{ str: 'Willow Harbor Cleaners, LLC' }],
    formed: [{ date: '2022-01-04T00:00:00+00:00' }],
    liens: [{ int: expect.any(Number) }],
    usdot: [],
  });
  expect(new Set(Object.values(all.rows['CO:1'] ?? {}).map((cells) => cells.length))).toEqual(new Set([0]));
  expect(Object.keys(all.rows)).toEqual([WILLOW, 'CO:1', 'no id at all']);
});
