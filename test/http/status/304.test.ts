import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentTag, saltedTagger } from '../../../src/gateway/answer-text.js';
import { namesETag } from '../../../src/http/request-headers.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const tagOf = async (path: string) => (await service.get(path)).headers.get('etag') ?? '';
const ask = (path: string, tags: string) => service.get(path, { headers: { 'if-none-match': tags } });

test('an unchanged answer is 304 without a body, and free', async () => {
  const etag = await tagOf('/things/1');
  const response = await ask('/things/1', etag);
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

test('a list of tags matches, another tag does not', async () => {
  const etag = await tagOf('/things/1');
  expect((await ask('/things/1', `"a", ${etag}, W/"b"`)).status).toBe(304);
  expect((await ask('/things/1', etag.slice(2))).status).toBe(304);
  expect((await ask('/things/1', '"a", W/"b"')).status).toBe(200);
});

test.each(['*', ' * ', '"*"', '*, "a"', ''])(
  'on a priced operation If-None-Match %j matches nothing',
  async (tags) => {
    const response = await ask('/things/1', tags);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-credits-cost')).toBe('1');
  },
);

test('on a free operation * matches', async () => {
  expect((await ask('/open', '*')).status).toBe(304);
});

test('nobody can compute the tag of an answer that they guess', async () => {
  const body = await (await service.get('/list?q=a')).text();
  const content = body.slice(0, body.indexOf('"creditsUsed"'));
  const guessed = [contentTag(content), contentTag(body), saltedTagger('')(content)].join(', ');
  expect((await ask('/list?q=a', guessed)).status).toBe(200);
});

test('two servers with one salt give an answer the same tag, with another salt another', () => {
  const [one, same, other] = [saltedTagger('a'), saltedTagger('a'), saltedTagger('b')];
  expect(one('text')).toBe(same('text'));
  expect(one('text')).not.toBe(other('text'));
});

test('a comma inside a tag does not cut it', () => {
  expect(namesETag('"a,b"', 'W/"a,b"')).toBe(true);
  expect(namesETag('"a,b"', 'W/"b"')).toBe(false);
});
