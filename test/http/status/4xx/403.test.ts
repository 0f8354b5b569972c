import { expect, test } from 'vitest';
import { bodyOf, startService } from '../../support/service.js';

test('a key without the scope is refused, and told which', async () => {
  const service = await startService();
  const { key } = await service.newKey(['usage', 'admin']);
  const response = await service.get('/things/1', { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(403);
  expect(response.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="read"');
  const { error } = await bodyOf(response);
  expect(error).toEqual({ code: 'insufficient_scope', message: 'This key lacks the scope `read`.' });
  await service.stop();
});
