import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budget } from '../support/effort.js';
import { startService, type TestService } from '../support/service.js';
import { CONTENT, ENTITY, type Fact, factsOf, textsOf, withFacts } from './two-worlds/content.js';
import { type Contract, Requests, type TestRequest, type Tool } from './two-worlds/requests.js';

const FACTS = factsOf(CONTENT);
/** Suggestions list active companies first, so these facts have a world of their own. */
const ACTIVITY = FACTS.filter(({ path }) => path.at(-1) === 'activity');
const OTHERS = FACTS.filter((fact) => !ACTIVITY.includes(fact));
const SHOWN = [
  ...['x-credits-cost', 'x-credits-remaining', 'etag', 'last-modified', 'location', 'content-type'],
] as const;

/** Whoever asks: an account without credits, and one that could pay. */
interface Keys {
  readonly poor: string;
  readonly rich: string;
  readonly token: string;
  readonly cookie: string;
}

interface Reply {
  readonly status: number;
  readonly isPaid: boolean;
  /** Without what differs from run to run: ids, secrets, times, addresses. */
  readonly shown: string;
}

class World {
  private constructor(readonly service: TestService) {}

  static async start(facts: readonly Fact[]): Promise<World> {
    const web = { access: 'key', localOnly: false, contact: null } as const;
    return new World(await startService(withFacts(CONTENT, facts), { web }));
  }

