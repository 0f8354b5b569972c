import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.close());

describe('GET /api/v1/entity/{id} refuses what is no id', () => {
  it.each([
    'nonsense',
    'ZZ:1',
    'CO:',
    'CO:%20',
    'CO:%00',
    '12345678-1234-1234-1234-12345678901',
    `CO:${'x'.repeat(201)}`,
    '%2e%2e%2fetc',
  ])('%s', async (id) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/entity/${id}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'invalid_params' }, errors: [{ parameter: 'id' }] });
    expect(await service.creditsLeft()).toBe(before);
  });
});

describe('GET /api/v1/entity/{id} for an id nobody holds', () => {
  it('is 404 and free', async () => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get('/api/v1/entity/CO:1?include=all');
    expect(status).toBe(404);
    expect(body).toMatchObject({ type: '/docs/errors/not_found', error: { code: 'not_found' } });
    expect(await service.creditsLeft()).toBe(before);
  });
});
