import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { fill, startService, type TestService } from '../../support/service.js';

const RECORDS = [
  { key: '1', name: 'TWIN LANTERN BOOKS, LLC', principalAddress: '12 INVENTED WAY, DENVER, CO 80202' },
  { key: '2', name: 'TWIN LANTERN BOOKS, INC.', principalAddress: '9 OTHER ST, AURORA, CO 80010' },
  { key: '3', name: 'SOLE CEDAR ROPES LLC', principalAddress: '12 INVENTED WAY, DENVER, CO 80202' },
];
const load = (records: readonly { readonly key: string; readonly name: string }[]) => ({
  entities: { us_co_business_entities: records },
});

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService(load(RECORDS), { webhooks: { allowed: [], maxWatches: 10 } });
});
// The lists that one key creates in a minute are limited.
beforeEach(async () => {
  key = await service.newKey({ scopes: ['read', 'webhooks'], credits: 1_000 });
});
afterAll(() => service.close());

interface Sent {
  readonly body?: unknown;
  readonly bearer?: string;
  readonly under?: string;
}

async function send(method: string, path: string, { body, bearer = key, under }: Sent = {}) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(under !== undefined && { 'idempotency-key': under }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as {
    // biome-ignore lint/suspicious/noExplicitAny: responses of several operations
    data: any;
    meta: Record<string, unknown> & { creditsUsed: number };
    errors?: readonly { parameter: string; message: string }[];
  };
  return { status: response.status, ...answer };
}

const CSV =
  'Vendor,Company,Ort\nV-1,Sole Cedar Ropes LLC,Denver\nV-2,Twin Lantern Books,\nV-3,,\nV-4,Nobody Known Inc,\n';
const NEW = { name: 'Vendors', csv: CSV, columns: { name: 'Company', city: 'Ort' } };
const create = async (sent: Sent = {}) =>
  (await send('POST', '/lists', { body: NEW, ...sent })).data.id as string;

