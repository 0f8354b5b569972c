import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let clock = Date.UTC(2026, 0, 1, 12, 0, 1);
beforeAll(async () => {
  service = await startService({}, { now: () => clock });
});
afterAll(() => service.close());

describe('GET /api/v1/suggest refuses', () => {
  it.each([
    ['', ['q']],
    ['q=', ['q']],
    ['q=%21', ['q']],
    [`q=${'a'.repeat(501)}`, ['q']],
    ['q=a&q=b', ['q']],
    ['q=a&state=ZZ&limit=0', ['state', 'limit']],
    ['q=a&limit=x', ['limit']],
  ])('%s', async (query, parameters) => {
    const { status, body } = await service.get(`/api/v1/suggest?${query}`);
    expect(status).toBe(400);
    const errors = body.errors as { parameter: string; message: string }[];
    expect(errors.map(({ parameter }) => parameter)).toEqual(parameters);
    expect(errors.every(({ message }) => message.endsWith('.'))).toBe(true);
  });

  it('who has no key, or one without the scope', async () => {
    expect((await service.get('/api/v1/suggest?q=a', {})).status).toBe(401);
    const authorization = `Bearer ${await service.newKey({ scopes: ['usage'] })}`;
    expect((await service.get('/api/v1/suggest?q=a', { authorization })).status).toBe(403);
  });

  it('a key that asks too often, until the next minute; each key by itself', async () => {
    const [authorization, other] = [`Bearer ${await service.newKey()}`, `Bearer ${await service.newKey()}`];
    const ask = (key: string) => service.get('/api/v1/suggest?q=a', { authorization: key });
    const statuses: number[] = [];
    for (let turn = 0; turn < 24; turn++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(authorization)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { status, headers, body } = await ask(authorization);
    expect([status, headers.get('retry-after')]).toEqual([429, '59']);
    expect(body.detail).toBe(
      '`suggest` answers a key 1200 requests per minute; the next minute starts in 59 s.',
    );
    expect((await ask(other)).status).toBe(200);
    clock += 60_000;
    expect((await ask(authorization)).status).toBe(200);
  });
});
