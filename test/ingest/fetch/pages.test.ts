import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editionYear, firstSundayEdition } from '../../../src/ingest/fetch/edition.js';
import { type FetchedFile, fetchFiles } from '../../../src/ingest/fetch/index.js';
import { fetchPages, type PageOptions } from '../../../src/ingest/fetch/pages/pages.js';
import { budget } from '../../support/effort.js';
import {
  type Filing,
  type LobbyingApi,
  startLobbyingApi,
  TOKEN,
} from '../../support/servers/lobbying-api.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Site {
  readonly origin: string;
  readonly requested: IncomingMessage[];
}

async function serve(
  answer: (path: string) => { status?: number; location?: string; body?: string | Buffer },
): Promise<Site> {
  const requested: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requested.push(request);
    const { status = 200, location, body = '' } = answer(request.url ?? '');
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

const options = () => ({
  host: 'lda.example.gov',
  perSecond: 1_000,
  folder: join(mkdtempSync(join(tmpdir(), 'dossier-pages-')), 'pages'),
  contact: 'ops@example.org',
  clock: { now: () => 0, sleep: async () => {} },
});

const MEMBERS = { id: 'filing_uuid', time: 'dt_posted' };
const PATH = 'filings/?filing_dt_posted_after={since}&ordering=dt_posted&page_size=25';

describe('pages', () => {
  let time = 0;
  const slept: number[] = [];
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      slept.push(ms);
      time += ms;
    },
  };
  let api: LobbyingApi;
  let folder: string;
  beforeEach(async () => {
    time = Date.parse('2026-04-25T12:00:00Z');
    slept.length = 0;
    api = await startLobbyingApi(clock.now);
    folder = options().folder;
  });
  afterEach(() => api.close());

  /** So many on each day of April, a minute apart. */
  const filings = (...counts: readonly number[]): Filing[] =>
    counts.flatMap((count, day) =>
      Array.from({ length: count }, (_, n) => {
        const at = `${String(8 + Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00`;
        const dt_posted = `2026-04-${String(day + 1).padStart(2, '0')}T${at}-04:00`;
        return { filing_uuid: `${day + 1}/${n}`, dt_posted };
      }),
    );
  const fetchAll = (more: Partial<PageOptions> = {}) =>
    fetchPages({
      ...options(),
      folder,
      clock,
      members: MEMBERS,
      url: api.base + PATH,
      since: '2026-04-01',
      ...more,
    });
  const idsIn = (files: readonly FetchedFile[]) =>
    new Set(
      files.flatMap(({ path }) => {
        const bytes = readFileSync(path);
        const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
        return (JSON.parse(text) as { results: Filing[] }).results.map(({ filing_uuid }) => filing_uuid);
      }),
    );
  const all = () => new Set(api.filings.map(({ filing_uuid }) => filing_uuid));

  it('are fetched to the last row, each with the key and at the publisher that was asked, whatever host `next` names', async () => {
    api.filings = filings(60, 0, 10, 30, 1);
    const files = await fetchAll({ ownHeaders: { authorization: `Token ${TOKEN}` } });
    expect(idsIn(files)).toEqual(all());
    expect(new Set(api.requested.map(({ token }) => token))).toEqual(new Set([`Token ${TOKEN}`]));
    expect(api.requested.every(({ path }) => path.includes('page_size=25'))).toBe(true);
  });

  it('are none where nothing was posted', async () => {
    const files = await fetchAll();
    expect([files.length, idsIn(files).size]).toEqual([1, 0]);
  });

  it('keep the publisher’s pace, and wait as long as it says when it is too fast all the same', async () => {
    api.filings = filings(60);
    await fetchAll({ perSecond: 0.25 });
    expect(slept).toEqual([4_000, 4_000]);
    slept.length = 0;
    api.anonymousPerMinute = 2;
    folder = options().folder;
    await fetchAll({ since: '2026-03-31' });
    expect(slept.filter((ms) => ms > 30_000)).toHaveLength(2);
  });

  it.each([
    ['fails', 'fails'],
    ['is cut though it says that it is whole', 'truncates'],
    ['breaks off', 'breaks off'],
    ['is a page for people', 'maintenance'],
  ] as const)('are asked for again where one %s', async (_what, mishap) => {
    api.filings = filings(60, 30);
    api.before = (request) => (request === 2 || request === 3 ? mishap : undefined);
    expect(idsIn(await fetchAll())).toEqual(all());
    expect(slept.filter((ms) => ms >= 1_000)).toEqual([1_000, 2_000]);
  });

  it('go on, after a failure, behind the days that were read whole', async () => {
    api.filings = filings(60, 60, 60);
    api.before = (request) => (request > 6 ? 'fails' : undefined);
    await expect(fetchAll()).rejects.toThrow(
      /could not be fetched after 6 tries: the server returned 500\.$/,
    );
    const before = api.requested.length;
    api.before = () => undefined;
    expect(idsIn(await fetchAll())).toEqual(all());
    const again = api.requested.slice(before).map(({ path }) => path);
    expect(again.some((path) => path.includes('after=2026-04-01'))).toBe(false);
    expect(again[0]).toContain('after=2026-04-02');
  });

  it('go on behind the last whole line of a note that a kill has cut, and add to it', async () => {
    api.filings = filings(60, 60, 60, 60);
    api.before = (request) => (request > 9 ? 'fails' : undefined);
    await expect(fetchAll()).rejects.toThrow(/the server returned 500\.$/);
    const note = join(folder, 'read.ndjson');
    const whole = readFileSync(note, 'utf8');
    const cut = whole.slice(0, -20);
    writeFileSync(note, cut);
    const before = api.requested.length;
    api.before = () => undefined;
    expect(idsIn(await fetchAll())).toEqual(all());
    expect(api.requested[before]?.path).toContain('after=2026-04-02');
    expect(readFileSync(note, 'utf8').startsWith(`${cut}\n`)).toBe(true);
    const requested = api.requested.length;
    expect(idsIn(await fetchAll())).toEqual(all());
    expect(api.requested.slice(requested).every(({ path }) => path.includes('after=2026-04-04'))).toBe(true);
  });

  it('begin again from another day, and read the last day again for what has come since', async () => {
    api.filings = filings(30, 30);
    await fetchAll();
    api.filings = [...api.filings, { filing_uuid: 'late', dt_posted: '2026-04-02T23:00:00-04:00' }];
    const before = api.requested.length;
    expect(idsIn(await fetchAll())).toEqual(all());
    expect(api.requested.slice(before).every(({ path }) => path.includes('after=2026-04-02'))).toBe(true);
    expect(idsIn(await fetchAll({ since: '2026-04-02' })).size).toBe(31);
  });

  it.each([
    ['withdrawn', (rows: Filing[]) => rows.filter(({ filing_uuid }) => filing_uuid !== '1/3')],
    [
      'posted again',
      (rows: Filing[]) =>
        rows.map((row) =>
          row.filing_uuid === '1/3' ? { ...row, dt_posted: '2026-04-09T08:00:00-04:00' } : row,
        ),
    ],
  ])('miss no row where one before them is %s while they are read, and all shift', async (_what, change) => {
    api.filings = filings(80, 40);
    api.before = (request) => {
      if (request === 3) api.filings = change(api.filings);
      return undefined;
    };
    const ids = idsIn(await fetchAll());
    expect([...all()].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('miss no row where one before them is posted again and comes again in the same stretch', async () => {
    api.filings = filings(71, 4);
    api.before = (request) => {
      if (request !== 3) return undefined;
      const [first, ...others] = api.filings;
      const [moved, posted] = ['T08:00:00-04:00', 'T09:00:00-04:00'].map((time) => `2026-04-10${time}`);
      api.filings = [
        ...others,
        { ...(first as Filing), dt_posted: moved as string },
        { filing_uuid: 'new', dt_posted: posted as string },
      ];
      return undefined;
    };
    const ids = idsIn(await fetchAll());
    expect([...all()].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('miss none of the rows that stay, whichever are posted, withdrawn or posted again, one between two requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(90), { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(12), fc.constantFrom('post', 'withdraw', 'move'), fc.nat(400)), {
          maxLength: 3,
        }),
        async (counts, changes) => {
          api.filings = filings(...counts);
          const untouched = all();
          const at = new Map(changes.map((change) => [change[0] + api.requested.length, change]));
          api.before = (request) => {
            const [, what, which] = at.get(request) ?? [];
            // A row that is posted again and withdrawn before it is seen again leaves no trace.
            const old = api.filings.filter(({ dt_posted }) => dt_posted < '2026-04-10');
            const target = old[(which ?? 0) % Math.max(1, old.length)];
            const late = `2026-04-10T${String(8 + (request % 9)).padStart(2, '0')}:00:00-04:00`;
            if (what === undefined) return undefined;
            if (what !== 'post' && target) {
              untouched.delete(target.filing_uuid);
              api.filings = api.filings.filter((row) => row !== target);
            }
            if (what === 'post')
              api.filings = [...api.filings, { filing_uuid: `new/${request}`, dt_posted: late }];
            if (what === 'move' && target) api.filings = [...api.filings, { ...target, dt_posted: late }];
            return undefined;
          };
          const ids = idsIn(await fetchAll({ folder: options().folder }));
          expect([...untouched].filter((id) => !ids.has(id))).toEqual([]);
        },
      ),
      { numRuns: budget(60) },
    );
  });

  it('end with a sentence where they change whenever they are read', async () => {
    api.filings = filings(100);
    api.before = () => {
      api.filings = api.filings.slice(1);
      return undefined;
    };
    await expect(fetchAll()).rejects.toThrow(/changed during each of 5 attempts to read its pages/);
  });

  it('end with a sentence at a token that the publisher does not know', async () => {
    const failing = fetchAll({ ownHeaders: { authorization: 'Token wrong' } });
    await expect(failing).rejects.toThrow(/page_size=25 could not be fetched: the server returned 401\.$/);
  });
});

