import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportItem, ExportManifest } from '../../src/contract/export.js';
import { amidAMinute } from '../support/clock/minute.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-exports-'));
});
afterAll(() => service.close());

interface Asked {
  readonly key?: string | null;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function ask(
  path: string,
  { key = service.key, method = 'GET', body, headers }: Asked = {},
): Promise<Response> {
  return fetch(`${service.url}/api/v1/exports${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const bodyOf = async <Data>(response: Response) =>
  (await response.json()) as { data: Data; error?: { code: string } };
const codeOf = async (response: Response) => [response.status, (await bodyOf(response)).error?.code];

async function create(body: unknown, more: Asked = {}): Promise<ExportItem> {
  const response = await ask('', { method: 'POST', body, ...more });
  const { data } = await bodyOf<ExportItem>(response);
  expect(response.status, JSON.stringify(data)).toBe(202);
  return data;
}

async function ended({ id }: { readonly id: string }, key = service.key): Promise<ExportItem> {
  for (;;) {
    const { data } = await bodyOf<ExportItem>(await ask(`/${id}`, { key }));
    if (data.finishedAt !== null) return data;
    await sleep(50);
  }
}

describe('POST /exports', () => {
  test('the order costs 1 credit and shows no count; the rest is charged once, when the last part is ready', async () => {
    const before = await service.creditsLeft();
    const made = await create({ kind: 'entities', filter: { recordClass: 'registry_entity' } });
    expect(made).toMatchObject({
      state: 'queued',
      rows: null,
      rowsDone: null,
      credits: null,
      charged: false,
    });
    const done = await ended(made);
    const rows = done.rows ?? 0;
    expect([done.state, done.rowsDone, done.charged]).toEqual(['done', rows, true]);
    expect([rows > 100, done.credits]).toEqual([true, Math.ceil(rows / 100)]);
    expect(await service.creditsLeft()).toBe(before - Math.ceil(rows / 100));
    const manifest = (await (await ask(`/${made.id}/manifest.json`)).json()) as ExportManifest;
    expect([manifest.rows, manifest.parts]).toEqual([rows, done.parts]);
    const { status } = await service.get(`/api/v1/changes?cursor=${manifest.changes.cursor}`);
    expect(status).toBe(200);
    const part = Buffer.from(await (await ask(`/${made.id}/parts/1`)).arrayBuffer());
    expect(createHash('sha256').update(part).digest('hex')).toBe(done.parts[0]?.sha256);
    const lines = gunzipSync(part).toString().trimEnd().split('\n');
    const classes = new Set(lines.map((line) => (JSON.parse(line) as { recordClass: string }).recordClass));
    expect([...classes]).toEqual(['registry_entity']);
    expect(lines.length).toBe(rows);
    expect(await service.creditsLeft()).toBe(before - Math.ceil(rows / 100) - 1);
  });

  test('a dry run names the rule of the price, the same for every filter, and creates nothing', async () => {
    const before = await bodyOf<ExportItem[]>(await ask(''));
    for (const filter of [{}, { name: 'willow harbor' }, { name: 'nobody has this name' }]) {
      const body = { kind: 'entities', filter };
      const { data } = await bodyOf<unknown>(await ask('?dry_run=true', { method: 'POST', body }));
      expect(data).toEqual({
        valid: true,
        cost: 1,
        rule: expect.stringContaining('1 credit for each 100 rows'),
      });
    }
    expect((await bodyOf<ExportItem[]>(await ask(''))).data).toEqual(before.data);
  });

  test('an empty export costs the credit of its order', async () => {
    const before = await service.creditsLeft();
    const done = await ended(await create({ kind: 'entities', filter: { name: 'nobody has this name' } }));
    expect([done.state, done.rows, done.credits, done.charged]).toEqual(['done', 0, 1, true]);
    expect(await service.creditsLeft()).toBe(before - 1);
  });

  test('a deleted order shows no count, and its credit is not refunded', async () => {
    const before = await service.creditsLeft();
    const { id } = await create({ kind: 'filings' });
    const { data } = await bodyOf<ExportItem>(await ask(`/${id}`, { method: 'DELETE' }));
    if (data.state === 'queued' || data.state === 'running')
      expect(data).toMatchObject({ rows: null, rowsDone: null, credits: null, parts: [] });
    expect(await service.creditsLeft()).toBeLessThanOrEqual(before - 1);
  });

  test('an export that the balance does not cover is not written; its error names the price', async () => {
    const key = await service.newKey({ credits: 1 });
    const failed = await ended(await create({ kind: 'entities' }, { key }), key);
    expect(failed).toMatchObject({ state: 'failed', rows: null, parts: [], charged: false });
    expect(failed.error).toContain('costs 2 credits; the balance covers 1');
    expect(existsSync(join(service.folder.path, 'exports', failed.id))).toBe(false);
  });

  test('of changes exports the events behind a cursor; with one of another feed it fails and is refunded', async () => {
    const { data, meta } = await service.get<{ id: string }[]>('/api/v1/changes?limit=2');
    const { data: rest } = await service.get<{ id: string }[]>(
      `/api/v1/changes?limit=1000&cursor=${meta.cursor}&kind=baseline`,
    );
    expect([data.length, rest.length > 0]).toEqual([2, true]);
    const filter = { cursor: String(meta.cursor), kind: ['baseline', 'gone'] };
    const made = await create({ kind: 'changes', filter });
    const done = await ended(made);
    expect([done.rows, done.credits]).toEqual([rest.length, 1]);
    const part = Buffer.from(await (await ask(`/${done.id}/parts/1`)).arrayBuffer());
    const lines = gunzipSync(part).toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rest);
    const before = await service.creditsLeft();
    const foreign = await ended(await create({ kind: 'changes', filter: { cursor: '000000000000-0' } }));
    expect([foreign.state, foreign.error]).toEqual(['failed', expect.stringContaining('another feed')]);
    await expect.poll(() => service.creditsLeft()).toBe(before);
  });

  test('repeated under its Idempotency-Key it is the same export; another under it is a 422', async () => {
    const headers = { 'idempotency-key': 'export-once' };
    const body = { kind: 'links', format: 'csv' };
    const [one, other] = [await create(body, { headers }), await create(body, { headers })];
    expect(other.id).toBe(one.id);
    const reused = await ask('', { method: 'POST', body: { kind: 'filings' }, headers });
    expect(await codeOf(reused)).toEqual([422, 'idempotency_key_reused']);
    await ended(one);
  });

  test('ordered again under its Idempotency-Key after it was deleted, it is a new export that is charged', async () => {
    const headers = { 'idempotency-key': 'export-deleted' };
    const body = { kind: 'links' };
    const before = await service.creditsLeft();
    const one = await ended(await create(body, { headers }));
    await ask(`/${one.id}`, { method: 'DELETE' });
    const other = await ended(await create(body, { headers }));
    expect(other.id).not.toBe(one.id);
    expect(await service.creditsLeft()).toBe(before - (one.credits ?? 0) - (other.credits ?? 0));
  });

  test('keys and request ids of the client that look like an export neither pay for it nor keep it from being charged', async () => {
    const before = await service.creditsLeft();
    const { id } = await create({ kind: 'entities' });
    for (const step of ['', ' order', ' rest', '.rest', '/rest']) {
      const name = `${id}${step}`;
      const headers = {
        authorization: `Bearer ${service.key}`,
        'idempotency-key': name,
        'x-request-id': name,
      };
      await fetch(`${service.url}/api/v1/search?name=willow`, { headers });
    }
    const spentOnSearches = (await ended({ id })).charged
      ? before - (await service.creditsLeft()) - 2
      : Number.NaN;
    expect(spentOnSearches).toBeGreaterThanOrEqual(3);
  });

  test.each<[string, unknown, string]>([
    ['an unknown kind', { kind: 'awards' }, 'kind'],
    ['an unknown filter', { kind: 'entities', filter: { stat: 'CO' } }, 'filter.stat'],
    ['a bad value', { kind: 'entities', filter: { state: 'Colorada' } }, 'filter.state'],
    ['an unknown field', { kind: 'filings', fields: ['cik', 'ticker'] }, 'fields/1'],
    ['csvSafe without CSV', { kind: 'filings', csvSafe: true }, 'csvSafe'],
    ['a cursor of no feed', { kind: 'changes', filter: { cursor: 'now' } }, 'filter.cursor'],
    ['an unknown member', { kind: 'filings', limit: 3 }, 'limit'],
  ])('400 for %s names it', async (_, body, parameter) => {
    const response = await ask('', { method: 'POST', body });
    const { errors } = (await response.json()) as { errors: readonly { parameter: string }[] };
    expect([response.status, errors.map((fault) => fault.parameter)]).toEqual([400, [parameter]]);
  });

  test('402 if the balance does not cover the order, and there is no export', async () => {
    const key = await service.newKey({ credits: 0 });
    expect(await codeOf(await ask('', { method: 'POST', body: { kind: 'entities' }, key }))).toEqual([
      402,
      'insufficient_credits',
    ]);
    expect((await bodyOf<ExportItem[]>(await ask('', { key }))).data).toEqual([]);
  });

  test('401, 403 and 429 as everywhere', async () => {
    expect(await codeOf(await ask('', { method: 'POST', body: { kind: 'links' }, key: null }))).toEqual([
      401,
      'unauthorized',
    ]);
    const usage = await service.newKey({ scopes: ['usage'] });
    expect(await codeOf(await ask('', { key: usage }))).toEqual([403, 'insufficient_scope']);
    const slow = await service.newKey({ perMinute: 1 });
    await amidAMinute();
    await ask('', { key: slow });
    expect(await codeOf(await ask('', { key: slow }))).toEqual([429, 'rate_limit_exceeded']);
  });

  test('409 if the account has ten that are not done', async () => {
    const key = await service.newKey();
    const answers = [];
    for (let at = 0; at < 12; at++)
      answers.push(await ask('', { method: 'POST', body: { kind: 'links' }, key }));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 10).every((status) => status === 202)).toBe(true);
    for (const { id } of (await bodyOf<ExportItem[]>(await ask('', { key }))).data) {
      await ask(`/${id}`, { method: 'DELETE', key });
    }
  });
});

describe('the files of an export', () => {
  let done: ExportItem;
  beforeAll(async () => {
    done = await ended(await create({ kind: 'filings', format: 'parquet' }));
  });

  test('200, 206, 304 and 416: whole, in ranges, unchanged, beyond the end', async () => {
    const [{ bytes = 0, sha256 = '', name } = {}] = done.parts;
    const path = `/${done.id}/parts/1`;
    const whole = await ask(path);
    const all = Buffer.from(await whole.arrayBuffer());
    const etag = `"${sha256}"`;
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    const shown = ['etag', 'accept-ranges', 'content-length', 'content-type', 'content-disposition'];
    expect([whole.status, ...shown.map((header) => whole.headers.get(header))]).toEqual([
      ...[200, etag, 'bytes', String(bytes), 'application/vnd.apache.parquet'],
      `attachment; filename="${name}"`,
    ]);
    const ranged = async (range: string, more: Record<string, string> = {}) => {
      const response = await ask(path, { headers: { range, ...more } });
      const held = Buffer.from(await response.arrayBuffer());
      return [response.status, response.headers.get('content-range'), held] as const;
    };
    expect(await ranged('bytes=10-19')).toEqual([206, `bytes 10-19/${bytes}`, all.subarray(10, 20)]);
    expect(await ranged('bytes=-4')).toEqual([
      206,
      `bytes ${bytes - 4}-${bytes - 1}/${bytes}`,
      all.subarray(-4),
    ]);
    expect(await ranged('bytes=5-', { 'if-range': etag })).toEqual([
      206,
      `bytes 5-${bytes - 1}/${bytes}`,
      all.subarray(5),
    ]);
    expect(await ranged('bytes=5-', { 'if-range': '"another"' })).toEqual([200, null, all]);
    expect(await ranged('bytes=0-1,5-6')).toEqual([200, null, all]);
    expect(await ranged('lines=0-1')).toEqual([200, null, all]);
    const beyond = await ask(path, { headers: { range: `bytes=${bytes}-` } });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes}`);
    expect(await codeOf(beyond)).toEqual([416, 'range_not_satisfiable']);
    const held = await ask(path, { headers: { 'if-none-match': etag } });
    expect([held.status, await held.text()]).toEqual([304, '']);
    const head = await ask(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes),
      '',
    ]);
  });

  test('404 says so if the files are lost, and nobody pays for them', async () => {
    const made = await ended(await create({ kind: 'links' }));
    const before = await service.creditsLeft();
    rmSync(join(service.folder.path, 'exports', made.id), { recursive: true });
    const lost = await ask(`/${made.id}/parts/1`);
    expect(await lost.json()).toMatchObject({
      status: 404,
      detail: expect.stringContaining('files of this export are missing'),
    });
    expect(await codeOf(await ask(`/${made.id}/manifest.json`))).toEqual([404, 'not_found']);
    expect(await service.creditsLeft()).toBe(before);
  });

  test('404 for other accounts, other parts, and after it was deleted; 400 for what is no number', async () => {
    const key = await service.newKey();
    for (const path of [`/${done.id}`, `/${done.id}/parts/1`, `/${done.id}/manifest.json`]) {
      expect(await codeOf(await ask(path, { key }))).toEqual([404, 'not_found']);
    }
    expect(await codeOf(await ask(`/${done.id}`, { key, method: 'DELETE' }))).toEqual([404, 'not_found']);
    expect(await codeOf(await ask(`/${done.id}/parts/9`))).toEqual([404, 'not_found']);
    expect(await codeOf(await ask(`/${done.id}/parts/one`))).toEqual([400, 'invalid_params']);
    const folder = join(service.folder.path, 'exports', done.id);
    expect(existsSync(folder)).toBe(true);
    const deleted = await bodyOf<ExportItem>(await ask(`/${done.id}`, { method: 'DELETE' }));
    expect([deleted.data, existsSync(folder)]).toEqual([done, false]);
    expect(await codeOf(await ask(`/${done.id}/parts/1`))).toEqual([404, 'not_found']);
  });
});
