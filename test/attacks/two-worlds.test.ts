import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import { FEEDS, PAGES } from '../../src/web/pages/index.js';
import { type Content, startService, type TestService } from '../support/service.js';

/** The facts in which two worlds differ. Ids, names and their order are the same. */
interface Facts {
  readonly formedDate: string;
  readonly status: string;
  readonly address: string;
  readonly agent: string;
  readonly officer: string;
  readonly filed: string;
  readonly form: string;
  readonly amount: number;
  readonly uei: string;
}
const ONE: Facts = {
  ...{ formedDate: '2001-02-03', status: 'Good Standing', address: '1 Example Mill Rd, Salida, CO 81201' },
  ...{ agent: 'Front Range Example Agents', officer: 'Ilse Thornbury', filed: '2024-03-04', form: '8-K' },
  ...{ amount: 1_000, uei: 'EXAMPLEAAAA1' },
};
const OTHER: Facts = {
  ...{ formedDate: '2019-12-11', status: 'Delinquent', address: '77 Invented Ave, Boulder, CO 80302' },
  ...{ agent: 'Nutmeg Invented Agents', officer: 'Osric Fennimore', filed: '2025-10-09', form: '10-Q' },
  ...{ amount: 99_000_000, uei: 'EXAMPLEBBBB2' },
};

function contentOf(facts: Facts): Content {
  const { formedDate, status, address, agent, officer, filed, form, uei } = facts;
  const entity = (key: string, name: string, more: Partial<EntityDraft> = {}): EntityDraft => ({
    ...{ key, name, formedDate, status, principalAddress: address },
    registeredAgent: { name: agent, address },
    officers: [{ name: officer, title: 'Manager' }],
    ...more,
  });
  const party = {
    key: `uei:${uei}`,
    names: [
      { text: facts === ONE ? 'Quillfeather Heron Works, LLC' : 'Invented Other Parts Inc', kind: 'current' },
    ],
    identifiers: [],
  } as const;
  return {
    entities: {
      us_co_business_entities: [
        entity('1', 'Quillfeather Heron Works, LLC'),
        entity('2', 'Twice Told Zephyr Inc'),
        ...Array.from({ length: 20 }, (_, at) => entity(`${100 + at}`, `Aspen ${at} Holdings LLC`)),
      ],
    },
    sec: {
      us_sec_full_index: [
        { kind: 'filing', accession: '0000320193-24-000001', cik: 320_193, form, filed, name: 'APPLE INC' },
      ],
    },
    datasets: { us_sam_registrations: [{ key: uei, document: { officers: [] }, parties: [party] }] },
    // No export is written, so an order shows the same at every moment.
    load: async ({ state }) => void (await state.leases.take('exports', 'the test', 3_600_000)),
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { parameters?: readonly { name?: string; in?: string }[] }>>;
};

const ENTITY = 'CO:1';
/** Values that tell the worlds apart if an answer depends on them; for parameters of all operations. */
const PROBES: readonly Readonly<Record<string, string>>[] = [ONE, OTHER].flatMap((facts) => [
  { name: 'Quillfeather', formed_before: facts.formedDate, formed_after: facts.formedDate },
  { name: 'Quillfeather', agent: facts.agent, officer: facts.officer, status: 'active' },
  { q: 'quillfeather', cik: '320193', forms: facts.form, start_date: facts.filed, end_date: facts.filed },
  { recipient: 'quillfeather', client_name: 'quillfeather', min_amount: String(facts.amount), facets: 'all' },
  { name: 'Quillfeather', street: facts.address, uei: facts.uei, ein: '12-3456789' },
  { id: ENTITY, since: facts.filed, include: 'all', explain: 'true', prefix: 'quill', cursor: '0' },
]);
const FILTERS = [ONE, OTHER].flatMap((facts) => [
  { kind: 'entities', filter: { formed_before: facts.formedDate, agent: facts.agent } },
  { kind: 'filings', filter: { cik: '320193', forms: facts.form } },
  { kind: 'links', filter: { entity: ENTITY } },
  { kind: 'changes', filter: { id: ENTITY } },
]);

/** Every operation of the contract, in every way that may cost nothing. */
function apiRequests(): readonly Asked[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([name, { parameters = [] }]) => {
      const method = name.toUpperCase();
      const own = new Set(parameters.flatMap((one) => (one.in === 'query' ? one.name : [])));
      const probes = new Set(PROBES.map((probe) => queryOf(probe, own)));
      if (template === '/api/v1/sources') return [];
      const ids = [ENTITY, 'CO:99', 'exp_0123456789abcdef01', 'wat_0123456789abcdef'];
      const path = (id: string) => template.replace('{id}', id).replace('{number}', '1');
      const bodies = method === 'POST' ? bodiesOf(template) : [undefined];
      return ids
        .filter((id) => id === ENTITY || template.includes('{id}'))
        .flatMap((id) =>
          [...probes].flatMap((probe) =>
            ['', '&dry_run=true'].flatMap((more) =>
              bodies.map((body) => ({
                method,
                path: `${path(id)}?${probe}${more}`,
                ...(body !== undefined && { body }),
                headers: { 'if-none-match': '"guess"', 'if-modified-since': 'Fri, 31 Dec 9999 23:59:59 GMT' },
              })),
            ),
          ),
        );
    }),
  );
}

