import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIndexes } from '../../src/indexing/build.js';
import { relink } from '../../src/linking/relink.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { budget } from '../support/effort.js';
import { type Content, fill, startOn, type TestService } from '../support/service.js';
import { openStore } from '../support/store.js';

const WORKERS = 2;
const SWITCHES = budget(8, 2);
const COLORADO = 'us_co_business_entities';
const CONTRACTS = 'us_usaspending_contracts';

/** How many entities and awards a folder holds; every name in it is of its tag. */
const TAGS = { ALPHA: { entities: 40, awards: 3 }, BETA: { entities: 70, awards: 5 } } as const;
type Tag = keyof typeof TAGS;

/** The same ids in both, under other numbers: rows of one beside an index of the other are other records. */
function contentOf(tag: Tag): Content {
  const { entities, awards } = TAGS[tag];
  const keys = Array.from({ length: entities }, (_, at) => (tag === 'ALPHA' ? at + 1 : entities - at));
  const award = (at: number) => ({
    key: `C${at}`,
    date: '2020-01-15',
    document: {
      awardId: `A${at}`,
      amount: 5,
      agency: 'NAVY',
      startDate: '2020-01-15',
      recipientName: `WILLOW ${tag} ${at} LLC`,
      ...{ awardingSubAgency: null, endDate: null, awardType: null, description: null },
      ...{ naicsCode: null, naicsDescription: null, pscCode: null },
    },
    parties: [{ key: `uei:${at}`, names: [{ text: `WILLOW ${tag} ${at} LLC`, kind: 'current' as const }] }],
  });
  return {
    entities: {
      [COLORADO]: keys.map((key) => ({ key: String(key), name: `WILLOW ${tag} ${key} LLC` })),
    },
    datasets: { [CONTRACTS]: Array.from({ length: awards }, (_, at) => award(at)) },
  };
}

async function folderOf(tag: Tag): Promise<string> {
  const folder = claimFolder(mkdtempSync(join(tmpdir(), `dossier-${tag.toLowerCase()}-`)), 'data');
  const store = await openStore(folder.path, { schema: 'migrate' });
  await fill(store.catalog, contentOf(tag));
  await relink(store.catalog, store.links, Date.now);
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  return folder.path;
}

let service: TestService;
const folders = { ALPHA: '', BETA: '' };
beforeAll(async () => {
  for (const tag of ['ALPHA', 'BETA'] as const) folders[tag] = await folderOf(tag);
  service = await startOn(claimFolder(folders.ALPHA, 'data'), { workers: WORKERS });
});
afterAll(async () => {
  await service.close();
  rmSync(folders.BETA, { recursive: true });
});

/** The one tag of all names in an answer. */
function tagOf(answer: unknown): Tag {
  const tags = new Set(JSON.stringify(answer).match(/ALPHA|BETA/g));
  expect(tags.size, JSON.stringify(answer).slice(0, 500)).toBe(1);
  return [...tags][0] as Tag;
}

interface Envelope {
  readonly data: readonly { readonly status?: number; readonly data?: unknown }[];
  readonly meta: { readonly totalCount?: number; readonly cursor?: string };
}

async function ask(path: string, body?: object): Promise<Envelope> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const response = await fetch(service.url + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
  return JSON.parse(text) as Envelope;
}

