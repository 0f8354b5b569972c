import { afterEach, beforeEach, expect, test } from 'vitest';
import { inventedOperations, newWork } from '../support/operations.js';
import { bodyOf, type Service, startService } from '../support/service.js';

const work = newWork();
let service: Service;
beforeEach(async () => {
  work.runs.length = 0;
  service = await startService({ operations: inventedOperations(work) });
});
afterEach(() => service.stop());

test.each([
  ['q=willow%E9', 'q'],
  ['q=%zz', 'q'],
  ['q=100%', 'q'],
  ['q=%C3', 'q'],
  ['q=%ED%A0%80', 'q'],
  ['q=%C0%AF', 'q'],
  ['q=a&%ff=1', '%ff'],
  ['q=a&other=%ff', 'other'],
])('the query %s is a 400 that names the parameter, and free', async (query, parameter) => {
  const response = await service.get(`/list?${query}`);
  expect(response.status).toBe(400);
  const { errors } = await bodyOf(response);
  expect(errors).toEqual([
    { parameter, message: 'must be percent-encoded UTF-8; a percent sign itself is %25.' },
  ]);
  expect(work.runs).toEqual([]);
  expect(await service.available()).toBe(100);
});

test('each parameter at fault is named once, also in a preview and by HEAD', async () => {
  const path = '/list?q=%ff&q=%fe&size=%fd';
  const names = async (response: Response) =>
    (await bodyOf(response)).errors.map(({ parameter }) => parameter);
  expect(await names(await service.get(path))).toEqual(['q', 'size']);
  expect(await names(await service.get(`${path}&dry_run=true`))).toEqual(['q', 'size']);
  expect((await service.get(path, { method: 'HEAD' })).status).toBe(400);
});

test.each([
  ['q=100%25', '100%'],
  ['q=Caf%C3%A9+x', 'Café x'],
  ['q=%F0%9F%8F%A2', '🏢'],
])('%s is read as it is meant', async (query, read) => {
  expect((await service.get(`/list?${query}`)).status).toBe(200);
  expect(work.runs).toEqual([read]);
});

test('bytes that are not encoded at all are a 400 that says so', async () => {
  const head = `Host: a\r\nAuthorization: Bearer ${service.key}`;
  const answer = await service.raw(`GET /list?q=Café HTTP/1.1\r\n${head}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('must be percent-encoded');
  expect(work.runs).toEqual([]);
});
