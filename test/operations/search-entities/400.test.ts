import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.close());

describe('GET /api/v1/search refuses', () => {
  it.each([
    ['', ['name']],
    ['name=', ['name']],
    ['name=%21%21', ['name']],
    ['name=a&q=b', ['q']],
    ['name=a&name=b', ['name']],
    ['name=a&state=ZZ', ['state']],
    ['name=a&status=alive', ['status']],
    ['name=a&type=gmbh', ['type']],
    ['name=a&exact=yes', ['exact']],
    ['name=a&limit=0&offset=-1', ['limit', 'offset']],
    ['name=a&limit=1.5', ['limit']],
    ['name=a&formed_after=2021-02-29', ['formed_after']],
    ['name=a&formed_after=2021-01-02&formed_before=2021-01-01', ['formed_after']],
    [`name=${'a'.repeat(501)}`, ['name']],
  ])('%s, naming the parameters, free of charge', async (query, parameters) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/search?${query}`);
    expect(status).toBe(400);
    const errors = body.errors as { parameter: string; message: string }[];
    expect(errors.map((fault) => fault.parameter)).toEqual(parameters);
    expect(errors.every((fault) => fault.message.endsWith('.'))).toBe(true);
    expect(await service.creditsLeft()).toBe(before);
  });
});

describe('a state that is none', () => {
  it('is named as it was sent', async () => {
    const { body } = await service.get('/api/v1/search?name=a&state=Columbia');
    expect(JSON.stringify(body)).toContain('got \\"Columbia\\"');
  });
});
