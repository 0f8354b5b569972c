import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashApiKey } from '../../../src/domain/accounts/api-key.js';
import type { Mount } from '../../../src/http/server.js';
import { docsSearchMount } from '../../../src/web/docs/guides/search-mount.js';
import type { Page } from '../../../src/web/site/page.js';
import { siteOf } from '../../../src/web/site/site.js';
import { type Service, startService } from '../../http/support/service.js';

const shown: string[] = [];
const shows = (name: string) => async (visit: { facts: { here: string } }) => {
  shown.push(`${name} ${visit.facts.here}`);
  return { title: name, body: <p>{`${name}, ${shown.length}`}</p> };
};
const PAGES: readonly Page[] = [
  { path: '/all', name: 'all', access: 'anyone', isForAll: true, show: shows('all') },
  { path: '/own', name: 'own', access: 'anyone', show: shows('own') },
  {
    path: '/broken',
    name: 'broken',
    access: 'anyone',
    isForAll: true,
    show: async () => {
      shown.push('broken');
      throw new Error('The test breaks it.');
    },
  },
];
const search = {
  find: async (query: string) => {
    shown.push(`search ${query}`);
    return { hits: [], total: 0, words: [query] };
  },
};
const SESSION = 's'.repeat(43);

let service: Service;
beforeEach(async () => {
  shown.length = 0;
  const site = siteOf({
    ...{
      access: 'key',
      localOnly: false,
      operations: [],
      pages: PAGES,
      feeds: [],
      isSample: false,
      contact: null,
    },
    dataVersion: () => '1',
    sessions: {
      find: async (hash) => ({
        hash,
        keyHash: hashApiKey(service.key),
        begunAt: 0,
        endsAt: Number.MAX_SAFE_INTEGER,
      }),
      begin: async () => undefined,
      end: async () => false,
    },
    matchLists: {
      ...{
        put: async () => undefined,
        replace: async () => false,
        find: async () => undefined,
        remove: async () => false,
      },
      ...{ ofOwner: async () => [], membersAmong: async () => [] },
    },
  });
  const mounts: readonly Mount[] = [docsSearchMount(search, { nav: [], hasPages: true })];
  service = await startService({ site, mounts });
});
afterEach(() => service.stop());

const open = async (path: string, headers: Record<string, string> = {}) =>
  await (await service.get(path, { headers })).text();

test('a page that is the same for all is made once in a second for visitors without a key', async () => {
  const first = await open('/all');
  expect(await open('/all', { 'accept-encoding': 'br' })).toBe(first);
  expect(shown).toEqual(['all /all']);
  service.clock.now += 1_000;
  expect(await open('/all')).not.toBe(first);
});

test('an address or a choice of colours of its own is a page of its own', async () => {
  const first = await open('/all');
  const request = await open('/all?to=/elsewhere');
  expect(request).toContain('value="/all?to=/elsewhere"');
  const dark = await open('/all', { cookie: 'theme=dark' });
  expect([first, request, dark].map((html) => html.includes('data-theme="dark"'))).toEqual([
    false,
    false,
    true,
  ]);
  expect(shown).toHaveLength(3);
});

test('nobody sees the page of somebody who is signed in', async () => {
  const cookie = `dossier=${SESSION}`;
  expect(await open('/all', { cookie })).toContain('Test account');
  expect(await open('/all')).not.toContain('Test account');
  expect(await open('/all', { cookie })).toContain('Test account');
  expect(shown).toHaveLength(3);
});

test('a page that does not say that it is for all, and an error, are made each time', async () => {
  for (const path of ['/own', '/own']) await open(path);
  const [one, other] = [await open('/broken'), await open('/broken')];
  expect(one).not.toBe(other);
  expect(shown).toEqual(['own /own', 'own /own', 'broken', 'broken']);
});

test('a search of the docs is made once for all who ask the same', async () => {
  const first = await open('/docs/search?q=credits');
  service.clock.now += 86_400_000;
  expect(await open('/docs/search?q=credits')).toBe(first);
  await open('/docs/search?q=keys');
  expect(shown).toEqual(['search credits', 'search keys']);
});
