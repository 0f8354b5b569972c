import { afterEach, beforeEach, expect, test } from 'vitest';
import { matchesETag } from '../../src/http/etag.js';
import { type Service, startService } from './support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const tagOf = async (path: string) => (await service.get(path)).headers.get('etag') ?? '';

test('an unchanged answer is 304 without a body, and free', async () => {
  const etag = await tagOf('/things/1');
  const response = await service.get('/things/1', { headers: { 'if-none-match': etag } });
  expect(response.status).toBe(304);
  expect(await response.text()).toBe('');
  expect(response.headers.get('etag')).toBe(etag);
  expect(response.headers.get('x-credits-cost')).toBe('0');
  expect(response.headers.get('x-credits-remaining')).toBe('99');
  expect(await service.available()).toBe(99);
});

test('the tag is weak, leaves out request id and credits, and differs with the content', async () => {
  const etag = await tagOf('/things/1');
  expect(etag).toMatch(/^W\/"[\w-]+"$/);
  expect(await tagOf('/things/1')).toBe(etag);
  expect(await tagOf('/things/2')).not.toBe(etag);
  expect(await tagOf('/things/1?unknown=1')).not.toBe(etag);
});

test('a list of tags and * match, another tag does not', async () => {
  const etag = await tagOf('/things/1');
  const status = async (tags: string) =>
    (await service.get('/things/1', { headers: { 'if-none-match': tags } })).status;
  expect(await status(`"a", ${etag}, W/"b"`)).toBe(304);
  expect(await status(etag.slice(2))).toBe(304);
  expect(await status('*')).toBe(304);
  expect(await status('"a", W/"b"')).toBe(200);
});

test('a comma inside a tag does not cut it', () => {
  expect(matchesETag('"a,b"', 'W/"a,b"')).toBe(true);
  expect(matchesETag('"a,b"', 'W/"b"')).toBe(false);
});
