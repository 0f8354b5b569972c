import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budget } from '../support/effort.js';
import type { TestService } from '../support/service.js';
import { type Document, type Operation, operationsOf, readDocument, Validators } from './support/document.js';
import { type Attempt, attempts } from './support/hostile.js';
import { startSample } from './support/sample-service.js';

/** Inputs for each operation; `CONTRACT_RUNS=20000 npx vitest run test/contract/generated` tries more and tells what came. */
const RUNS = Number(process.env.CONTRACT_RUNS ?? 400);
const CREDITS = 10_000_000;

let service: TestService;
let document: Document;
let key: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const outcomes = new Map<string, number>();
beforeAll(async () => {
  service = await startSample();
  key = await service.newKey({ scopes: ['read', 'usage', 'webhooks'], credits: CREDITS });
  document = await readDocument(service.url);
});
afterAll(async () => {
  agent.destroy();
  await service.close();
  if (process.env.CONTRACT_RUNS) process.stderr.write(`${JSON.stringify([...outcomes].sort())}\n`);
});

describe('whatever is sent', () => {
  it('the answer has a documented status and only declared fields, is no 5xx, and charges exactly what it says', async () => {
    const validators = new Validators(document);
    let charged = 0;
    for (const operation of operationsOf(document)) {
      const property = fc.asyncProperty(attempts(operation), async (attempt) => {
        const answer = await send(attempt);
        outcomes.set(label(operation, answer), (outcomes.get(label(operation, answer)) ?? 0) + 1);
        expect(answer.status, attempt.target).toBeLessThan(500);
        expect(faultOf(validators, operation, attempt, answer)).toBeNull();
        if (attempt.method !== 'HEAD') charged += chargeOf(answer);
      });
      await fc.assert(property, { numRuns: budget(RUNS) });
    }
    const ofExports = await creditsOfExports();
    expect(await creditsUsed()).toBe(charged + ofExports);
    expect(await service.app.store.ledger.verify()).toEqual([]);
  }, 600_000);

  it('a key of any form is a documented 401 or, after too many, 429, without a charge', async () => {
    const validators = new Validators(document);
    const [operation] = operationsOf(document);
    const text = fc.string({ maxLength: 200 }).map((value) => value.replace(/[^\x20-\x7e]/g, '?'));
    const property = fc.asyncProperty(
      text,
      fc.constantFrom('', 'Bearer ', 'Basic '),
      async (value, scheme) => {
        const attempt = {
          method: 'GET',
          target: '/api/v1/entity/CO:1',
          headers: { Authorization: scheme + value },
        } as const;
        const answer = await send(attempt);
        expect([401, 429]).toContain(answer.status);
        if (operation) expect(faultOf(validators, operation, attempt, answer)).toBeNull();
        expect(chargeOf(answer)).toBe(0);
      },
    );
    await fc.assert(property, { numRuns: budget(Math.min(RUNS, 200)) });
  });
});

interface Received {
  readonly status: number;
  readonly type: string | null;
  readonly cost: string | undefined;
  readonly isPreview: boolean;
  readonly text: string;
}

function send({ method, target, headers, body }: Attempt): Promise<Received> {
  const { hostname, port } = new URL(service.url);
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const all = { Authorization: `Bearer ${key}`, ...length, ...headers, 'Accept-Encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path: target, headers: all, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const { 'content-type': type = null, 'x-credits-cost': cost } = response.headers;
        const isPreview = response.headers['x-credits-quote'] !== undefined;
        resolve({
          status: response.statusCode ?? 0,
          type,
          cost: cost as string | undefined,
          isPreview,
          text,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function faultOf(
  validators: Validators,
  operation: Operation,
  { method }: Attempt,
  answer: Received,
): string | null {
  const { status, type, text } = answer;
  if (method === 'HEAD' && text !== '') return 'An answer to HEAD has a body.';
  if (text === '') return operation.responses[String(status)] ? null : `${status} is not documented.`;
  const body: unknown = type?.includes('json') ? JSON.parse(text) : text;
  if (answer.isPreview) return validators.faultOfPreview(body);
  return validators.faultOf(operation, status, type, body);
}

/** What the answer says it cost: header and body agree, and only a success costs anything. */
function chargeOf({ status, cost, text, type }: Received): number {
  const credits = Number(cost ?? 0);
  if (![200, 201, 202].includes(status)) expect(credits).toBe(0);
  else if (text !== '' && type?.startsWith('application/json')) {
    const { meta } = JSON.parse(text) as { meta: { creditsUsed?: number } };
    expect(meta.creditsUsed ?? 0).toBe(credits);
  }
  return credits;
}

async function creditsUsed(): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const { data } = await service.get<{ creditsRemaining: number }>('/api/v1/usage', headers);
  return CREDITS - data.creditsRemaining;
}

/** Charged for ordered exports once all are complete, beyond the credit of each order. */
async function creditsOfExports(): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  for (;;) {
    const { data } = await service.get<readonly { state: string; credits: number }[]>(
      '/api/v1/exports',
      headers,
    );
    if (data.every(({ state }) => state === 'done'))
      return data.reduce((sum, { credits }) => sum + credits - 1, 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function label({ operationId }: Operation, { status }: Received): string {
  return `${operationId} ${status}`;
}
