import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.close());

describe('GET /api/v1/contracts/search refuses', () => {
  it.each([
    ['', ['recipient']],
    ['recipient=&agency=%20&sort=amount', ['recipient']],
    ['recipient=%21', ['recipient']],
    ['agency=-', ['agency']],
    ['min_amount=1,000', ['min_amount']],
    ['min_amount=1e9&max_amount=0.001', ['min_amount', 'max_amount']],
    ['min_amount=2&max_amount=1', ['min_amount']],
    ['naics=5', ['naics']],
    ['naics=5415123', ['naics']],
    ['start_date=2020-02-30', ['start_date']],
    ['start_date=2020-02-02&end_date=2020-02-01', ['start_date']],
    ['recipient=a&sort=relevance', ['sort']],
    ['recipient=a&limit=0&offset=x', ['limit', 'offset']],
    ['recipient=a&recipient=b', ['recipient']],
  ])('%s, naming the parameters, free of charge', async (query, parameters) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/contracts/search?${query}`);
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map((fault) => fault.parameter)).toEqual(parameters);
    expect(await service.creditsLeft()).toBe(before);
  });
});
