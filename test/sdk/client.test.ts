import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Sdk from '../../sdk/src/index.js';
import { startSample } from '../contract/support/sample-service.js';
import type { TestService } from '../support/service.js';

let sdk: typeof Sdk;
let service: TestService;
beforeAll(async () => {
  const built = '../../sdk/dist/index.js';
  sdk = (await import(built)) as typeof Sdk;
  service = await startSample();
});
afterAll(() => service.close());

const client = async (options: Partial<Sdk.DossierOptions> = {}, credits = 1_000) => {
  const key = await service.newKey({ scopes: ['read', 'usage'], credits });
  return new sdk.Dossier({ url: service.url, key, ...options });
};

/** A `fetch` that fails first, as a server or a network does. */
function failingFirst(...failures: (Response | Error)[]) {
  const waits: number[] = [];
  const keys: (string | null)[] = [];
  const options: Sdk.RetryOptions = {
    fetch: async (request) => {
      keys.push(request.headers.get('idempotency-key'));
      const failure = failures.shift();
      if (failure instanceof Error) throw failure;
      return failure ?? fetch(request);
    },
    sleep: async (ms) => void waits.push(ms),
  };
  return { options, waits, keys };
}

const busy = (status: number, retryAfter?: string) =>
  new Response('{}', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

const conflict = (body: string) => new Response(body, { status: 409 });

interface Seen {
  readonly meta: { readonly limit: number };
  readonly limits: Sdk.Limits;
}

describe('the TypeScript client, built, against the running service', () => {
  it('looks up, searches, lists and reads usage', async () => {
    const dossier = await client();
    const page = await dossier.searchEntities({ name: 'willow', state: 'CO', limit: 2 });
    expect(page.data).toHaveLength(2);
    const { data, meta } = await dossier.entity(page.data[0]?.id ?? '', { include: ['ucc', 'ppp'] });
    expect([data.name, meta.creditsUsed]).toEqual([page.data[0]?.name, 3]);
    expect((await dossier.searchContracts({ recipient: 'willow', min_amount: 10_000 })).meta.totalCount).toBe(
      1,
    );
    expect((await dossier.searchLobbying({ filing_year: 2026 })).data[0]?.client.id).toBe(5_550_002);
    expect((await dossier.searchFilings({ q: 'tesla', forms: ['10-K', '10-Q'] })).data[0]?.cik).toBe(
      '0001318605',
    );
    const { data: suggested } = await dossier.suggest({ q: 'will', limit: 3 });
    expect(suggested[0]?.name).toMatch(/^will/i);
    const counted = await dossier.searchEntities({ name: 'willow', facets: ['state'] });
    expect(counted.meta.facets?.state?.values[0]?.count).toBeGreaterThan(0);
    expect((await dossier.sources()).data.some(({ loaded }) => loaded)).toBe(true);
    expect((await dossier.usage()).data.total.credits).toBe(11);
  });

  it('asks many things in one request', async () => {
    const { data, meta } = await (await client()).batch([
      { operation: 'getEntity', parameters: { id: 'CO:20221555001' } },
      { operation: 'searchFilings', parameters: { q: 'tesla', forms: ['10-K', '8-K'], limit: 1 } },
      { operation: 'getEntity', parameters: { id: 'CO:nothing' } },
    ]);
    expect(data.map(({ status, cost }) => [status, cost])).toEqual([
      [200, 1],
      [200, 2],
      [404, 0],
    ]);
    expect(meta.creditsUsed).toBe(3);
  });

  it('walks all pages once and in order, and stops when the reader does', async () => {
    const dossier = await client();
    const all = (await dossier.searchEntities({ name: 'willow', limit: 50 })).data.map(({ id }) => id);
    const walked: string[] = [];
    for await (const { id } of dossier.eachEntity({ name: 'willow', limit: 3 })) walked.push(id);
    expect(walked).toEqual(all);
    expect(all.length).toBeGreaterThan(3);
    const before = (await dossier.usage()).data.creditsRemaining;
    for await (const filing of dossier.eachFiling({ q: 'tesla', limit: 1 })) {
      expect(filing.accessionNumber).toBeTruthy();
      break;
    }
    expect(before - (await dossier.usage()).data.creditsRemaining).toBe(2);
  });

  it('rejects with the problem, its code and the parameters at fault', async () => {
    const dossier = await client();
    const error = await dossier.searchEntities({ limit: 0 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(sdk.DossierError);
    const { status, code, faults, requestId } = error as Sdk.DossierError;
    expect([status, code]).toEqual([400, 'invalid_params']);
    expect(faults.map(({ parameter }) => parameter)).toContain('limit');
    expect(requestId).toBeTruthy();
    await expect(dossier.entity('CO:nothing')).rejects.toMatchObject({ code: 'not_found' });
    await expect((await client({}, 0)).entity('CO:1')).rejects.toMatchObject({
      code: 'insufficient_credits',
      problem: { required: 1, available: 0 },
    });
  });

  it('waits what Retry-After says after 429 and 503, and repeats under the same idempotency key', async () => {
    const { options, waits, keys } = failingFirst(busy(429, '7'), busy(503, '2'), busy(503));
    const dossier = await client(options);
    expect((await dossier.searchEntities({ name: 'willow' })).meta.creditsUsed).toBe(1);
    expect(waits).toEqual([7_000, 2_000, 2_000]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  it('repeats after a broken connection, and a request that had been answered is not charged again', async () => {
    let lost = true;
    const dossier = await client({
      sleep: async () => undefined,
      fetch: async (request) => {
        const response = await fetch(request);
        if (!lost) return response;
        lost = false;
        throw new TypeError('the connection broke before the answer was read');
      },
    });
    expect((await dossier.searchEntities({ name: 'willow' })).meta.creditsUsed).toBe(0);
    expect((await dossier.usage()).data.total).toMatchObject({ requests: 1, credits: 1 });
  });

  it('walks with pages as large as they may be, and tells of each page', async () => {
    const dossier = await client();
    const seen: unknown[] = [];
    const onPage = ({ meta: { limit }, limits: { creditsCharged } }: Seen) =>
      seen.push([limit, creditsCharged]);
    const count = async (walk: AsyncGenerator<unknown>) => {
      let items = 0;
      for await (const _ of walk) items += 1;
      return items;
    };
    expect(await count(dossier.eachEntity({ name: 'willow' }, { onPage }))).toBeGreaterThan(10);
    await count(dossier.eachFiling({ q: 'tesla' }, { onPage }));
    expect(await count(dossier.eachContract({ recipient: 'willow' }, { onPage }))).toBeGreaterThan(0);
    expect(await count(dossier.eachLobbying({ filing_year: 2026 }, { onPage }))).toBeGreaterThan(0);
    expect(seen).toEqual([
      [50, 1],
      [100, 2],
      [100, 2],
      [100, 2],
    ]);
  });

  it('tells what is left, with answers and with errors', async () => {
    const dossier = await client({}, 5);
    const { limits } = await dossier.searchEntities({ name: 'willow' });
    expect(limits).toMatchObject({ creditsCharged: 1, creditsRemaining: 4 });
    expect(limits.requestsRemaining).toBe((limits.requestsPerMinute ?? 0) - 1);
    expect(limits.minuteEnds?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const refused = dossier.entity('CO:20221555001', { include: ['all'] });
    await expect(refused).rejects.toMatchObject({ limits: { creditsCharged: 0, creditsRemaining: 4 } });
    expect((await dossier.sources()).limits.creditsRemaining).toBeNull();
  });

  it('waits until the date in Retry-After, by the clock of the server', async () => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
    const headers = { date, 'retry-after': 'Sun, 06 Nov 1994 08:49:41 GMT' };
    const past = { date, 'retry-after': 'Sun, 06 Nov 1994 08:00:00 GMT' };
    const failing = [headers, past].map((sent) => new Response('{}', { status: 503, headers: sent }));
    const { options, waits } = failingFirst(...failing);
    await (await client(options)).sources();
    expect(waits).toEqual([4_000, 0]);
  });

  it('repeats while the first request of the same key is still running', async () => {
    const running = conflict('{"error":{"code":"idempotency_in_flight"},"requestId":"a"}');
    const { options, waits, keys } = failingFirst(running);
    expect((await (await client(options)).searchEntities({ name: 'willow' })).data).not.toEqual([]);
    expect([waits, new Set(keys).size]).toEqual([[500], 1]);
  });

  it('gives a conflict at once: another try would end the same', async () => {
    const { options, waits, keys } = failingFirst(
      conflict('{"error":{"code":"conflict"},"requestId":"a","status":409,"detail":"The name is taken."}'),
      conflict('<h1>Conflict</h1>'),
      conflict('null'),
    );
    const dossier = await client(options);
    await expect(dossier.sources()).rejects.toMatchObject({
      code: 'conflict',
      message: 'The name is taken.',
    });
    await expect(dossier.sources()).rejects.toBeInstanceOf(sdk.UnexpectedAnswerError);
    await expect(dossier.sources()).rejects.toBeInstanceOf(sdk.UnexpectedAnswerError);
    expect([waits, keys.length]).toEqual([[], 3]);
  });

  it('hears the signal while it waits, and before it asks', async () => {
    let requested = 0;
    const stop = new AbortController();
    const reason = new Error('the reader left');
    const dossier = await client({
      longestWaitMs: Number.POSITIVE_INFINITY,
      fetch: async () => {
        requested += 1;
        setTimeout(() => stop.abort(reason), 10);
        return busy(429, '86400');
      },
    });
    await expect(dossier.searchEntities({ name: 'a' }, { signal: stop.signal })).rejects.toBe(reason);
    const walk = dossier.eachFiling({ q: 'tesla' }, { signal: stop.signal });
    await expect(walk.next()).rejects.toThrow();
    expect(requested).toBeLessThanOrEqual(2);
  });

  it('says that no answer arrived, and why, after the last try', async () => {
    const gone = new sdk.Dossier({ url: 'http://127.0.0.1:1', key: 'k', sleep: async () => undefined });
    const error = await gone.searchEntities({ name: 'a' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(sdk.ConnectionError);
    const { message, url, cause } = error as Sdk.ConnectionError;
    expect([url, cause instanceof Error]).toEqual(['http://127.0.0.1:1/api/v1/search', true]);
    expect(message).not.toContain('fetch failed');
  });

  it('repeats where the connection breaks in the middle of the body', async () => {
    const torn = new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
    const { options, keys } = failingFirst(new Response(torn));
    expect((await (await client(options)).searchEntities({ name: 'willow' })).data).not.toEqual([]);
    expect(keys).toHaveLength(2);
  });

  it('gives up after the last try, at once where the wait is too long, and never repeats other errors', async () => {
    const many = failingFirst(...Array.from({ length: 9 }, () => busy(503, '1')));
    await expect((await client(many.options)).sources()).rejects.toMatchObject({ status: 503 });
    expect(many.waits).toHaveLength(3);
    const long = failingFirst(busy(429, '3600'));
    await expect((await client(long.options)).sources()).rejects.toMatchObject({ status: 429 });
    expect(long.waits).toEqual([]);
    const bad = failingFirst();
    await expect((await client(bad.options)).entity('nonsense')).rejects.toMatchObject({ status: 400 });
    expect(bad.keys).toHaveLength(1);
  });

  it('shows a page that is not this service’s as what it is', async () => {
    const proxy = failingFirst(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect((await client(proxy.options)).sources()).rejects.toBeInstanceOf(sdk.UnexpectedAnswerError);
    for (const body of ['<h1>Welcome</h1>', '[]', 'null', '']) {
      const portal = failingFirst(new Response(body, { status: 200 }));
      await expect((await client(portal.options)).sources()).rejects.toBeInstanceOf(
        sdk.UnexpectedAnswerError,
      );
    }
  });
});
