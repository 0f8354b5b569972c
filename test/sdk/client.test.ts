import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Sdk from '../../sdk/src/index.js';
import { startSample } from '../contract/support/sample-service.js';
import type { TestService } from '../support/service.js';

let sdk: typeof Sdk;
let service: TestService;
beforeAll(async () => {
  execFileSync(process.execPath, ['sdk/node_modules/typescript/bin/tsc', '-p', 'sdk/tsconfig.json']);
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
    expect((await dossier.sources()).data.some(({ loaded }) => loaded)).toBe(true);
    expect((await dossier.usage()).data.total.credits).toBe(10);
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
  });
});
