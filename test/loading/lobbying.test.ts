import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { type LobbyingApi, startLobbyingApi, TOKEN } from '../support/servers/lobbying-api.js';
import { openStore } from '../support/store.js';

const NOW = Date.parse('2026-04-25T12:00:00Z');
const SOURCE = 'us_lda_filings';

let api: LobbyingApi;
let folder: string;
let now = NOW;
beforeEach(async () => {
  now = NOW;
  api = await startLobbyingApi(() => now);
  folder = mkdtempSync(join(tmpdir(), 'dossier-lobbying-'));
});
afterEach(() => api.close());

async function dossier(
  ...args: readonly string[]
): Promise<{ json: Record<string, unknown>; reported: string }> {
  const written = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      write: (chunk, _encoding, done) => {
        written[name] += String(chunk);
        done();
      },
    });
  const env = { DOSSIER_DATA: folder, DOSSIER_LDA_URL: api.base, DOSSIER_LDA_KEY: TOKEN };
  const stopped = new Promise<void>(() => undefined);
  const program = await createProgram({
    env,
    stdout: into('stdout'),
    stderr: into('stderr'),
    now: () => now,
    untilStopped: () => stopped,
    originOf: () => `${new URL(api.base).origin}/elsewhere`,
  });
  await program.parseAsync(['node', 'dossier', ...args, '--json']);
  return { json: JSON.parse(written.stdout), reported: written.stderr };
}

/** A report of 2026 on an invented client, as the API gives it. */
const filing = (n: number, day: string, more: object = {}) => ({
  filing_uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  filing_type: 'Q1',
  filing_year: 2026,
  filing_period: 'first_quarter',
  income: '50000.00',
  expenses: null,
  dt_posted: `2026-${day}T10:${String(n % 60).padStart(2, '0')}:00-04:00`,
  registrant: { id: 1, name: 'INVENTED PARTNERS' },
  client: { id: n, name: `CLIENT ${n} CORPORATION`, state: 'MD', country: 'US' },
  lobbying_activities: [],
  ...more,
});
const load = (...args: readonly string[]) => dossier('ingest', SOURCE, '--no-index', ...args);
const daysAsked = () => api.requested.map(({ path }) => /after=([\d-]+)/.exec(path)?.[1]);
const client = async (name: string) => {
  const { catalog, close } = await openStore(folder, { schema: 'current' });
  const nothing = { registrant: null, issue: null, year: null, type: null };
  const { records } = await catalog.records.searchLobbying({
    client: name,
    ...nothing,
    limit: 25,
    offset: 0,
  });
  await close();
  return records.map(({ document }) => JSON.parse(document) as { amount: number; filingType: string });
};

describe('dossier ingest us_lda_filings', () => {
  it('reads all pages of the year with the token, then only what was posted since the day before the last good run', async () => {
    api.filings = Array.from({ length: 30 }, (_, n) => filing(n, '04-02'));
    const { json, reported } = await load();
    expect(json).toMatchObject({ outcome: 'done', added: 30, complete: false });
    expect(reported).toContain(
      'us_lda_filings: 30 rows since 2026-01-01, about 1 min at the publisher’s pace.',
    );
    expect(daysAsked()[0]).toBe('2026-01-01');
    expect(new Set(api.requested.map(({ token }) => token))).toEqual(new Set([`Token ${TOKEN}`]));

    now = NOW + 7 * 86_400_000;
    api.requested.length = 0;
    api.filings = [
      ...api.filings,
      filing(99, '05-01'),
      filing(100, '05-02', { filing_type: '1A', income: '70000.00', client: filing(5, '').client }),
    ];
    expect((await load()).json).toMatchObject({ outcome: 'done', records: 2, added: 1, changed: 1 });
    expect(new Set(daysAsked())).toEqual(new Set(['2026-04-24']));
    expect(await client('client 5')).toMatchObject([{ amount: 70_000, filingType: '1A' }]);
  });

  it('loads nothing of a list that fails in the middle, keeps why, and goes on there', async () => {
    api.filings = [0, 1, 2].flatMap((day) =>
      Array.from({ length: 30 }, (_, n) => filing(day * 30 + n, `04-0${day + 1}`)),
    );
    api.before = (request) => (request > 4 ? 'forbids' : undefined);
    await expect(load()).rejects.toThrow(/could not be fetched: the server returned 403/);
    const { catalog, close } = await openStore(folder, { schema: 'current' });
    expect(await catalog.runs.list(SOURCE, 5)).toMatchObject([{ outcome: 'failed', records: 0 }]);
    await close();
    expect(existsSync(join(folder, 'fetched', SOURCE, 'read.ndjson'))).toBe(true);

    api.before = () => undefined;
    api.requested.length = 0;
    expect((await load()).json).toMatchObject({ outcome: 'done', added: 90 });
    expect(daysAsked()).not.toContain('2026-01-01');
  });

  it('is asked from another day with --since, which no other source takes', async () => {
    api.filings = [filing(1, '02-02'), filing(2, '04-02')];
    expect((await load('--since', '2026-04-01')).json).toMatchObject({ added: 1 });
    await expect(dossier('ingest', 'us_co_business_entities', '--since', '2026-04-01')).rejects.toThrow(
      'us_co_business_entities does not support --since.',
    );
  });

  it('is told in the preflight of everything', async () => {
    const { json } = await dossier('ingest', '--all', '--dry-run');
    const { sources } = json as { sources: { source: string }[] };
    expect(sources.find(({ source }) => source === SOURCE)).toMatchObject({ fetch: 'changes', missing: [] });
  });
});
