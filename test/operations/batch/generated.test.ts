import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Document, operationsOf, readDocument, Validators } from '../../contract/support/document.js';
import { startSample } from '../../contract/support/sample-service.js';
import { budget } from '../../support/effort.js';
import type { TestService } from '../../support/service.js';

/** `CONTRACT_RUNS=20000 npx vitest run test/operations/batch/generated` tries more. */
const RUNS = Number(process.env.CONTRACT_RUNS ?? 300);
const CREDITS = 10_000_000;

let service: TestService;
let key: string;
let admin: string;
let documents: readonly Document[];
beforeAll(async () => {
  service = await startSample();
  key = await service.newKey({ credits: CREDITS });
  admin = await service.newKey({ scopes: ['admin'] });
  const adminDocument = (await (await fetch(`${service.url}/openapi.admin.json`)).json()) as Document;
  documents = [await readDocument(service.url), adminDocument];
});
afterAll(async () => {
  expect(await service.app.store.ledger.verify()).toEqual([]);
  await service.close();
});

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('CO:20221555001', 'aspen', 'tesla', '%00', '../..', '__proto__', '2024-01-01', ''),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant('x'.repeat(600)),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
);
const name = fc.oneof(
  fc.constantFrom(
    'id',
    'include',
    'name',
    'q',
    'cik',
    'forms',
    'state',
    'limit',
    'offset',
    'sort',
    'dry_run',
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'explain', 'start_date', 'type', 'status'),
  fc.constantFrom('recipient', 'min_amount', 'client_name', 'filing_year'),
  fc.string({ maxLength: 10 }),
);
const item = fc.record({
  operation: fc.constantFrom(
    'getEntity',
    'searchEntities',
    'searchFilings',
    'searchContracts',
    'searchLobbying',
  ),
  parameters: fc.dictionary(name, value, { maxKeys: 4 }),
});
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ items: fc.array(item, { minLength: 1, maxLength: 6 }) })
      .map((of) => JSON.stringify(of)),
  },
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.record({ items: fc.anything() }).map((of) => `${JSON.stringify(of)}`),
);

async function post(path: string, text: string, bearer: string) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: text,
  });
  const answer = (await response.json()) as { data?: readonly { cost: number }[] };
  return { response, answer };
}

test('whatever is sent as a batch, the answer is a documented one, no 5xx, and costs what its items say', async () => {
  const [document] = documents as [Document];
  const operation = operationsOf(document).find(({ operationId }) => operationId === 'batch');
  if (!operation) throw new Error('The document has no batch.');
  const validators = new Validators(document);
  let charged = 0;
  const property = fc.asyncProperty(body, async (text) => {
    const { response, answer } = await post('/api/v1/batch', text, key);
    expect(response.status, text).toBeLessThan(500);
    const type = response.headers.get('content-type');
    expect(validators.faultOf(operation, response.status, type, answer)).toBeNull();
    const cost = Number(response.headers.get('x-credits-cost'));
    const sum = response.status === 200 ? (answer.data ?? []).reduce((total, one) => total + one.cost, 0) : 0;
    expect(cost).toBe(sum);
    charged += cost;
  });
  await fc.assert(property, { numRuns: budget(RUNS, 200) });
  expect(charged).toBeGreaterThan(0);
  const accounts = await service.app.store.ledger.listAccounts();
  const balances = accounts.map(({ id }) => service.app.store.ledger.balance(id, Date.now()));
  const left = (await Promise.all(balances)).map(({ available }) => available);
  expect(left).toContain(CREDITS - charged);
});

test('whatever is sent to the admin API, the answer is a documented one and no 5xx', async () => {
  const [, document] = documents as [Document, Document];
  const validators = new Validators(document);
  const member = fc.oneof(value, fc.constantFrom('read', 'acc_1', '2099-01-01', '2026-02-31'));
  const fields = fc.constantFrom(
    'name',
    'monthlyCredits',
    'requestsPerMinute',
    'credits',
    'reason',
    'expires',
    'accountId',
    'scopes',
    'overlapSeconds',
  );
  const bodies = fc.oneof(
    fc.json(),
    fc.dictionary(fields, member, { maxKeys: 5 }).map((of) => JSON.stringify(of)),
  );
  for (const operation of operationsOf(document)) {
    if (operation.requestBody === undefined) continue;
    const property = fc.asyncProperty(bodies, fc.string({ maxLength: 10 }), async (text, id) => {
      const path = operation.path.replace(/\{\w+\}/, encodeURIComponent(id.replace(/^\.+$/, '') || 'x'));
      const { response, answer } = await post(path, text, admin);
      expect(response.status, `${path} ${text}`).toBeLessThan(500);
      const type = response.headers.get('content-type');
      expect(validators.faultOf(operation, response.status, type, answer)).toBeNull();
    });
    await fc.assert(property, { numRuns: budget(Math.min(RUNS, 60)) });
  }
});
