import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import { startService, type TestService } from '../support/service.js';

const draft = (key: string, name: string, principalAddress: string, more: Partial<EntityDraft> = {}) => ({
  ...{ key, name, principalAddress },
  ...more,
});

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        draft('1', 'Quillfeather Heron Works, LLC', '12 Example Mill Rd, Salida, CO 81201'),
        draft('2', 'Twice Told Zephyr Inc', '1 Example St, Denver, CO 80202'),
        draft('3', 'Twice Told Zephyr Inc', '9 Invented Ave, Boulder, CO 80302'),
        draft('4', 'Ilse Thornbury', '1 Example St, Denver, CO 80202', { subjectType: 'person' }),
        draft('5', '<b>Bold & "Quoted" Markup</b> LLC', '3 Example St, Denver, CO 80202'),
      ],
    },
  });
});
afterAll(() => service.close());

interface Answer {
  readonly status: number;
  readonly cost: string | null;
  readonly body: Record<string, never>;
}

async function ask(token: string, name: string, value: unknown): Promise<Answer> {
  const response = await fetch(`${service.url}/reconcile/k/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ [name]: typeof value === 'string' ? value : JSON.stringify(value) }),
  });
  const body = (await response.json()) as Record<string, never>;
  return { status: response.status, cost: response.headers.get('x-credits-cost'), body };
}

async function balanceOf(token: string): Promise<number> {
  const { ledger } = service.app.store;
  const [key] = (await ledger.listKeys(null)).filter(({ prefix }) => token.startsWith(prefix));
  return (await ledger.balance(key?.accountId ?? '', Date.now())).available;
}

const names = (count: number, query = 'Quillfeather Heron Works') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, { query }]));

describe('credits', () => {
  test('a query costs one, and the ledger holds what was said', async () => {
    const token = await service.newKey({ scopes: ['reconcile'], credits: 100 });
    const answer = await ask(token, 'queries', { ...names(3), empty: { query: ' ' } });
    expect([answer.status, answer.cost, await balanceOf(token)]).toEqual([200, '3', 97]);
    const found = await fetch(
      `${service.url}/reconcile/k/${token}?queries=${encodeURIComponent(JSON.stringify(names(2)))}`,
    );
    expect([found.status, found.headers.get('x-credits-cost'), await balanceOf(token)]).toEqual([
      200,
      '2',
      95,
    ]);
  });

  test('an extension costs one a row and one a token and row; rows that nobody holds are free', async () => {
    const token = await service.newKey({ scopes: ['reconcile'], credits: 100 });
    const plain = await ask(token, 'extend', {
      ids: ['CO:1', 'CO:2', 'CO:2', 'CO:99', 'none'],
      properties: [{ id: 'name' }],
    });
    expect([plain.cost, await balanceOf(token)]).toEqual(['2', 98]);
    const properties = [{ id: 'name' }, { id: 'samUei' }, { id: 'samStatus' }, { id: 'liens' }];
    const tokens = await ask(token, 'extend', { ids: ['CO:1', 'CO:2'], properties });
    const usedBy = 98 - (await balanceOf(token));
    expect(tokens.cost).toBe(String(usedBy));
    expect(usedBy).toBe(6);
    expect(tokens.body.rows).toMatchObject({ 'CO:1': { samUei: [], liens: [] } });
  });

  test('a batch that the balance does not cover is refused whole', async () => {
    const token = await service.newKey({ scopes: ['reconcile'], credits: 4 });
    const answer = await ask(token, 'queries', names(5));
    expect([answer.status, answer.body.type, answer.body.required, answer.body.available]).toEqual([
      402,
      expect.stringContaining('insufficient_credits'),
      5,
      4,
    ]);
    expect(await balanceOf(token)).toBe(4);
  });

  test('manifest, suggestions, flyouts, previews and proposals are free', async () => {
    const token = await service.newKey({ scopes: ['reconcile'], credits: 4 });
    const paths =
      '/suggest/entity?prefix=qui /suggest/property?prefix=s /suggest/type?prefix=o /flyout/entity?id=CO:1 /properties /preview?id=CO:1';
    for (const path of ['', ...paths.split(' ')]) {
      const response = await fetch(`${service.url}/reconcile/k/${token}${path}`);
      await response.text();
      expect([path, response.status]).toEqual([path, 200]);
    }
    expect(await balanceOf(token)).toBe(4);
  });
});

describe('answers', () => {
  test('ties match nobody', async () => {
    const token = await service.newKey({ scopes: ['reconcile'] });
    const { body } = await ask(token, 'queries', { q0: { query: 'Twice Told Zephyr' } });
    const { result } = body.q0 as unknown as { result: { id: string; match: boolean }[] };
    expect(result.map(({ id, match }) => [id, match]).sort()).toEqual([
      ['CO:2', false],
      ['CO:3', false],
    ]);
  });

  test('no named individual is suggested, matched or previewed', async () => {
    const token = await service.newKey({ scopes: ['reconcile'] });
    const root = `${service.url}/reconcile/k/${token}`;
    const { body } = await ask(token, 'queries', {
      name: { query: 'Ilse Thornbury' },
      id: { query: 'CO:4' },
    });
    expect(body).toEqual({ name: { result: [] }, id: { result: [] } });
    expect((await fetch(`${root}/preview?id=CO:4`)).status).toBe(404);
    const suggested = await fetch(`${root}/suggest/entity?prefix=CO:4`);
    expect(await suggested.json()).toEqual({ result: [] });
  });

  test('a name that is markup stays text', async () => {
    const token = await service.newKey({ scopes: ['reconcile'] });
    const root = `${service.url}/reconcile/k/${token}`;
    const page = await (await fetch(`${root}/preview?id=CO:5`)).text();
    expect(page).toContain('&lt;b>Bold &amp; &quot;Quoted&quot; Markup&lt;/b>');
    const { html } = (await (await fetch(`${root}/flyout/entity?id=CO:5`)).json()) as { html: string };
    expect(html).not.toContain('<b>');
  });

  test('a name of the client’s own is a name like any other', async () => {
    const token = await service.newKey({ scopes: ['reconcile'] });
    const { status, body } = await ask(
      token,
      'queries',
      '{"__proto__": {"query": "Quillfeather Heron Works"}}',
    );
    expect([status, Object.keys(body)]).toEqual([200, ['__proto__']]);
  });
});

describe('properties that are not known', () => {
  test('a query is answered without them and matches nothing by itself; other queries are answered as ever', async () => {
    const token = await service.newKey({ scopes: ['reconcile'], credits: 10 });
    const query = 'Quillfeather Heron Works';
    const answer = await ask(token, 'queries', {
      plain: { query },
      founded: { query, properties: [{ pid: 'founded', v: '2022' }] },
    });
    expect([answer.status, answer.cost]).toEqual([200, '2']);
    const matches = (key: string) =>
      (answer.body[key] as unknown as { result: { id: string; match: boolean }[] }).result.map(
        ({ id, match }) => [id, match],
      );
    expect([matches('plain'), matches('founded')]).toEqual([[['CO:1', true]], [['CO:1', false]]]);
  });

  test('a column is empty and the others are filled; rows cost nothing if no column is known', async () => {
    const token = await service.newKey({ scopes: ['reconcile'], credits: 10 });
    const properties = [{ id: 'colour' }, { id: 'name' }];
    const answer = await ask(token, 'extend', { ids: ['CO:1'], properties });
    expect([answer.status, answer.cost]).toEqual([200, '1']);
    expect(answer.body.rows).toEqual({
      'CO:1': { colour: [], name: [{ str: 'Quillfeather Heron Works, LLC' }] },
    });
    const unknown = await ask(token, 'extend', { ids: ['CO:1'], properties: [{ id: 'colour' }] });
    expect([unknown.status, unknown.cost, await balanceOf(token)]).toEqual([200, '0', 9]);
  });
});

describe('what is refused', () => {
  test.each([
    ['no JSON', 'queries', '{', 400, 'queries'],
    ['a list', 'queries', '[]', 400, 'body'],
    ['a limit of none', 'queries', { q0: { query: 'x', limit: 0 } }, 400, 'q0/limit'],
    ['an extension without ids', 'extend', { properties: [] }, 400, 'body'],
    ['neither', 'callback', 'x', 400, 'queries'],
    ['more than a batch holds', 'queries', names(101), 413, undefined],
    [
      'more rows than an extension holds',
      'extend',
      { ids: Array.from({ length: 101 }, (_, at) => `CO:${at}`), properties: [] },
      413,
      undefined,
    ],
  ])('%s', async (_, name, value, status, parameter) => {
    const token = await service.newKey({ scopes: ['reconcile'], credits: 1_000 });
    const answer = await ask(token, name, value);
    const errors = (answer.body as { errors?: { parameter: string }[] }).errors;
    expect([answer.status, errors?.[0]?.parameter]).toEqual([status, parameter]);
    expect(await balanceOf(token)).toBe(1_000);
  });
});
