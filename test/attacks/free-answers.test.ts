import { expect, test } from 'vitest';
import { startVictim } from './support.js';

test('whoever pays nothing learns nothing: no total, no record, no tag', async () => {
  const victim = await startVictim();
  const ask = (path: string, headers: Record<string, string>, key = victim.key, method = 'GET') =>
    fetch(`${victim.url}${path}`, { method, headers: { authorization: `Bearer ${key}`, ...headers } });
  const search = '/api/v1/search?name=a&offset=999999';
  const entity = '/api/v1/entity/CO:20221555001';
  for (const headers of [
    { 'if-none-match': '*' },
    { 'if-modified-since': 'Fri, 31 Dec 9999 23:59:59 GMT' },
  ]) {
    for (const path of [search, entity]) {
      const paid = await ask(path, headers);
      expect(paid.status).toBe(200);
      expect(paid.headers.get('x-credits-cost')).toBe('1');
      expect((await ask(path, headers, victim.pauperKey)).status).toBe(402);
    }
  }
  const head = async (path: string) => {
    const { status, headers } = await ask(path, {}, victim.pauperKey, 'HEAD');
    return [status, headers.get('x-credits-cost'), headers.get('etag'), headers.get('content-length')];
  };
  expect(await head(entity)).toEqual([200, '1', null, null]);
  expect(await head('/api/v1/entity/CO:1')).toEqual(await head(entity));
  await victim.stop();
});
