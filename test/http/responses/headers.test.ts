import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService({ corsOrigins: ['https://app.example.com'] });
});
afterEach(() => service.stop());

test('every API answer carries request id, credits, rate limit, caching and tag', async () => {
  const { headers } = await service.get('/things/1');
  expect(headers.get('x-credits-cost')).toBe('1');
  expect(headers.get('x-credits-remaining')).toBe('99');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('vary')).toBe('Authorization, Accept-Encoding, Origin');
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'ratelimit', 'etag']) {
    expect(headers.get(name), name).toBeTruthy();
  }
});

test.each(['/things/missing', '/things/bad', '/things/broken'])(
  'errors carry them too (%s)',
  async (path) => {
    const { headers } = await service.get(path);
    expect(headers.get('x-credits-cost')).toBe('0');
    expect(headers.get('x-credits-remaining')).toBe('100');
    expect(headers.get('x-ratelimit-remaining')).toBe('999');
  },
);

test('a sane request id is echoed, anything else is replaced by one of our own', async () => {
  const echo = async (id: string) =>
    (await service.get('/open', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
  expect(await echo('trace:1.2-3_x')).toBe('trace:1.2-3_x');
  expect(await echo('"}{')).toMatch(/^[\w-]+$/);
  expect(await echo('z'.repeat(129))).not.toContain('zzzz');
  expect(await echo('')).not.toBe(await echo(''));
});

test('a listed origin may read the answer and its headers, another may not', async () => {
  const listed = await service.get('/things/1', { headers: { origin: 'https://app.example.com' } });
  expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  expect(listed.headers.get('access-control-expose-headers')).toContain('X-Credits-Remaining');
  const other = await service.get('/things/1', { headers: { origin: 'https://evil.example.com' } });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});

test('a preflight is answered without a key; only a listed origin is let in', async () => {
  const preflight = (origin: string) =>
    fetch(`http://127.0.0.1:${service.port}/things/1`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
  const listed = await preflight('https://app.example.com');
  expect(listed.status).toBe(204);
  expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  expect(listed.headers.get('access-control-allow-headers')).toContain('Authorization');
  expect((await preflight('https://evil.example.com')).headers.get('access-control-allow-origin')).toBeNull();
});
