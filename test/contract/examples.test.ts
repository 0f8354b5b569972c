import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import {
  answerOf,
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
  key = await service.newKey({ scopes: ['read', 'usage', 'webhooks'], credits: 10_000 });
  document = await readDocument(service.url);
});
afterAll(() => service.close());

describe('every documented example', () => {
  it('is executed against the running server, and its answer is the documented one', async () => {
    const validators = new Validators(document);
    let exported = EXAMPLE_EXPORT;
    // What deletes comes last.
    const inOrder = operationsOf(document).toSorted(
      (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
    );
    for (const operation of inOrder) {
      const { operationId } = operation;
      const body = exampleBody(operation);
      const url = exampleUrl(operation, await madeFor(operationId)).replace(EXAMPLE_EXPORT, exported);
      const response = await fetch(service.url + url, {
        method: operation.method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body }),
      });
      if (FILES.includes(operationId)) {
        expect([operationId, response.status, (await response.arrayBuffer()).byteLength > 0]).toEqual([
          operationId,
          200,
          true,
        ]);
        continue;
      }
      const answer = (await response.json()) as Answer;
      if (operationId === 'createExport') exported = await completeExport(answer);
      const fault = validators.faultOf(
        operation,
        response.status,
        response.headers.get('content-type'),
        answer,
      );
      const [status, documented] = answerOf(operation);
      expect([operationId, response.status, fault]).toEqual([operationId, status, null]);
      const shown = shortened(operationId, steady(answer) as Answer);
      if (process.env.UPDATE) record(operationId, shown);
      else expect(shown, operationId).toEqual(documented.content?.['application/json']?.example);
    }
  });
});

/** The id of an export is another each time. */
const EXAMPLE_EXPORT = 'exp_0123456789abcdef01';
/** They answer with a file, which is no example. */
const FILES = ['getExportManifest', 'getExportPart'];

/** What follows it asks for a complete one. */
async function completeExport({ data }: Answer): Promise<string> {
  const { id } = data as { id: string };
  const headers = { authorization: `Bearer ${key}` };
  for (;;) {
    const { data } = await service.get<{ state: string }>(`/api/v1/exports/${id}`, headers);
    if (data.state === 'done') return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const WATCH = 'wat_0123456789abcdef';

const LIST = 'lst_0123456789abcdef0123456789abcdef';
/** Operations on a list that exists. */
const OF_LIST = ['getList', 'deleteList', 'listListRows', 'chooseListRecord', 'listListChanges'];

/** Watches and lists are made before they are asked for, each operation its own. */
async function madeFor(operationId: string): Promise<ReadonlyMap<string, string>> {
  const isOfList = OF_LIST.includes(operationId);
  if (!isOfList && (!/Watch|Deliver/.test(operationId) || operationId === 'createWatch')) return new Map();
  const makes = isOfList ? 'createList' : 'createWatch';
  const create = operationsOf(document).find((operation) => operation.operationId === makes);
  if (!create) return new Map();
  const response = await fetch(service.url + exampleUrl(create), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: exampleBody(create) ?? '',
  });
  const { data } = (await response.json()) as { readonly data: { readonly id: string } };
  return new Map([[isOfList ? LIST : WATCH, data.id]]);
}

interface Answer {
  readonly data: unknown;
  readonly meta: object;
}

/** What differs from start to start in one fixed form: times, ids of requests, accounts and keys, signatures. */
function steady(value: unknown, name = ''): unknown {
  if (name === 'id' && /^exp_/.test(String(value))) return EXAMPLE_EXPORT;
  if (name === 'sha256') return '0'.repeat(64);
  if (name === 'parts' && Array.isArray(value)) return value.map((part) => steady({ ...part, bytes: 8_192 }));
  if (name === 'requestId') return '7705ccdd87c4-1';
  if (name === 'cursor' || name === 'oldestCursor') return '8c1f0d2e9a7b-2';
  if (name === 'keyId') return 'key_0123456789ab';
  if (name === 'prefix') return 'dsr_test_1ZV';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value))
    return '2026-11-20T09:30:00.000Z';
  if (name === 'day') return '2026-11-20';
  if (name === 'secret') return 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  if (typeof value === 'string' && /^(wat|msg)_[0-9a-f]{16}/.test(value))
    return value.startsWith('wat') ? WATCH : 'msg_0123456789abcdef_test_0123456789ab';
  if (typeof value === 'string' && /^lst_/.test(value)) return LIST;
  if (Array.isArray(value)) return value.map((one) => steady(one));
  if (typeof value !== 'object' || value === null) return value;
  if ('algorithm' in value)
    return { ...value, publicKey: `${'A'.repeat(43)}=`, value: `${'A'.repeat(86)}==` };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, steady(member, key)]));
}

function shortened(operationId: string, { data, meta }: Answer): Answer {
  if (/^list(Watches|Lists)$/.test(operationId) && Array.isArray(data))
    return { data: data.slice(0, 1), meta };
  if (operationId !== FIRST_LOADED_ONLY || !Array.isArray(data)) return { data, meta };
  return { data: data.filter((source: { id: string }) => source.id === 'us_co_business_entities'), meta };
}

function record(operationId: string, answer: Answer): void {
  mkdirSync('docs/examples', { recursive: true });
  writeFileSync(`docs/examples/${operationId}.json`, `${JSON.stringify(answer, null, 2)}\n`);
}
