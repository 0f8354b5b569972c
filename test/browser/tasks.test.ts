import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEC_FILERS } from '../../src/domain/sec/sec.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { relink } from '../../src/linking/relink.js';
import { inheritedEnv } from '../support/processes/process.js';
import { newSampleFolder } from '../support/sample.js';
import { type LobbyingApi, startLobbyingApi } from '../support/servers/lobbying-api.js';
import { fill, startOn, startService, type TestService } from '../support/service.js';
import { openStore } from '../support/store.js';
import { chromiumPath, launch, MODES } from './browser.js';
import { follow, jump, tabTo, type } from './keyboard.js';

const path = chromiumPath();
const OREGON = 'us_or_active_businesses';

const LINE = '1 INVENTED WAY, SALEM, OR 97301';

let browser: Browser;
/** The bundled sample and a few more records. */
let service: TestService;
beforeAll(async () => {
  if (path === undefined) return;
  browser = await launch(path);
  service = await startOn(await taskFolder());
  await fill(service.app.store.catalog, { entities: { [OREGON]: twins('Inactive') } });
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const twins = (status: string) => [
  { key: '11', name: 'TWIN LANTERN BOOKS LLC', principalAddress: '1 FIRST ST, SALEM, OR 97301', status },
  {
    key: '12',
    name: 'TWIN LANTERN BOOKS INC',
    principalAddress: '2 OTHER ST, BEND, OR 97701',
    status: 'ACTIVE',
  },
];

async function taskFolder() {
  const folder = await newSampleFolder('dossier-tasks-');
  const store = await openStore(folder.path, { schema: 'current' });
  const filer = {
    kind: 'filer',
    cik: 7_777,
    name: 'SUMMIT LANTERN WORKS INC',
    place: 'IA',
    city: 'AMES',
    incorporationState: 'IA',
  } as const;
  await fill(store.catalog, {
    entities: {
      [OREGON]: [...twins('ACTIVE'), { key: '13', name: 'SUMMIT LANTERN WORKS INC', principalAddress: LINE }],
    },
    sec: {
      us_sec_submissions: [filer],
      us_sec_daily_index: [
        {
          kind: 'filing',
          accession: '0000007777-26-000001',
          cik: 7_777,
          form: '10-K',
          filed: '2026-02-20',
          name: 'SUMMIT LANTERN WORKS INC',
        },
      ],
    },
  });
  await relink(store.catalog, store.links, Date.now);
  const linked = { dataset: SEC_FILERS, entity: 'OR:13', party: 'cik:7777' };
  await store.links.correct({ ...linked, verdict: 'confirmed', note: '', at: 1 });
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  return folder;
}

/** Opens the first page without script; from then on there are only keys. */
async function begin(of = service, at = '/'): Promise<{ page: Page; end: () => Promise<void> }> {
  const context = await browser.newContext(MODES['no script']);
  const page = await context.newPage();
  await page.goto(of.url + at);
  return { page, end: () => context.close() };
}

async function signIn(page: Page, key: string): Promise<void> {
  await follow(page, 'Sign in');
  await type(page, 'API key', key);
  await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')]);
}

async function search(page: Page, words: string): Promise<void> {
  await type(page, 'Company, person, address, number or id', words);
  await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')]);
}

describe.runIf(path !== undefined)('tasks without script, by keys alone', () => {
  test('find a company by a misspelt name', async () => {
    const { page, end } = await begin();
    await search(page, 'harbor clenaers');
    await page.getByText('Showing').waitFor();
    await follow(page, 'Willow Harbor Cleaners, LLC');
    expect(await page.title()).toBe('Willow Harbor Cleaners, LLC, Colorado – Dossier');
    await end();
  });

  test('who else is at this address', async () => {
    const { page, end } = await begin();
    await search(page, 'CO:20221555001');
    await follow(page, 'Relations');
    expect(await page.locator('tbody tr').count()).toBe(13);
    await follow(page, 'Summit Cedar Consulting, LLC');
    expect(await page.locator('h1').textContent()).toContain('Summit Cedar Consulting, LLC');
    await end();
  });

  test('all records of a person, from one of them', async () => {
    const { page, end } = await begin();
    await search(page, 'CO:20221555001');
    const name = await page.locator('#people tbody th a').first().textContent();
    await follow(page, name ?? '');
    expect(await page.locator('h1').textContent()).toContain(`“${name}”`);
    expect(await page.getByText('may be two people').count()).toBe(1);
    await follow(page, 'Willow Harbor Cleaners, LLC');
    expect(page.url()).toContain('/entity/CO%3A20221555001');
    await end();
  });

  test('new companies of a state, without a name', async () => {
    const { page, end } = await begin();
    await follow(page, 'Search');
    await tabTo(page, 'State');
    await page.keyboard.type('Colo');
    await type(page, 'Formed from', '01012022');
    await follow(page, 'Show records');
    expect(page.url()).toContain('state=CO');
    expect(page.url()).toContain('formed_after=2022-01-01');
    expect(await page.locator('h1').textContent()).toMatch(/^\d+ records$/);
    await end();
  });

  test('a filing by its accession number', async () => {
    const { page, end } = await begin();
    await search(page, '0000007777-26-000001');
    expect(await page.locator('h1').textContent()).toBe('10-K, Annual report of SUMMIT LANTERN WORKS INC');
    await follow(page, 'Records of this filer in the registers');
    await follow(page, 'SUMMIT LANTERN WORKS INC');
    expect(page.url()).toContain('/entity/OR');
    await end();
  });

  test('federal contracts of a company', async () => {
    const { page, end } = await begin();
    await search(page, 'willow harbor cleaners');
    await follow(page, /^Contracts: \d+$/);
    expect(await page.locator('h1').textContent()).toMatch(/^Federal contracts: \d+ awards?$/);
    expect(page.url()).toContain('/contracts?recipient=');
    await end();
  });

  test('what changed since spring', async () => {
    const { page, end } = await begin();
    await follow(page, 'Changes');
    await type(page, 'Seen since', '03202026');
    await tabTo(page, 'Kind');
    await page.keyboard.type('Chan');
    await follow(page, 'Show');
    expect(page.url()).toContain('since=2026-03-20');
    expect(page.url()).toContain('kind=changed');
    expect(await page.title()).toBe('Changes since 2026-03-20: 1 event shown – Dossier');
    const row = page.getByRole('row', { name: 'OR:11' });
    expect(await row.textContent()).toContain('Status: ACTIVE to Inactive');
    await follow(page, 'OR:11');
    await type(page, 'Seen since', '03202026');
    await follow(page, 'Show the changes');
    expect(await page.title()).toBe('Changes of OR:11 since 2026-03-20: 1 event shown – Dossier');
    await end();
  });

  test('which sources are stale', async () => {
    const later = Date.now() + 40 * 86_400_000;
    const folder = await newSampleFolder('dossier-stale-');
    const old = await startOn(folder, { now: () => later });
    const { page, end } = await begin(old);
    await follow(page, 'Sources');
    const stale = page
      .getByRole('region', { name: 'Stale' })
      .or(page.locator('section[aria-labelledby=stale]'));
    expect(await stale.first().textContent()).toContain('Last loaded 40 days ago');
    await follow(page, 'Business Entities in Colorado');
    expect(await page.getByRole('status').first().textContent()).toContain(
      'Last loaded 40 days ago; published',
    );
    await end();
    await old.close();
  });

  test('print a dossier', async () => {
    const { page, end } = await begin();
    await search(page, 'CO:20221555001');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.top').isVisible()).toBe(false);
    for (const part of ['Facts', 'Missing data', 'People', 'Sources'])
      expect(await page.getByRole('heading', { name: part, exact: true }).isVisible()).toBe(true);
    expect((await page.pdf({ format: 'Letter' })).subarray(0, 5).toString()).toBe('%PDF-');
    await end();
  });

  test('compare two ambiguous candidates', async () => {
    const { page, end } = await begin();
    await follow(page, 'Match a list');
    await tabTo(page, 'The list');
    await page.keyboard.type('name,state\nTwin Lantern Books,OR\n');
    await follow(page, 'Continue');
    await follow(page, 'Match');
    await jump(page, 'Compare 2 candidates');
    const compared = page.getByRole('region', { name: 'Candidates for Twin Lantern Books' });
    expect(await compared.getByRole('columnheader').allTextContents()).toEqual([
      'Compared',
      'Your row',
      expect.stringMatching(/TWIN LANTERN BOOKS/),
      expect.stringMatching(/TWIN LANTERN BOOKS/),
    ]);
    await tabTo(page, 'None of these');
    await page.keyboard.press('ArrowUp');
    await follow(page, 'Save my choices');
    await page.getByText(/Chosen: TWIN LANTERN BOOKS/).waitFor();
    await end();
  });

  test('get from a 10-K to the state record and back', async () => {
    const { page, end } = await begin();
    await follow(page, 'SEC filings');
    await type(page, 'Company, ticker, number or words', 'summit lantern');
    await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')]);
    expect(await page.getByRole('cell', { name: /^10-K\b/ }).count()).toBe(1);
    await follow(page, /^SUMMIT LANTERN WORKS INC/);
    await follow(page, 'Records of this filer in the registers');
    await follow(page, 'SUMMIT LANTERN WORKS INC');
    expect(page.url()).toContain('/entity/OR');
    expect(await page.getByRole('heading', { name: /^SEC filings/ }).count()).toBe(1);
    await follow(page, 'All filings of this filer, by form and year');
    expect(await page.locator('h1').textContent()).toContain('1 filing');
    await end();
  });

  test('read the balance and revoke a key', async () => {
    const key = await service.newKey({ scopes: ['read', 'usage', 'admin'], credits: 500 });
    const { page, end } = await begin();
    await signIn(page, key);
    await follow(page, /^test /);
    expect(await page.locator('dl').first().textContent()).toContain('500');
    await follow(page, /Keys|keys/);
    await type(page, 'Name', 'short-lived');
    await follow(page, 'Create the key');
    await follow(page, 'All keys');
    await follow(page, 'Revoke short-lived');
    await follow(page, 'Revoke the key');
    await page.getByRole('row', { name: /short-lived.*revoked/ }).waitFor();
    await end();
  });

  test('load a source and watch it', async () => {
    const api: LobbyingApi = await startLobbyingApi(Date.now);
    api.filings = Array.from({ length: 60 }, (_, n) => filing(n));
    const environment = { ...inheritedEnv(), DOSSIER_LDA_URL: api.base };
    const own = await startService({}, { environment });
    const key = await own.newKey({ scopes: ['read', 'usage', 'admin'] });
    const { page, end } = await begin(own);
    await signIn(page, key);
    await follow(page, 'Operate');
    await follow(page, 'Loads');
    await follow(page, 'Load Lobbying Disclosure Act filings');
    await follow(page, 'Start the load');
    await page.getByRole('status').getByText('downloading its files').waitFor();
    await expect
      .poll(
        async () => {
          await page.keyboard.press('F5');
          await page.goto(page.url());
          return await page.getByRole('heading', { name: 'Loading', exact: true }).count();
        },
        { interval: 1_000 },
      )
      .toBe(0);
    await follow(page, 'Lobbying Disclosure Act filings');
    expect(await page.title()).toBe('Lobbying Disclosure Act filings: 60 records – Dossier');
    await end();
    await own.close();
    api.close();
  });

  test('find the licence of a source', async () => {
    const { page, end } = await begin();
    await follow(page, 'Sources');
    await follow(page, 'Business Entities in Colorado');
    const licence = page.locator('dl > div').filter({ hasText: 'Licence' });
    expect(await licence.textContent()).toContain('public domain');
    await search(page, 'CO:20221555001');
    await jump(page, 'Source 1');
    expect(await page.locator(':target').textContent()).toContain('Terms: public domain');
    await end();
  });
});

function filing(n: number) {
  return {
    filing_uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    filing_type: 'Q1',
    filing_year: 2026,
    filing_period: 'first_quarter',
    income: '50000.00',
    expenses: null,
    dt_posted: `2026-04-02T10:${String(n % 60).padStart(2, '0')}:00-04:00`,
    registrant: { id: 1, name: 'INVENTED PARTNERS' },
    client: { id: n, name: `CLIENT ${n} CORPORATION`, state: 'MD', country: 'US' },
    lobbying_activities: [],
  };
}
