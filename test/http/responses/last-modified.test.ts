import { afterEach, beforeEach, expect, test } from 'vitest';
import { inventedOperations } from '../support/operations.js';
import { type Service, startService } from '../support/service.js';

const CHANGED = Date.UTC(2026, 3, 1, 12, 0, 0, 789);
const DATE = 'Wed, 01 Apr 2026 12:00:00 GMT';

let service: Service;
beforeEach(async () => {
  const operations = inventedOperations().map((operation) => ({
    ...operation,
    run: async (...request: Parameters<typeof operation.run>) => ({
      ...(await operation.run(...request)),
      ...(operation.id === 'getEntity' && { lastModified: CHANGED }),
    }),
  }));
  service = await startService({ operations });
});
afterEach(() => service.stop());

const ask = async (headers: Record<string, string>, path = '/things/1') => {
  const response = await service.get(path, { headers });
  return [response.status, response.headers.get('last-modified')];
};

test('an answer says when it last changed, and one that does not know says nothing', async () => {
  expect(await ask({})).toEqual([200, DATE]);
  expect(await ask({}, '/list?q=a')).toEqual([200, null]);
});

test('If-Modified-Since of that second is a free 304 that tells no tag', async () => {
  expect(await ask({ 'if-modified-since': DATE })).toEqual([304, DATE]);
  const { headers } = await service.get('/things/1', { headers: { 'if-modified-since': DATE } });
  expect(headers.get('etag')).toBeNull();
  expect(await service.available()).toBe(100);
});

test.each([
  'Wed, 01 Apr 2026 11:59:59 GMT',
  'Wed, 01 Apr 2026 12:00:01 GMT',
  'Thu, 02 Apr 2026 12:00:00 GMT',
  'Tue, 05 May 2026 10:20:31 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'yesterday',
  '',
])('If-Modified-Since "%s" is answered in full', async (date) =>
  expect(await ask({ 'if-modified-since': date })).toEqual([200, DATE]),
);

test('If-None-Match decides alone where both are sent', async () => {
  expect(await ask({ 'if-modified-since': DATE, 'if-none-match': '"other"' })).toEqual([200, DATE]);
  expect(await ask({ 'if-modified-since': 'Wed, 01 Apr 2020 00:00:00 GMT', 'if-none-match': '*' })).toEqual([
    200,
    DATE,
  ]);
});

test('an answer without a date of its own ignores If-Modified-Since', async () => {
  expect(await ask({ 'if-modified-since': DATE }, '/list?q=a')).toEqual([200, null]);
});