describe('a key', () => {
  it('goes to the publisher alone, not to where it redirects, and is in no address that is kept or told', async () => {
    const other = await serve(() => ({ body: 'a,b\n1,2\n' }));
    const site = await serve(() => ({ status: 302, location: `${other.origin}/file.zip` }));
    const own = { ownParameters: { api_key: 'key-1' }, ownHeaders: { 'x-app-token': 'key-2' } };
    const [file] = await fetchFiles({ ...options(), ...own, urls: [`${site.origin}/extracts?a=1`] });
    expect(site.requested[0]?.url).toBe('/extracts?a=1&api_key=key-1');
    expect(site.requested[0]?.headers['x-app-token']).toBe('key-2');
    expect(other.requested[0]?.url).toBe('/file.zip');
    expect(other.requested[0]?.headers['x-app-token']).toBeUndefined();
    expect(file?.url).toBe(`${site.origin}/extracts?a=1`);
    const gone = await serve(() => ({ status: 404 }));
    const failing = fetchFiles({ ...options(), ...own, urls: [`${gone.origin}/extracts`] });
    await expect(failing).rejects.toThrow(
      `${gone.origin}/extracts could not be fetched: the server returned 404.`,
    );
  });
});

describe('the edition of the first Sunday', () => {
  it.each([
    ['2026-10-20T12:00:00Z', '10/2026'],
    // The first Sunday of November 2026 is the 1st.
    ['2026-11-01T20:00:00Z', '10/2026'],
    ['2026-11-02T20:00:00Z', '11/2026'],
    // That of January 2027 is the 3rd.
    ['2027-01-03T23:00:00Z', '12/2026'],
    ['2027-01-05T00:00:00Z', '01/2027'],
  ])('at %s is that of %s', (now, edition) => {
    expect(firstSundayEdition(Date.parse(now))).toBe(edition);
  });
});

describe('the newest year of what comes out by years', () => {
  it.each([
    ['2026-10-20', 2026],
    ['2027-02-20', 2026],
    ['2027-03-05', 2027],
  ])('on %s is %i', (day, year) => {
    expect(editionYear(Date.parse(`${day}T12:00:00Z`))).toBe(year);
  });
});
