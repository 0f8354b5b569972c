import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
let endpoint: string;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-hostile-values-'));
  endpoint = `${service.url}/reconcile/k/${await service.newKey({ scopes: ['reconcile'] })}`;
});
afterAll(() => service.close());

const DEEP = 100_000;

test.each([
  ['objects in objects', `${'{"name":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
  ['lists in lists', `${'['.repeat(DEEP)}1${']'.repeat(DEEP)}`],
  ['a list of more values than a call takes', `[${'1,'.repeat(3 * DEEP)}1]`],
])('a query is answered whose property has %s', async (_what, value) => {
  const queries = `{"q0":{"query":"willow harbor","properties":[{"pid":"otherName","v":${value}}]}}`;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    // Encoded it would be longer than a form may be.
    body: `queries=${queries}`,
  });
  const answer = (await response.json()) as { q0?: { result: { id: string }[] } };
  expect([response.status, answer.q0?.result[0]?.id]).toEqual([200, 'CO:20221555001']);
});
