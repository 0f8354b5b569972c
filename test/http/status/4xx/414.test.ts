import { expect, test } from 'vitest';
import { bodyOf, startService } from '../../support/service.js';

test('a path and query over 8,192 bytes is refused, on any path, before anything else', async () => {
  const service = await startService({ documents: [{ path: '/docs', type: 'text/plain', body: 'a' }] });
  for (const path of ['/things/1', '/nothing', '/open', '/docs', '/healthz', '/metrics']) {
    const long = `${path}?x=${'a'.repeat(8_192 - path.length - 3 + 1)}`;
    const response = await fetch(`http://127.0.0.1:${service.port}${long}`);
    expect(response.status).toBe(414);
    expect((await bodyOf(response)).error.code).toBe('uri_too_long');
  }
  const longest = `/things/1?x=${'a'.repeat(8_192 - 12)}`;
  expect((await service.get(longest)).status).toBe(200);
  await service.stop();
});
