import { afterEach, beforeEach, expect, test } from 'vitest';
import { inventedOperations, newWork } from '../support/operations.js';
import { bodyOf, type Service, startService } from '../support/service.js';

const work = newWork();
let service: Service;
beforeEach(async () => {
  service = await startService({ credits: 0, operations: inventedOperations(work) });
});
afterEach(async () => {
  expect(work.runs).toEqual([]);
  await service.stop();
});

test('dry_run=true tells the price without looking anything up, whatever the balance', async () => {
  const response = await service.get('/things/missing?include=ucc&dry_run=true');
  expect(response.status).toBe(200);
  const { data, meta } = await bodyOf(response);
  expect(data).toEqual({ valid: true, cost: 2 });
  expect(meta.creditsUsed).toBe(0);
  expect(meta.ignoredParameters).toBeUndefined();
  expect(response.headers.get('x-credits-cost')).toBe('0');
  expect(response.headers.get('x-credits-quote')).toBe('2');
  expect(response.headers.get('x-credits-remaining')).toBe('0');
});

test('HEAD tells the price, and neither the length nor the tag of an answer that it does not make', async () => {
  const response = await service.get('/list?q=a', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-credits-cost')).toBe('2');
  expect(response.headers.get('x-credits-quote')).toBe('2');
  expect(response.headers.get('x-credits-remaining')).toBe('0');
  for (const name of ['content-length', 'etag', 'content-type', 'transfer-encoding', 'last-modified']) {
    expect(response.headers.get(name)).toBeNull();
  }
  expect(await response.text()).toBe('');
});

test('after a HEAD the connection goes on', async () => {
  const lines = `Host: a\r\nAuthorization: Bearer ${service.key}`;
  const requests = [
    `HEAD /list?q=a HTTP/1.1\r\n${lines}\r\n\r\n`,
    `GET /open HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`,
  ];
  const answer = await service.raw(requests.join(''));
  expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 200 OK/);
});

test('a preview refuses what the request itself would refuse', async () => {
  expect((await service.get('/things/bad?dry_run=true')).status).toBe(400);
  expect((await service.get('/list', { method: 'HEAD' })).status).toBe(400);
  expect((await service.get('/things/1?dry_run=TRUE')).status).toBe(400);
  expect((await service.get('/things/1?dry_run=true&dry_run=true')).status).toBe(400);
});

test('dry_run=false is the request itself', async () => {
  expect((await service.get('/things/1?dry_run=false')).status).toBe(402);
});