/** Ids of the rows of an export, in their order. */
const rowsOf = async (body: object) => {
  const { status, data } = await send('POST', '/exports', { body });
  expect(status).toBe(202);
  const state = async () => (await send('GET', `/exports/${data.id}`)).data;
  await expect.poll(async () => (await state()).state).toBe('done');
  const response = await fetch(`${service.url}/api/v1/exports/${data.id}/parts/1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if ((await state()).rows === 0) return [];
  const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
};

describe('POST /lists', () => {
  test('matches each row with a name for one credit, and stores the list with all its columns', async () => {
    const made = await send('POST', '/lists', { body: NEW });
    expect([made.status, made.meta.creditsUsed]).toEqual([201, 3]);
    expect(made.data).toMatchObject({
      name: 'Vendors',
      headings: ['Vendor', 'Company', 'Ort'],
      columns: { name: 'Company', city: 'Ort' },
      counts: { found: 1, chosen: 0, possible: 0, ambiguous: 1, none: 2, not_read: 0, not_matched: 0 },
      records: 1,
      expiresAt: null,
    });
    const read = await send('GET', `/lists/${made.data.id}`);
    expect([read.status, read.meta.creditsUsed, read.data]).toEqual([200, 0, made.data]);
  });

  test('reads rows as objects, guesses the columns, and agrees with GET /match', async () => {
    const rows = [{ 'Company Name': 'Sole Cedar Ropes LLC', Zip: 80202, Note: null }];
    const { data } = await send('POST', '/lists', { body: { name: 'Rows', rows } });
    expect(data.columns).toEqual({ name: 'Company Name', zip: 'Zip' });
    const { data: found } = await send('GET', `/lists/${data.id}/rows`);
    const { data: match } = await send('GET', '/match?name=Sole%20Cedar%20Ropes%20LLC&zip=80202');
    const [{ id, name, state, probability }] = match.candidates;
    expect(found).toEqual([
      {
        ...{
          row: 1,
          values: ['Sole Cedar Ropes LLC', '80202', ''],
          outcome: match.outcome,
          reason: match.reason,
        },
        record: { id, name, state, probability },
        candidates: [{ id, name, state, probability }],
      },
    ]);
  });

  test('repeated under its Idempotency-Key returns the same list, costs nothing and keeps choices', async () => {
    const first = await send('POST', '/lists', { body: NEW, under: 'list-1' });
    await send('PATCH', `/lists/${first.data.id}/rows/2`, { body: { choice: 'CO:2' } });
    const second = await send('POST', '/lists', { body: NEW, under: 'list-1' });
    expect([second.status, second.data.id, second.meta.creditsUsed]).toEqual([201, first.data.id, 0]);
    expect(second.data.counts.chosen).toBe(1);
    expect((await send('POST', '/lists', { body: { ...NEW, name: 'x' }, under: 'list-1' })).status).toBe(422);
  });

  test('is refunded if it cannot be stored, and charged once when it is repeated', async () => {
    const bearer = await service.newKey({ credits: 10, scopes: ['read', 'usage'] });
    const remaining = async () => (await send('GET', '/usage', { bearer })).data.creditsRemaining;
    const before = await remaining();
    const database = new Database(join(service.folder.path, 'state.db'));
    database.exec(
      `CREATE TRIGGER full BEFORE INSERT ON match_lists BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
    );
    const refused = await send('POST', '/lists', { body: NEW, bearer, under: 'full' });
    database.exec('DROP TRIGGER full');
    database.close();
    expect([refused.status >= 500, await remaining()]).toEqual([true, before]);
    expect((await send('GET', '/lists', { bearer })).data).toEqual([]);
    const made = await send('POST', '/lists', { body: NEW, bearer, under: 'full' });
    expect([made.status, made.meta.creditsUsed, await remaining()]).toEqual([201, 3, before - 3]);
    const again = await send('POST', '/lists', { body: NEW, bearer, under: 'full' });
    expect([again.data.id, again.meta.creditsUsed]).toEqual([made.data.id, 0]);
    expect(await service.app.store.ledger.verify()).toEqual([]);
  });

  test('stores nothing that is not paid for', async () => {
    const bearer = await service.newKey({ credits: 2 });
    expect((await send('POST', '/lists', { body: NEW, bearer })).status).toBe(402);
    expect((await send('GET', '/lists', { bearer })).data).toEqual([]);
    expect(await send('POST', '/lists?dry_run=true', { body: NEW, bearer })).toMatchObject({
      data: { cost: 3 },
    });
    expect((await send('GET', '/lists', { bearer })).data).toEqual([]);
  });

  test('keeps every list of an account: the list after the last is refused, and nothing is charged', async () => {
    const bearer = await service.newKey({ credits: 1_000 });
    const rest = { body: { name: 'Names', csv: 'name\nSole Cedar Ropes LLC\n' }, bearer };
    const { matchLists } = service.app.store.state;
    const first = await create(rest);
    const stored = await matchLists.find(first, Date.now());
    if (!stored) throw new Error('The list is not stored.');
    for (let at = 1; at < 100; at++) await matchLists.put({ ...stored, id: `lst_${at}` }, 100, Date.now());
    const refused = await send('POST', '/lists', rest);
    expect([refused.status, (await send('GET', '/lists', { bearer })).data.length]).toEqual([409, 100]);
    await send('DELETE', `/lists/${first}`, { bearer });
    expect((await send('POST', '/lists', rest)).status).toBe(201);
  });

  test.each<[string, object, string]>([
    ['csv and rows', { csv: 'name\nA', rows: [{ name: 'A' }] }, 'csv'],
    ['neither', {}, 'rows'],
    ['no rows', { csv: 'name\n' }, 'csv'],
    ['too many rows', { csv: `name\n${'A\n'.repeat(1_001)}` }, 'csv'],
    ['too many columns', { csv: `name${','.repeat(300)}\nA\n` }, 'csv'],
    [
      'too many columns of rows',
      { rows: Array.from({ length: 300 }, (_, at) => ({ [`c${at}`]: 'A' })) },
      'rows',
    ],
    ['a surplus field', { csv: 'name,state\nA,CO,x\n' }, 'csv'],
    ['a quote without an end', { csv: 'name\n"A\n' }, 'csv'],
    ['no column of the company', { csv: 'Ort\nA\n' }, 'columns'],
    ['an unknown heading', { csv: 'Firm\nA\n', columns: { name: 'Firma' } }, 'columns/name'],
    ['an unknown use', { csv: 'Firm\nA\n', columns: { naem: 'Firm' } }, 'columns/naem'],
  ])('refuses %s, and names the parameter', async (_, body, parameter) => {
    const { status, errors } = await send('POST', '/lists', { body: { name: 'Vendors', ...body } });
    expect([status, errors?.map((fault) => fault.parameter)]).toEqual([
      400,
      expect.arrayContaining([parameter]),
    ]);
  });
});