  /** New accounts, so that no run meets the counts of another. */
  async newKeys(): Promise<Keys> {
    const scopes = ['read', 'usage', 'webhooks'] as const;
    const poor = await this.service.newKey({ scopes, credits: 0 });
    const signedIn = await fetch(`${this.service.url}/sign-in`, {
      ...{ method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } },
      body: new URLSearchParams({ key: poor, to: '/' }),
    });
    return {
      poor,
      rich: await this.service.newKey({ scopes }),
      token: await this.service.newKey({ scopes: ['reconcile'], credits: 0 }),
      cookie: signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
    };
  }

  async send({ method, path, headers = {}, body }: TestRequest, keys: Keys, key = keys.poor): Promise<Reply> {
    const isApi = path.startsWith('/api') || path.startsWith('/mcp');
    const response = await fetch(`${this.service.url}${path}`, {
      ...{ method, redirect: 'manual' },
      headers: {
        ...(isApi ? { authorization: `Bearer ${key}` } : { cookie: keys.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isMade = /(exp|wat|key|lst)_|"requestId"|reset/.test(text);
    const isPreview = method === 'HEAD' || path.includes('dry_run=true');
    const shown = {
      status: response.status,
      ...Object.fromEntries(SHOWN.map((name) => [name, response.headers.get(name)])),
      // What was paid for before may have had another price.
      ...(key === keys.rich && { 'x-credits-remaining': null }),
      ...(isMade && { etag: null }),
      text: text.slice(0, 200_000),
    };
    return {
      status: response.status,
      isPaid: response.ok && !isPreview && Number(response.headers.get('x-credits-cost') ?? 0) > 0,
      shown: this.#plain(shown, keys),
    };
  }

  async json<Value>(path: string): Promise<Value> {
    return (await (await fetch(`${this.service.url}${path}`)).json()) as Value;
  }

  async tools({ poor }: Keys): Promise<readonly Tool[]> {
    const response = await fetch(`${this.service.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${poor}`, 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    const text = await response.text();
    const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
    return (JSON.parse(json) as { result: { tools: readonly Tool[] } }).result.tools;
  }

  #plain(value: object, { token }: Keys): string {
    return JSON.stringify(value)
      .replaceAll(this.service.url, 'URL')
      .replaceAll(this.service.url.replace('http://', ''), 'HOST')
      .replaceAll(token, 'TOKEN')
      .replace(/(exp|wat|key|acc|lst)_[0-9a-f]{6,}/g, '$1_ID')
      .replace(/dsr_live_\w{3}/g, 'KEY')
      .replace(/starts in \d+ s/g, 'starts SOON')
      .replace(/whsec_[\w+/=]+/g, 'SECRET')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/test [0-9a-f-]{36}/g, 'ACCOUNT')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
      .replace(/[0-9a-f]{12}-[0-9a-z]{1,4}\b/g, 'REQUEST');
  }
}

/** Where two texts part, with what surrounds the place; nothing if they are equal. */
function difference(one: string, two: string): readonly string[] {
  if (one === two) return [];
  let at = 0;
  while (one[at] === two[at]) at += 1;
  return [one, two].map((text) => text.slice(Math.max(0, at - 100), at + 100));
}

let plain: World;
let contract: Contract;
beforeAll(async () => {
  plain = await World.start([]);
  contract = await plain.json<Contract>('/openapi.json');
});
afterAll(() => plain.service.close());

test('two worlds that differ in facts that are paid for give the same free answers', async () => {
  const statuses = new Set<number>();
  const run = async (facts: readonly Fact[], gen: fc.GeneratorValue) => {
    const other = await World.start(facts);
    try {
      const worlds = [plain, other] as const;
      const keys = await Promise.all(worlds.map((world) => world.newKeys()));
      const [ours, theirs] = keys as [Keys, Keys];
      const requests = new Requests(contract, textsOf(facts), gen);
      const api = requests.operations();
      const others = requests.others(ours.token, await plain.tools(ours));
      const ask = async (request: TestRequest, who: 'poor' | 'rich') => {
        if (facts === ACTIVITY && /suggest/.test(request.path)) return;
        const label = `${who} ${request.method} ${request.path.replace(ours.token, 'TOKEN')} ${JSON.stringify(request.body)}`;
        const path = request.path.replace(ours.token, theirs.token);
        const [one, two] = await Promise.all([
          plain.send(request, ours, ours[who]),
          other.send({ ...request, path }, theirs, theirs[who]),
        ]);
        statuses.add(one.status);
        expect([label, one.status]).not.toEqual([label, 500]);
        expect([label, one.status, one.isPaid]).toEqual([label, two.status, two.isPaid]);
        if (!one.isPaid) expect([label, ...difference(one.shown, two.shown)]).toEqual([label]);
      };
      for (const request of [...api, ...others]) await ask(request, 'poor');
      // They show what was paid for before: its cost, and the outcomes of lists.
      const showsPaid = ({ method, path }: TestRequest) =>
        path.startsWith('/api/v1/usage') || (method === 'GET' && path.startsWith('/api/v1/lists?'));
      for (const request of api.filter((one) => !showsPaid(one))) await ask(request, 'rich');
    } finally {
      await other.service.close();
    }
  };
  // As many small sets as large ones would leave most facts out of a short run.
  const some = fc.noBias(fc.subarray([...OTHERS], { minLength: 1, maxLength: OTHERS.length - 1 }));
  await fc.assert(
    fc.asyncProperty(some, fc.gen(), async (facts, gen) => {
      await run(facts, gen);
      // Each fact differs in one of the worlds.
      await run(
        OTHERS.filter((fact) => !facts.includes(fact)),
        gen,
      );
      await run(ACTIVITY, gen);
    }),
    {
      numRuns: budget(5, 1),
      // A run takes seconds, and the message names the request: fewer facts would say no more.
      endOnFailure: true,
    },
  );
  // The requests are real ones: some are answered, some are not covered, some name nothing.
  for (const status of [200, 402, 404, 400]) expect(statuses).toContain(status);
}, 900_000);

test('an order that is paid, looked at and deleted shows the same in both', async () => {
  const other = await World.start(FACTS);
  const filters = [
    { kind: 'entities', filter: { formed_before: '2001-02-03', agent: 'Front Range Example Agents' } },
    { kind: 'filings', filter: { cik: '320193', forms: '8-K' } },
    { kind: 'links', filter: { entity: ENTITY } },
    { kind: 'changes', filter: { id: ENTITY } },
  ];
  for (const body of filters) {
    const shown = [];
    for (const world of [plain, other]) {
      const keys = await world.newKeys();
      const key = await world.service.newKey({ credits: 1 });
      const ordered = await fetch(`${world.service.url}/api/v1/exports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { data } = (await ordered.json()) as { data: { id: string } };
      const path = `/api/v1/exports/${data.id}`;
      const of = async (method: string) => (await world.send({ method, path }, keys, key)).shown;
      shown.push([ordered.status, await of('GET'), await of('DELETE'), await of('GET')]);
    }
    expect(shown[0]).toEqual(shown[1]);
    expect(shown[0]?.[0]).toBe(202);
  }
  await other.service.close();
});

test('the worlds differ in what is paid for', async () => {
  const other = await World.start(FACTS);
  const answers = await Promise.all(
    [plain, other].map(async ({ service }) => {
      const paid = [
        `/api/v1/entity/${ENTITY}?include=all`,
        '/api/v1/sec/search?q=apple',
        '/api/v1/contracts/search?recipient=quillfeather',
      ];
      return await Promise.all(paid.map(async (path) => JSON.stringify((await service.get(path)).data)));
    }),
  );
  for (const at of [0, 1, 2]) expect(answers[0]?.[at]).not.toEqual(answers[1]?.[at]);
  await other.service.close();
});