/** The parameters that the operation has. */
function queryOf(probe: Readonly<Record<string, string>>, own: ReadonlySet<string | undefined>): string {
  return new URLSearchParams(Object.entries(probe).filter(([name]) => own.has(name))).toString();
}

function bodiesOf(template: string): readonly unknown[] {
  if (template === '/api/v1/exports') return FILTERS;
  if (template === '/api/v1/watches')
    return [ENTITY, 'CO:99'].map((id) => ({ id, endpoint: 'https://8.8.8.8/hook' }));
  if (template === '/api/v1/batch') return [{ items: [{ operation: 'getEntity', id: ENTITY }] }];
  return [{ overlapSeconds: 60, since: 0 }];
}

/** Pages and their data, the tools of agents, and the reconciliation protocol. */
function otherRequests(token: string): readonly Asked[] {
  const tool = (name: string, given: object) => ({
    ...{ method: 'POST', path: '/mcp' },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    body: { jsonrpc: '2.0', id: 1, method: name, params: given },
  });
  const looks = ['', '/preview', '/flyout/entity', '/suggest/entity', '/suggest/property', '/properties'];
  const queries = JSON.stringify({ q0: { query: ENTITY } });
  const extend = JSON.stringify({ ids: [ENTITY], properties: [{ id: 'formed' }] });
  const sources = new Set(['/sources', '/sources/:id', '/operate', '/operate/loads']);
  const pages = [...PAGES, ...FEEDS].map(({ path }) => path).filter((path) => !sources.has(path));
  return [
    ...[ENTITY, 'CO:99', 'quill'].flatMap((id) =>
      looks.map((look) => ({
        method: 'GET',
        path: `/reconcile/k/${token}${look}?${new URLSearchParams({ id, prefix: id })}`,
      })),
    ),
    ...[{ queries }, { extend }].map((sent) => ({
      method: 'GET',
      path: `/reconcile/k/${token}?${new URLSearchParams(sent as Record<string, string>)}`,
    })),
    tool('tools/list', {}),
    tool('tools/call', { name: 'search_companies', arguments: { name: 'quillfeather' } }),
    tool('tools/call', { name: 'get_company', arguments: { id: ENTITY } }),
    ...pages.flatMap((path) =>
      PROBES.map((probe) => ({
        method: 'GET',
        path: `${path.replace(':id', ENTITY)}?${new URLSearchParams(probe)}`,
      })),
    ),
    ...['/', '/docs', '/openapi.json', '/llms.txt', '/healthz', '/readyz', '/robots.txt'].map((path) => ({
      method: 'GET',
      path,
    })),
  ];
}

class World {
  private constructor(
    readonly service: TestService,
    private readonly key: string,
    readonly token: string,
    private readonly cookie: string,
  ) {}

