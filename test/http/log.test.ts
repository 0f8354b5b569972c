import { afterEach, expect, test } from 'vitest';
import { type Service, startService } from './support/service.js';

let service: Service;
const logged: object[] = [];
afterEach(() => service.stop());

test('each request is one line with its id, operation, status, time and credits, and never a secret', async () => {
  service = await startService({ info: (entry) => void logged.push(entry) });
  await service.get('/things/1?include=ucc', { headers: { 'x-request-id': 'r-1' } });
  await service.get(`/things/bad?key=${service.key}`);
  await service.get('/things/1', { headers: { authorization: 'Bearer nonsense' } });
  await service.get('/nowhere');
  expect(logged).toMatchObject([
    {
      requestId: 'r-1',
      method: 'GET',
      operation: 'getEntity',
      status: 200,
      credits: 2,
      account: service.account.id,
    },
    { operation: 'getEntity', status: 400, credits: 0, keyId: service.keyId },
    { operation: 'getEntity', status: 401, account: null },
    { operation: 'none', status: 404 },
  ]);
  for (const entry of logged) expect(entry).toHaveProperty('ms', expect.any(Number));
  expect(JSON.stringify(logged)).not.toContain(service.key);
  expect(JSON.stringify(logged)).not.toContain('nonsense');
});