describe('a list', () => {
  test('shows its rows by outcome and page by page', async () => {
    const id = await create();
    const none = await send('GET', `/lists/${id}/rows?outcome=none&limit=1`);
    expect(none.data.map(({ row }: { row: number }) => row)).toEqual([3]);
    expect(none.meta).toMatchObject({ totalCount: 2, hasMore: true });
    const next = await send('GET', `/lists/${id}/rows?outcome=none&limit=1&offset=1`);
    expect(next.data.map(({ row }: { row: number }) => row)).toEqual([4]);
    expect((await send('GET', `/lists/${id}/rows?outcome=some`)).status).toBe(400);
  });

  test('takes the choice of a candidate, and takes it back', async () => {
    const id = await create();
    const chosen = await send('PATCH', `/lists/${id}/rows/2`, { body: { choice: 'CO:2' } });
    expect(chosen.data).toMatchObject({ row: 2, outcome: 'chosen', record: { id: 'CO:2' } });
    expect(chosen.data.candidates).toHaveLength(2);
    expect((await send('GET', `/lists/${id}`)).data).toMatchObject({ records: 2, counts: { chosen: 1 } });
    for (const choice of ['CO:3', '']) {
      expect((await send('PATCH', `/lists/${id}/rows/2`, { body: { choice } })).status).toBe(400);
    }
    for (const row of ['0', '5', 'x', '1e3'])
      expect((await send('PATCH', `/lists/${id}/rows/${row}`, { body: { choice: null } })).status).toBe(404);
    const back = await send('PATCH', `/lists/${id}/rows/2`, { body: { choice: null } });
    expect(back.data).toMatchObject({ outcome: 'ambiguous', record: null });
  });

  test('keeps every choice of writers at the same time, and stays deleted', async () => {
    const csv = `Company\n${'Twin Lantern Books\n'.repeat(6)}`;
    const id = await create({ body: { name: 'Six', csv, columns: { name: 'Company' } } });
    const choose = (row: number, choice: string | null) =>
      send('PATCH', `/lists/${id}/rows/${row}`, { body: { choice } });
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map((row) => choose(row, row % 2 ? 'CO:1' : 'CO:2')));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await send('GET', `/lists/${id}`)).data).toMatchObject({ counts: { chosen: 6 }, records: 2 });
    const [first, second] = await Promise.all([choose(1, 'CO:2'), choose(1, null)]);
    const { data } = await send('GET', `/lists/${id}/rows?limit=1`);
    expect([first.data.outcome, second.data.outcome]).toEqual(['chosen', 'ambiguous']);
    expect(['chosen', 'ambiguous']).toContain(data[0].outcome);
    const both = await Promise.all([send('DELETE', `/lists/${id}`), choose(2, null), choose(3, null)]);
    expect(both[0].status).toBe(200);
    expect((await send('GET', `/lists/${id}`)).status).toBe(404);
  });

  test('belongs to one account', async () => {
    const [id, bearer] = [await create(), await service.newKey({ scopes: ['read', 'webhooks'] })];
    const requests: [string, string, unknown?][] = [
      ...[['GET', ''] as [string, string], ['GET', '/rows'] as [string, string]],
      ...[['GET', '/changes'] as [string, string], ['DELETE', ''] as [string, string]],
      ['PATCH', '/rows/1', { choice: null }],
    ];
    for (const [method, path, body] of requests)
      expect((await send(method, `/lists/${id}${path}`, { bearer, body })).status).toBe(404);
    expect((await send('GET', '/lists', { bearer })).data).toEqual([]);
    const watch = { query: { list: id }, endpoint: 'https://8.8.8.8/hook' };
    expect((await send('POST', '/watches', { body: watch, bearer })).errors).toMatchObject([
      { parameter: 'query/list' },
    ]);
    expect((await send('GET', `/lists/${id}`)).status).toBe(200);
  });

  test('is deleted with the watches of it', async () => {
    const id = await create();
    const watch = { query: { list: id }, endpoint: 'https://8.8.8.8/hook' };
    const watched = await send('POST', '/watches', { body: watch });
    expect([watched.status, watched.data.query]).toEqual([201, { list: id }]);
    expect((await send('DELETE', `/lists/${id}`)).data.id).toBe(id);
    expect((await send('GET', `/lists/${id}`)).status).toBe(404);
    expect((await send('GET', `/watches/${watched.data.id}`)).status).toBe(404);
    expect((await send('DELETE', `/lists/${id}`)).status).toBe(404);
  });

  test('narrows exports', async () => {
    const id = await create();
    expect(await rowsOf({ kind: 'entities', filter: { list: id } })).toEqual(['CO:3']);
    await send('PATCH', `/lists/${id}/rows/2`, { body: { choice: 'CO:1' } });
    const both = await rowsOf({ kind: 'entities', filter: { list: id, state: 'CO' } });
    expect(both.toSorted()).toEqual(['CO:1', 'CO:3']);
    expect(await rowsOf({ kind: 'entities', filter: { list: id, state: 'NY' } })).toEqual([]);
    for (const [kind, list] of [
      ['filings', id],
      ['entities', 'lst_0'],
    ]) {
      const refused = await send('POST', '/exports', { body: { kind, filter: { list } } });
      expect([refused.status, refused.errors?.[0]?.parameter]).toEqual([400, 'filter.list']);
    }
  });

  test('shows the changes of its records since it was created, for one credit', async () => {
    const id = await create();
    const before = await send('GET', `/lists/${id}/changes`);
    expect([before.data, before.meta.creditsUsed]).toEqual([[], 1]);
    await fill(
      service.app.store.catalog,
      load(RECORDS.map((record) => ({ ...record, name: record.name.replace(' ', '  X ') }))),
    );
    const idsOf = async (query: string) =>
      (await send('GET', `/lists/${id}/changes?${query}`)).data.map((event: { id: string }) => event.id);
    await expect.poll(() => idsOf('')).toEqual(['CO:3']);
    await send('PATCH', `/lists/${id}/rows/2`, { body: { choice: 'CO:2' } });
    expect((await idsOf('')).toSorted()).toEqual(['CO:2', 'CO:3']);
    expect(await rowsOf({ kind: 'changes', filter: { list: id } })).toEqual(await idsOf(''));
    const { meta } = await send('GET', `/lists/${id}/changes?limit=1`);
    expect(await idsOf(`cursor=${meta.cursor}`)).toHaveLength(1);
    expect((await send('GET', `/lists/${id}/changes?cursor=x`)).status).toBe(400);
  });
});
