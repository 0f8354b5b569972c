import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('an operation that makes something answers 201, free and in JSON', async () => {
  const response = await service.get('/made', { method: 'POST' });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    201,
    'application/json; charset=utf-8',
  ]);
  expect((await bodyOf(response)).data).toBe('made');
});

test('DELETE is answered whatever the client holds, and the path names its methods', async () => {
  const response = await service.get('/made', { method: 'DELETE', headers: { 'if-none-match': '*' } });
  expect([response.status, (await bodyOf(response)).data]).toEqual([200, 'made']);
  const refused = await service.get('/made', { method: 'PUT' });
  expect([refused.status, refused.headers.get('allow')?.split(', ').sort()]).toEqual([
    405,
    ['DELETE', 'OPTIONS', 'POST'],
  ]);
});
