import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const status = async (accept: string) => (await service.get('/things/1', { headers: { accept } })).status;

test.each([
  'text/html',
  'application/xml, text/*',
  'application/json;q=0',
  '*/*;q=0.0',
  'application/json;q=0, */*',
])('Accept: %s rules out JSON', async (accept) => {
  expect(await status(accept)).toBe(406);
  expect(await service.available()).toBe(100);
});

test.each([
  '*/*',
  'application/json',
  'application/*',
  'text/html, */*;q=0.1',
  'Application/JSON; charset=utf-8',
])('Accept: %s allows it', async (accept) => {
  expect(await status(accept)).toBe(200);
});
