import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amidAMinute } from '../../support/clock/minute.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.close());

describe('GET /api/v1/match refuses', () => {
  it.each([
    ['', ['name']],
    ['state=CO&city=Denver', ['name']],
    ['name=%21%3F', ['name']],
    ['name=a&otherName=-', ['otherName']],
    [`name=${'x'.repeat(501)}`, ['name']],
    ['name=a&state=Colorada', ['state']],
    ['ein=12345678', ['ein']],
    ['ein=00-0000000', ['ein']],
    ['uei=ABC', ['uei']],
    ['cik=twelve', ['cik']],
    ['registryNumber=--', ['registryNumber']],
    ['name=a&asOf=2024-02-30', ['asOf']],
    ['name=a&name=b', ['name']],
    ['name=a&zip=none', ['zip']],
    ['name=a&zip=8120', ['zip']],
    ['name=a&zip=812011', ['zip']],
    ['name=a&zip=SW1A+1AA', ['zip']],
    ['cik=0', ['cik']],
    ['ein=1&uei=2&state=X', ['state', 'ein', 'uei']],
  ])('%s with 400, naming the parameters, free of charge', async (query, parameters) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/match?${query}`);
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map((fault) => fault.parameter)).toEqual(parameters);
    expect(await service.creditsLeft()).toBe(before);
  });

  it('who has no key with 401', async () => {
    expect((await service.get('/api/v1/match?name=aspen', {})).status).toBe(401);
  });

  it('who cannot pay with 402', async () => {
    const authorization = `Bearer ${await service.newKey({ credits: 0 })}`;
    const { status, body } = await service.get('/api/v1/match?name=aspen', { authorization });
    expect({ status, ...body }).toMatchObject({ status: 402, required: 1, available: 0 });
  });

  it('a path below it with 404', async () => {
    expect((await service.get('/api/v1/match/aspen')).status).toBe(404);
  });

  it('who asks too often with 429', async () => {
    const authorization = `Bearer ${await service.newKey({ perMinute: 1 })}`;
    const ask = () => service.get('/api/v1/match?name=aspen', { authorization });
    await amidAMinute();
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});
