import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyOf, type Service, startService } from '../../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

test('what an operation does not find is 404 and free', async () => {
  const response = await service.get('/things/missing');
  expect(response.status).toBe(404);
  expect((await bodyOf(response)).error).toEqual({ code: 'not_found', message: 'There is no such thing.' });
  expect(response.headers.get('x-credits-cost')).toBe('0');
  expect(response.headers.get('x-credits-remaining')).toBe('100');
  expect(await service.available()).toBe(100);
});

test('a slash at the end and a doubled one make no other path', async () => {
  for (const path of ['/things/1/', '//things/1', '/things//1', '//things//1//']) {
    expect((await service.get(path)).status).toBe(200);
  }
});

test('the case of a path counts, which the answer says', async () => {
  const response = await service.get('/Things/1');
  expect(response.status).toBe(404);
  expect(JSON.stringify(await bodyOf(response))).toContain('paths are case-sensitive');
});

test.each(['/', '/things', '/things/1/2', '/THINGS/1', '/nothing'])('%s is no path', async (path) => {
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toBeTruthy();
});
