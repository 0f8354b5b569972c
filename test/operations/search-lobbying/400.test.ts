import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.close());

describe('GET /api/v1/lobbying/search refuses', () => {
  it.each([
    ['', ['client_name']],
    ['client_name=%20&limit=5', ['client_name']],
    ['client_name=%21&registrant_name=.', ['client_name', 'registrant_name']],
    ['issue_code=TA', ['issue_code']],
    ['issue_code=T-X', ['issue_code']],
    ['filing_year=26', ['filing_year']],
    ['filing_year=2026.0', ['filing_year']],
    ['filing_year=0000', ['filing_year']],
    ['filing_year=9999', ['filing_year']],
    ['filing_type=report', ['filing_type']],
    ['client_name=a&limit=0&offset=-1', ['limit', 'offset']],
    ['filing_year=2025&filing_year=2026', ['filing_year']],
  ])('%s, naming the parameters, free of charge', async (query, parameters) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/lobbying/search?${query}`);
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map((fault) => fault.parameter)).toEqual(parameters);
    expect(await service.creditsLeft()).toBe(before);
  });
});
