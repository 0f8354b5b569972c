import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/contract/vocabulary.js';
import { amidAMinute } from '../../support/clock/minute.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService(
    { entities: { us_co_business_entities: [{ key: '1', name: 'ASPEN' }] } },
    { webhooks: { allowed: [], maxWatches: 3 } },
  );
  key = await service.newKey({ scopes: ['webhooks'], credits: 0 });
});
afterAll(() => service.close());

interface Asked {
  readonly body?: unknown;
  readonly bearer?: string;
  readonly under?: string;
}

async function ask(method: string, path: string, { body, bearer = key, under }: Asked = {}) {
  const response = await fetch(`${service.url}/api/v1/watches${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(under !== undefined && { 'idempotency-key': under }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as {
    data: Record<string, unknown> & { id: string };
    meta: Record<string, unknown>;
    errors?: readonly { parameter: string; message: string }[];
    error?: { code: string };
  };
  return { status: response.status, headers: response.headers, ...answer };
}

const newKey = (scopes: readonly Scope[] = ['webhooks'], perMinute = 1_000_000) =>
  service.newKey({ scopes, credits: 0, perMinute });
const ENDPOINT = 'https://hooks.example.com/dossier';
const request = { id: 'CO:1', endpoint: ENDPOINT };

describe('201', () => {
  it('a watch is made with a secret that is shown once, free of charge and without a credit', async () => {
    const bearer = await newKey();
    const made = await ask('POST', '', { body: { ...request, kinds: ['changed', 'gone'] }, bearer });
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({
      id: expect.stringMatching(/^wat_[0-9a-f]{16}$/),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      entityId: 'CO:1',
      query: null,
      kinds: ['changed', 'gone'],
      status: 'active',
      waiting: 0,
    });
    expect(made.meta).toMatchObject({ creditsUsed: 0 });
    const { secret, ...shown } = made.data;
    expect((await ask('GET', `/${made.data.id}`, { bearer })).data).toEqual(shown);
    const listed = await ask('GET', '', { bearer });
    expect(listed.data).toEqual([shown]);
    expect(JSON.stringify(listed)).not.toContain(String(secret));
  });

  it('with dry_run nothing is made, ended or resumed: the request is only checked', async () => {
    const bearer = await newKey();
    const { id } = (await ask('POST', '', { body: request, bearer })).data;
    for (const [method, path, body] of [
      ['POST', '', request],
      ['POST', `/${id}/secret`, { overlapSeconds: 60 }],
      ['DELETE', `/${id}`, undefined],
    ] as const) {
      const { status, data } = await ask(method, `${path}?dry_run=true`, { body, bearer });
      expect({ status, data }).toEqual({ status: 200, data: { valid: true, cost: 0 } });
    }
    for (const fault of [
      { id: 'nobody' },
      { endpoint: 'http://hooks.example.com/' },
      { endpoint: 'https://127.0.0.1/' },
      { id: 'nobody', endpoint: 'https://localhost:8443/' },
    ]) {
      const wrong = await ask('POST', '?dry_run=true', { body: { ...request, ...fault }, bearer });
      expect([wrong.status, wrong.errors?.map(({ parameter }) => parameter).toSorted()]).toEqual([
        400,
        Object.keys(fault).toSorted(),
      ]);
    }
    expect((await ask('GET', '', { bearer })).data).toMatchObject([{ id, status: 'active' }]);
  });

  it('a query is kept: the filer and the states in their usual form, the forms as given', async () => {
    const bearer = await newKey();
    const query = { cik: 'CIK0000320193', form: ['8-K'], state: ['co'], recordType: ['filing'] };
    const { status, data } = await ask('POST', '', { body: { query, endpoint: ENDPOINT }, bearer });
    expect([status, data.entityId]).toEqual([201, null]);
    expect(data.query).toEqual({
      cik: '0000320193',
      form: ['8-K'],
      state: ['CO'],
      recordType: ['filing'],
    });
  });

  it('repeated under an Idempotency-Key the first one is answered, its secret too; another request is a 422', async () => {
    const bearer = await newKey();
    const first = await ask('POST', '', { body: request, bearer, under: 'once' });
    const again = await ask('POST', '', { body: request, bearer, under: 'once' });
    expect([again.status, again.data]).toEqual([201, first.data]);
    expect((await ask('GET', '', { bearer })).data).toHaveLength(1);
    const other = await ask('POST', '', { body: { ...request, kinds: ['gone'] }, bearer, under: 'once' });
    expect([other.status, other.error?.code]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('400', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['neither id nor query', { endpoint: ENDPOINT }, ['id', 'query']],
    ['both', { ...request, query: { state: ['CO'] } }, ['id', 'query']],
    ['an empty query', { query: {}, endpoint: ENDPOINT }, ['query']],
    ['an id that is none', { ...request, id: 'aspen' }, ['id']],
    ['an id that no source holds', { ...request, id: 'CO:2' }, ['id']],
    ['no state', { query: { state: ['XX'] }, endpoint: ENDPOINT }, ['query/state']],
    ['no source', { query: { source: ['us_xx'] }, endpoint: ENDPOINT }, ['query/source']],
    ['no field', { query: { state: ['CO'], fields: ['staus'] }, endpoint: ENDPOINT }, ['query/fields']],
    ['no filer', { query: { cik: '0' }, endpoint: ENDPOINT }, ['query/cik']],
    [
      'several faults at once',
      { query: { cik: 'x', state: ['X'] }, endpoint: ENDPOINT },
      ['query/state', 'query/cik'],
    ],
    ['an unknown kind', { ...request, kinds: ['moved'] }, ['kinds/0']],
    ['an unknown member', { ...request, url: 'x' }, ['url']],
    ['plain http', { ...request, endpoint: 'http://hooks.example.com/' }, ['endpoint']],
    ['another port', { ...request, endpoint: 'https://hooks.example.com:22/' }, ['endpoint']],
    ['credentials', { ...request, endpoint: 'https://a:b@hooks.example.com/' }, ['endpoint']],
    ['a private address', { ...request, endpoint: 'https://10.0.0.1/' }, ['endpoint']],
    ['this machine', { ...request, endpoint: 'https://localhost:8443/' }, ['endpoint']],
    ['a metadata address', { ...request, endpoint: 'https://169.254.169.254/' }, ['endpoint']],
    ['an empty endpoint', { ...request, endpoint: '' }, ['endpoint']],
  ])('%s', async (_, body, parameters) => {
    const { status, errors } = await ask('POST', '', { body, bearer: await newKey() });
    expect(status).toBe(400);
    for (const parameter of parameters) expect(errors?.map((fault) => fault.parameter)).toContain(parameter);
    for (const { message } of errors ?? []) expect(message).toMatch(/\S/);
  });

  it('a replay needs one of a message and a seq; a message must be in the log', async () => {
    const bearer = await newKey();
    const { id } = (await ask('POST', '', { body: request, bearer })).data;
    for (const body of [{}, { delivery: 'x', since: 1 }, { delivery: 'x' }, { since: -1 }])
      expect([body, (await ask('POST', `/${id}/replay`, { body, bearer })).status]).toEqual([body, 400]);
    expect((await ask('POST', `/${id}/secret`, { body: { overlapSeconds: -1 }, bearer })).status).toBe(400);
    expect((await ask('GET', `/${id}/deliveries?limit=0`, { bearer })).status).toBe(400);
  });
});

const PATHS: readonly { readonly method: string; readonly path: string; readonly body?: unknown }[] = [
  { method: 'GET', path: '/wat_0' },
  { method: 'DELETE', path: '/wat_0' },
  { method: 'POST', path: '/wat_0/resume' },
  { method: 'POST', path: '/wat_0/secret', body: { overlapSeconds: 0 } },
  { method: 'POST', path: '/wat_0/test' },
  { method: 'POST', path: '/wat_0/replay', body: { since: 0 } },
  { method: 'GET', path: '/wat_0/deliveries' },
];

describe('refusals', () => {
  it.each(PATHS)('401, 403 and 404: $method $path', async ({ method, path, body }) => {
    expect((await ask(method, path, { body, bearer: 'dsr_live_x' })).status).toBe(401);
    const read = await ask(method, path, { body, bearer: service.key });
    expect([read.status, read.error?.code]).toEqual([403, 'insufficient_scope']);
    expect((await ask(method, path, { body })).status).toBe(404);
  });

  it('404: a watch of another account is none', async () => {
    const { id } = (await ask('POST', '', { body: request, bearer: await newKey() })).data;
    for (const { method, path, body } of PATHS)
      expect((await ask(method, path.replace('wat_0', id), { body })).status).toBe(404);
  });

  it('409: beyond the watches of the account, and a test of a disabled watch', async () => {
    const bearer = await newKey();
    for (let at = 0; at < 3; at += 1)
      expect((await ask('POST', '', { body: request, bearer })).status).toBe(201);
    const { status, error } = await ask('POST', '', { body: request, bearer });
    expect([status, error?.code]).toEqual([409, 'conflict']);
  });

  it('429: beyond the requests of the account', async () => {
    const bearer = await newKey(['webhooks'], 1);
    await amidAMinute();
    await ask('GET', '', { bearer });
    expect((await ask('GET', '', { bearer })).status).toBe(429);
  });
});

describe('200 and 202', () => {
  it('a watch is tested, its secret replaced, sent again, resumed and ended', async () => {
    const bearer = await newKey();
    const made = await ask('POST', '', { body: request, bearer });
    const path = `/${made.data.id}`;
    const tested = await ask('POST', `${path}/test`, { bearer });
    expect([tested.status, tested.data]).toMatchObject([202, { type: 'watch.test', state: 'waiting' }]);
    const logged = await ask('GET', `${path}/deliveries`, { bearer });
    expect([logged.status, logged.data]).toMatchObject([200, [{ id: tested.data.id }]]);
    expect(logged.meta.next).toBeNull();
    const rotated = await ask('POST', `${path}/secret`, { body: { overlapSeconds: 60 }, bearer });
    expect(rotated.status).toBe(200);
    expect(rotated.data.secret).not.toBe(made.data.secret);
    expect((await ask('POST', `${path}/replay`, { body: { since: 0 }, bearer })).status).toBe(202);
    expect((await ask('POST', `${path}/resume`, { bearer })).status).toBe(200);
    expect((await ask('DELETE', path, { bearer })).data.id).toBe(made.data.id);
    expect((await ask('DELETE', path, { bearer })).status).toBe(404);
  });

  it('the log is read page by page', async () => {
    const bearer = await newKey();
    const { id } = (await ask('POST', '', { body: request, bearer })).data;
    const sent: string[] = [];
    for (let at = 0; at < 3; at += 1) sent.push((await ask('POST', `/${id}/test`, { bearer })).data.id);
    const seen: string[] = [];
    let before = '';
    for (;;) {
      const { data, meta } = await ask('GET', `/${id}/deliveries?limit=1${before}`, { bearer });
      seen.push(...(data as unknown as { id: string }[]).map((one) => one.id));
      if (meta.next === null) break;
      before = `&before=${meta.next}`;
    }
    expect(seen.sort()).toEqual(sent.sort());
  });
});
