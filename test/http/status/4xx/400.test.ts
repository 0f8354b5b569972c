import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyOf, type Service, startService } from '../../support/service.js';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  expect(await service.charges()).toMatchObject({ requests: 0 });
  await service.stop();
});

const faults = async (path: string) => {
  const response = await service.get(path);
  expect(response.status).toBe(400);
  return (await bodyOf(response)).errors;
};

test('a problem document names the parameter, what was wrong and what is allowed', async () => {
  const response = await service.get('/things/1?colour=green', { headers: { 'x-request-id': 'r1' } });
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(await bodyOf(response)).toEqual({
    type: '/docs/errors/invalid_params',
    title: 'A parameter is missing or invalid',
    status: 400,
    detail: 'colour: must be one of red, blue.',
    instance: '/things/1',
    requestId: 'r1',
    error: { code: 'invalid_params', message: 'colour: must be one of red, blue.' },
    errors: [{ parameter: 'colour', message: 'must be one of red, blue.' }],
  });
});

test('a missing parameter is named', async () => {
  expect(await faults('/list')).toEqual([{ parameter: 'q', message: 'is required.' }]);
});

test('a parameter that is not known is named beside a fault: it may be what was meant', async () => {
  const message = 'unknown parameter, ignored; known parameters are q.';
  expect(await faults('/list?querry=acme')).toEqual([
    { parameter: 'q', message: 'is required.' },
    { parameter: 'querry', message },
  ]);
  expect(await faults('/things/bad?size=1&toString=1')).toMatchObject([
    { parameter: 'id' },
    { parameter: 'toString' },
  ]);
});

test('a repeated scalar parameter is refused, a list parameter may repeat', async () => {
  expect(await faults('/things/1?size=1&size=2')).toEqual([
    { parameter: 'size', message: 'must be specified once.' },
  ]);
  expect((await service.get('/things/1?include=a&include=b&dry_run=true')).status).toBe(200);
});

test('a value over 500 characters is refused', async () => {
  const fault = { message: 'must have at most 500 characters.' };
  expect(await faults(`/things/1?size=${'a'.repeat(501)}`)).toEqual([{ parameter: 'size', ...fault }]);
  expect(await faults(`/things/${'a'.repeat(501)}`)).toEqual([{ parameter: 'id', ...fault }]);
  expect((await service.get(`/things/1?dry_run=true&size=${'a'.repeat(500)}`)).status).toBe(200);
});

test('all faults come at once', async () => {
  const errors = await faults('/things/1?size=1&size=2&colour=green&dry_run=perhaps');
  expect(errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
    'colour',
    'dry_run',
    'size',
  ]);
});

test('what the operation itself refuses is a 400 too', async () => {
  expect(await faults('/things/bad')).toEqual([{ parameter: 'id', message: 'must not be bad.' }]);
});

test('a path that is no valid percent-encoding is a 400', async () => {
  const response = await service.get('/things/%zz');
  expect(response.status).toBe(400);
  expect((await bodyOf(response)).error.code).toBe('invalid_params');
});

test('what is no HTTP is answered with a problem document', async () => {
  const answer = await service.raw('HELLO\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"invalid_params"');
});

test('two Host lines are refused on every path: a proxy may have read the other one', async () => {
  const service = await startService();
  for (const path of ['/things/1', '/open', '/healthz', '/nothing']) {
    const lines = `Authorization: Bearer ${service.key}\r\nhOsT: b\r\nConnection: close`;
    const answer = await service.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('A request must have one Host header.');
  }
  expect(await service.available()).toBe(100);
  await service.stop();
});
