import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amidAMinute } from '../support/clock/minute.js';
import type { TestService } from '../support/service.js';
import { startSample } from './support/sample-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startSample();
});
afterAll(() => service.close());

interface Problem {
  readonly detail: string;
  readonly error: { readonly code: string };
  readonly [member: string]: unknown;
}

/** The example on the page of an error. */
async function exampleOf(code: string): Promise<Problem> {
  const html = await (await fetch(`${service.url}/docs/errors/${code}`)).text();
  const text = /<pre>([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? '';
  return JSON.parse(
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
}

interface Asked {
  readonly path: string;
  readonly credits?: number;
  readonly perMinute?: number;
  readonly first?: Asked;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const JSON_BODY = { 'content-type': 'application/json' };
const ONCE = { 'idempotency-key': 'once' };

/** By code: a request that is answered so. Those that need a fault of the service itself are left out. */
const CAUSES: Readonly<Record<string, Asked>> = {
  invalid_params: { path: '/api/v1/search?name=a&limit=ten' },
  unauthorized: { path: '/api/v1/search?name=a', headers: { authorization: 'Bearer nothing' } },
  insufficient_credits: { path: '/api/v1/entity/CO:1?include=all', credits: 3 },
  insufficient_scope: { path: '/api/v1/usage' },
  not_found: { path: '/api/v1/entity/CO:1' },
  idempotency_key_reused: {
    path: '/api/v1/search?name=b',
    headers: ONCE,
    first: { path: '/api/v1/search?name=a', headers: ONCE },
  },
  method_not_allowed: { path: '/docs', method: 'DELETE' },
  not_acceptable: { path: '/api/v1/search?name=a', headers: { accept: 'text/plain' } },
  content_too_large: { path: '/api/v1/batch', method: 'POST', headers: JSON_BODY, body: 'a'.repeat(70_000) },
  uri_too_long: { path: `/api/v1/search?name=${'a'.repeat(9_000)}` },
  unsupported_media_type: {
    path: '/api/v1/batch',
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'a',
  },
  rate_limit_exceeded: {
    path: '/api/v1/search?name=a',
    perMinute: 1,
    first: { path: '/api/v1/search?name=a' },
  },
};

/** What differs from one occurrence to the next. */
const steady = (text: string) =>
  text.replace(/make \d+ requests/, 'make N requests').replace(/in \d+ s\b/, 'in N s');

describe('the example on the page of an error is what the service says', () => {
  it.each(Object.entries(CAUSES))('%s', async (code, request) => {
    const { credits = 100, perMinute = 100 } = request;
    const key = await service.newKey({ scopes: ['read'], credits, perMinute });
    const send = ({ path, method = 'GET', headers, body }: Asked) =>
      fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body !== undefined && { body }),
      });
    if (request.perMinute !== undefined) await amidAMinute();
    if (request.first) await send(request.first);
    const answer = (await (await send(request)).json()) as Problem;
    const example = await exampleOf(code);
    expect([answer.error.code, steady(answer.detail)]).toEqual([code, steady(example.detail)]);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(example).sort());
    expect(answer.errors).toEqual(example.errors);
  });

  it.each([
    ['expectation_failed', 'Expect: a-miracle'],
    ['headers_too_large', `X-Long: ${'a'.repeat(20_000)}`],
  ])('%s', async (code, header) => {
    const { hostname, port } = new URL(service.url);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\n\r\n`),
      );
      socket.on('data', (data) => {
        received += data.toString();
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    const answer = JSON.parse(text.slice(text.indexOf('{'))) as Problem;
    expect([answer.error.code, answer.detail]).toEqual([code, (await exampleOf(code)).detail]);
  });
});