const ASKED: readonly (() => Promise<Tag>)[] = [
  async () => {
    const { data, meta } = await ask('/api/v1/search?name=willow&limit=50');
    const tag = tagOf(data);
    const { entities } = TAGS[tag];
    expect([data.length, meta.totalCount]).toEqual([Math.min(50, entities), entities]);
    return tag;
  },
  async () => tagOf(await ask('/api/v1/entity/CO:7')),
  async () => {
    const { data, meta } = await ask('/api/v1/contracts/search?recipient=willow');
    const tag = tagOf(data);
    expect([data.length, meta.totalCount]).toEqual([TAGS[tag].awards, TAGS[tag].awards]);
    return tag;
  },
  async () => {
    const items = [
      { operation: 'getEntity', parameters: { id: 'CO:1' } },
      { operation: 'searchEntities', parameters: { name: 'willow', limit: 50 } },
      { operation: 'searchContracts', parameters: { recipient: 'willow' } },
      { operation: 'getEntity', parameters: { id: 'CO:40' } },
    ];
    const { data } = await ask('/api/v1/batch', { items });
    expect(data.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    return tagOf(data);
  },
];

/** Files of a folder's catalog and links that any thread of this process has open. */
function openFilesOf(folder: string): string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith(`${folder}/`) && /(catalog|links)\.db/.test(path));
}

test('a service under load is switched between two folders, and each answer is wholly of one of them', async () => {
  let isDone = false;
  let answers = 0;
  const client = async (at: number) => {
    for (let count = at; !isDone; count += 1) {
      await ASKED[count % ASKED.length]?.();
      answers += 1;
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, (_, at) => client(at)));
  try {
    for (let version = 1; version <= SWITCHES; version += 1) {
      const [tag, left] = version % 2 === 1 ? (['BETA', 'ALPHA'] as const) : (['ALPHA', 'BETA'] as const);
      const before = answers;
      await Promise.race([service.app.switchTo({ version, data: folders[tag] }), clients]);
      expect(openFilesOf(folders[left])).toEqual([]);
      for (const one of ASKED) expect(await one()).toBe(tag);
      while (answers < before + 40) await Promise.race([new Promise((next) => setImmediate(next)), clients]);
    }
  } finally {
    isDone = true;
  }
  await clients;
  expect(answers).toBeGreaterThan(SWITCHES * 40 - 1);
  expect(await service.app.store.ledger.verify()).toEqual([]);
});

test('a request that waits for changes of what is left is answered, and keeps nothing open', async () => {
  const feedOf = ({ meta }: Envelope) => String(meta.cursor).split('-')[0];
  for (let version = SWITCHES + 1; ; version += 1) {
    const [tag, left] = version % 2 === 1 ? (['BETA', 'ALPHA'] as const) : (['ALPHA', 'BETA'] as const);
    const before = feedOf(await ask('/api/v1/changes?cursor=now'));
    const waiting = ask('/api/v1/changes?cursor=now&wait=25');
    await new Promise((next) => setTimeout(next, 500));
    const request = performance.now();
    await service.app.switchTo({ version, data: folders[tag] });
    const answer = await waiting;
    // On a busy machine it may have begun after the switch.
    if (feedOf(answer) !== before) continue;
    expect(answer.data).toEqual([]);
    expect(performance.now() - request).toBeLessThan(20_000);
    expect(openFilesOf(folders[left])).toEqual([]);
    return;
  }
});

test('a long read that comes after a switch opens only what is served', async () => {
  const left = await folderOf('ALPHA');
  const other = await startOn(claimFolder(left, 'data'));
  await other.app.switchTo({ version: 1, data: folders.BETA });
  expect(tagOf((await other.get('/api/v1/contracts/search?recipient=willow')).data)).toBe('BETA');
  expect(openFilesOf(left)).toEqual([]);
  await other.close();
});

test('a folder that cannot be served is refused, and what is served stays', async () => {
  const now = await ASKED[0]?.();
  const empty = mkdtempSync(join(tmpdir(), 'dossier-empty-'));
  await expect(service.app.switchTo({ version: 99, data: empty })).rejects.toThrow(/has no usable index/);
  const rowless = mkdtempSync(join(tmpdir(), 'dossier-rowless-'));
  const store = await openStore(rowless, { schema: 'migrate' });
  await buildIndexes(store.catalog, join(rowless, 'index'), Date.now);
  await store.close();
  rmSync(join(rowless, 'catalog.db'));
  await expect(service.app.switchTo({ version: 99, data: rowless })).rejects.toThrow();
  for (const one of ASKED) expect(await one()).toBe(now);
});