  static async start(facts: Facts): Promise<World> {
    const web = { access: 'key', localOnly: false, contact: null } as const;
    const service = await startService(contentOf(facts), { web });
    const key = await service.newKey({ scopes: ['read', 'usage', 'webhooks'], credits: 0 });
    const token = await service.newKey({ scopes: ['reconcile'], credits: 0 });
    const signedIn = await fetch(`${service.url}/sign-in`, {
      ...{ method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } },
      body: new URLSearchParams({ key, to: '/' }),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    return new World(service, key, token, cookie);
  }

  /** An answer without what differs from run to run: ids, secrets, times, addresses. */
  async answer({ method, path, headers = {}, body }: Asked, key = this.key): Promise<unknown> {
    const isApi = path.startsWith('/api') || path === '/mcp';
    const response = await fetch(`${this.service.url}${path}`, {
      ...{ method, redirect: 'manual' },
      headers: {
        ...(isApi ? { authorization: `Bearer ${key}` } : { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const kept = [
      'x-credits-cost',
      'x-credits-remaining',
      'etag',
      'last-modified',
      'location',
      'content-type',
    ];
    const shown = Object.fromEntries(kept.map((name) => [name, response.headers.get(name)]));
    const isMade = /exp_|wat_|"requestId"|reset/.test(text);
    return this.#plain({
      status: response.status,
      ...shown,
      ...(isMade && { etag: null }),
      text: text.slice(0, 200_000),
    });
  }

  #plain(value: object): string {
    return JSON.stringify(value)
      .replaceAll(this.service.url, 'URL')
      .replaceAll(this.service.url.replace('http://', ''), 'HOST')
      .replaceAll(this.token, 'TOKEN')
      .replace(/(exp|wat|key|acc)_[0-9a-f]{6,}/g, '$1_ID')
      .replace(/dsr_live_\w{3}/g, 'KEY')
      .replace(/begins in \d+ s/g, 'begins SOON')
      .replace(/whsec_[\w+/=]+/g, 'SECRET')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/test [0-9a-f-]{36}/g, 'ACCOUNT')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
      .replace(/[0-9a-f]{12}-[0-9a-z]{1,4}\b/g, 'REQUEST');
  }
}

let worlds: readonly [World, World];
beforeAll(async () => {
  worlds = [await World.start(ONE), await World.start(OTHER)];
});
afterAll(async () => {
  for (const { service } of worlds) await service.close();
});

test('two worlds that differ in what is paid for give the same free answers', async () => {
  const [one, other] = worlds;
  const api = apiRequests();
  const requestsOf = (world: World) => [...api, ...otherRequests(world.token)];
  const [ours, theirs] = [requestsOf(one), requestsOf(other)];
  expect(ours.length).toBeGreaterThan(500);
  const seen = new Map<string, number>();
  for (const [at, asked] of ours.entries()) {
    const answers = [await one.answer(asked), await other.answer(theirs[at] as Asked)];
    const label = `${asked.method} ${asked.path.replace(one.token, 'TOKEN')}`;
    expect([label, answers[0]]).toEqual([label, answers[1]]);
    const status = /"status":(\d+)/.exec(String(answers[0]))?.[1] ?? '';
    seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  // The requests are real ones: some are answered, some are not covered, some name nothing.
  for (const status of ['200', '402', '404', '400'])
    expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0]);
}, 300_000);

test('an order that is paid, looked at and deleted shows the same in both', async () => {
  for (const body of FILTERS) {
    const shown = [];
    for (const world of worlds) {
      const key = await world.service.newKey({ credits: 1 });
      const ordered = await fetch(`${world.service.url}/api/v1/exports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { data } = (await ordered.json()) as { data: { id: string } };
      const of = (method: string) => world.answer({ method, path: `/api/v1/exports/${data.id}` }, key);
      shown.push([ordered.status, await of('GET'), await of('DELETE'), await of('GET')]);
    }
    expect(shown[0]).toEqual(shown[1]);
    expect(shown[0]?.[0]).toBe(202);
  }
});

test('the worlds differ in what is paid for', async () => {
  const paid = await Promise.all(worlds.map(({ service }) => service.get(`/api/v1/entity/${ENTITY}`)));
  expect(paid.map(({ data }) => (data as { formedDate: string }).formedDate)).toEqual([
    ONE.formedDate,
    OTHER.formedDate,
  ]);
});
