import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Usage } from '../../../src/contract/service/usage.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startService({ entities: { us_co_business_entities: [{ key: '1', name: 'Aspen, LLC' }] } });
  headers = { authorization: `Bearer ${await service.newKey({ scopes: ['read', 'usage'], credits: 50 })}` };
});
afterAll(() => service.close());

describe('GET /api/v1/usage', () => {
  it('tells what is left and what was used, by day, operation and key, and sums to the balance', async () => {
    await service.get('/api/v1/entity/CO:1?include=ucc', headers);
    await service.get('/api/v1/search?name=aspen', headers);
    await service.get('/api/v1/search?name=aspen', headers);
    const { status, data, meta, headers: sent } = await service.get<Usage>('/api/v1/usage', headers);
    expect(status).toBe(200);
    expect(data.creditsRemaining).toBe(46);
    expect(data.total).toEqual({ requests: 3, credits: 4, refunded: 0 });
    expect(data.byOperation).toEqual([
      { operation: 'getEntity', requests: 1, credits: 2, refunded: 0 },
      { operation: 'searchEntities', requests: 2, credits: 2, refunded: 0 },
    ]);
    expect(data.byDay).toEqual([{ day: data.rows[0]?.day, ...data.total }]);
    expect(data.byKey).toMatchObject([{ name: 'test', credits: 4 }]);
    expect(data.byKey[0]?.prefix).toHaveLength(12);
    expect(Date.parse(data.period.end)).toBeGreaterThan(Date.parse(data.period.start));
    expect([data.from, data.to]).toEqual([data.period.start, data.period.end]);
    expect(meta.creditsUsed).toBe(0);
    expect([sent.get('x-credits-cost'), sent.get('x-credits-remaining')]).toEqual(['0', '46']);
  });

  it('is free, at no credits too, and is no part of the usage', async () => {
    const poor = { authorization: `Bearer ${await service.newKey({ scopes: ['usage'], credits: 0 })}` };
    const { status, data } = await service.get<Usage>('/api/v1/usage', poor);
    expect([status, data.creditsRemaining, data.rows]).toEqual([200, 0, []]);
  });

  it('gives days that were asked for, both included', async () => {
    const { data } = await service.get<Usage>('/api/v1/usage?from=2020-01-01&to=2020-01-02', headers);
    expect([data.from, data.to, data.rows]).toEqual([
      '2020-01-01T00:00:00.000Z',
      '2020-01-03T00:00:00.000Z',
      [],
    ]);
  });

  it.each([
    ['?format=csv', {}],
    ['', { accept: 'text/csv' }],
    ['', { accept: 'application/json;q=0.5, text/csv' }],
    ['?format=csv', { accept: 'application/json' }],
  ])('is a table for %s %j', async (query, accept) => {
    const response = await fetch(`${service.url}/api/v1/usage${query}`, {
      headers: { ...headers, ...accept },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Authorization, Accept-Encoding, Accept');
    const [head, first] = (await response.text()).split('\r\n');
    expect(head).toBe('day,operation,keyId,requests,credits,refunded');
    expect(first).toMatch(/^\d{4}-\d\d-\d\d,getEntity,key_\w+,1,2,0$/);
  });

  it.each([
    ['?format=json', { accept: 'text/csv' }],
    ['', { accept: '*/*' }],
    ['', { accept: 'application/*, text/csv' }],
  ])('is JSON for %s %j', async (query, accept) => {
    const response = await fetch(`${service.url}/api/v1/usage${query}`, {
      headers: { ...headers, ...accept },
    });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('shows an account nothing of another', async () => {
    const other = { authorization: `Bearer ${await service.newKey({ scopes: ['usage'] })}` };
    expect((await service.get<Usage>('/api/v1/usage', other)).data.rows).toEqual([]);
  });
});
