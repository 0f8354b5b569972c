import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.close());

describe('GET /api/v1/sec/search refuses', () => {
  it.each([
    ['', ['q']],
    ['q=&cik=%20', ['q']],
    ['forms=10-K', ['q']],
    ['q=a&company=b&about=c', ['company', 'about']],
    ['q=%21', ['q']],
    ['cik=12345678901', ['cik']],
    ['cik=abc', ['cik']],
    ['sic=37', ['sic']],
    ['q=a&start_date=2020-1-1', ['start_date']],
    ['q=a&start_date=2020-02-30', ['start_date']],
    ['q=a&start_date=2020-02-02&end_date=2020-02-01', ['start_date']],
    ['q=a&limit=0', ['limit']],
    ['q=a&limit=ten&offset=1.0', ['limit', 'offset']],
    ['q=a&sort=size', ['sort']],
    ['q=a&cik=1&cik=2', ['cik']],
  ])('%s, naming the parameters, free of charge', async (query, parameters) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/sec/search?${query}`);
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map((fault) => fault.parameter)).toEqual(parameters);
    expect(await service.creditsLeft()).toBe(before);
  });

  it('nothing to look for, and says once what is needed', async () => {
    const { body } = await service.get('/api/v1/sec/search');
    expect(body.detail).toBe('q: one of q, company, about, cik and sic is required.');
  });

  it('takes 3 digits of sic for 4, and a huge offset', async () => {
    expect((await service.get('/api/v1/sec/search?sic=100&offset=999999999999999')).status).toBe(200);
  });
});
