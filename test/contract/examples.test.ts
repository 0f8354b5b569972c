import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import {
  type Document,
  exampleBody,
  exampleUrl,
  operationsOf,
  readDocument,
  Validators,
} from './support/document.js';
import { startSample } from './support/sample-service.js';

/** Operations whose answer differs from server to server: what the example shows must be of the same kind. */
const FIRST_LOADED_ONLY = 'listSources';

let service: TestService;
let document: Document;
let key: string;
beforeAll(async () => {
  service = await startSample();
  key = await service.newKey({ scopes: ['read', 'usage'], credits: 10_000 });
  document = await readDocument(service.url);
});
afterAll(() => service.close());

describe('every documented example', () => {
  it('is executed against the running server, and its answer is the documented one', async () => {
    const validators = new Validators(document);
    for (const operation of operationsOf(document)) {
      const { operationId, responses } = operation;
      const body = exampleBody(operation);
      const response = await fetch(service.url + exampleUrl(operation), {
        method: operation.method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body }),
      });
      const answer = (await response.json()) as Answer;
      const fault = validators.faultOf(
        operation,
        response.status,
        response.headers.get('content-type'),
        answer,
      );
      expect([operationId, response.status, fault]).toEqual([operationId, 200, null]);
      const shown = shortened(operationId, steady(answer) as Answer);
      if (process.env.UPDATE) record(operationId, shown);
      else expect(shown, operationId).toEqual(responses['200']?.content?.['application/json']?.example);
    }
  });
});

interface Answer {
  readonly data: unknown;
  readonly meta: object;
}

/** What differs from start to start in one fixed form: times, ids of requests, accounts and keys. */
function steady(value: unknown, name = ''): unknown {
  if (name === 'requestId') return '7705ccdd87c4-1';
  if (name === 'keyId') return 'key_0123456789ab';
  if (name === 'prefix') return 'dsr_test_1ZV';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value))
    return '2026-11-20T09:30:00.000Z';
  if (name === 'day') return '2026-11-20';
  if (Array.isArray(value)) return value.map((one) => steady(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, steady(member, key)]));
}

function shortened(operationId: string, { data, meta }: Answer): Answer {
  if (operationId !== FIRST_LOADED_ONLY || !Array.isArray(data)) return { data, meta };
  return { data: data.filter((source: { id: string }) => source.id === 'us_co_business_entities'), meta };
}

function record(operationId: string, answer: Answer): void {
  mkdirSync('docs/examples', { recursive: true });
  writeFileSync(`docs/examples/${operationId}.json`, `${JSON.stringify(answer, null, 2)}\n`);
}
