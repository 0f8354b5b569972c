import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../src/contract/suggestion.js';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { amidAMinute } from '../../support/clock/minute.js';
import { startService, type TestService } from '../../support/service.js';

const one = (key: string, name: string, more: Partial<EntityDraft> = {}): EntityDraft => ({
  key,
  name,
  activity: 'active',
  ...more,
});

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        one('1', 'AAA Appliance Repair LLC'),
        one('2', 'Apple Inc.', { activity: 'active' }),
        one('3', 'Apple LLC'),
        one('4', 'Apple Cider Makers, Inc.', { activity: 'inactive' }),
        one('5', 'APPLE, JOHN', { subjectType: 'person' }),
        one('6', 'Red Apple Grocery'),
        one('7', 'O’Reilly & Sons'),
        one('8', 'Intl Paper Mfg Co'),
        one('9', 'Café Zoë, LLC'),
        one('10', 'Home Depot U.S.A., Inc.'),
        one('11', 'Depot Home Goods LLC'),
        one('12', 'Walmart Inc.'),
        one('13', 'Red Apple Grocery'),
        ...Array.from({ length: 30 }, (_, at) => one(String(100 + at), `Zebra ${at} Works`)),
      ],
      us_fl_corporations: [one('P1', 'APPLE OF FLORIDA INC'), one('P2', 'Apple Inc')],
    },
    sec: {
      us_sec_tickers: [
        { kind: 'filer', cik: 320193, name: 'Apple Inc.', tickers: ['AAPL'] },
        { kind: 'filer', cik: 104169, name: 'WALMART INC.', tickers: ['WMT'] },
        { kind: 'filer', cik: 354950, name: 'HOME DEPOT USA, INC.', tickers: ['HD'] },
        { kind: 'filer', cik: 9, name: 'Red Apple Grocery' },
      ],
    },
  });
});
afterAll(() => service.close());

const suggest = async (query: string) => (await service.get<Suggestion[]>(`/api/v1/suggest?${query}`)).data;
const names = async (q: string, more = '') =>
  (await suggest(`q=${encodeURIComponent(q)}${more}`)).map(({ name, state }) => `${name} (${state})`);

describe('GET /api/v1/suggest', () => {
  it('puts listed companies first, then names that begin so, then names with a word that does', async () => {
    expect(await names('app')).toEqual([
      'Apple Inc. (CO)',
      'Apple Inc (FL)',
      'Apple LLC (CO)',
      'APPLE OF FLORIDA INC (FL)',
      'Apple Cider Makers, Inc. (CO)',
      'AAA Appliance Repair LLC (CO)',
      'Red Apple Grocery (CO)',
    ]);
  });

  it('never suggests a named individual, and a name of one state once', async () => {
    expect(await names('apple j')).toEqual([]);
    expect(await names('john')).toEqual([]);
    expect(await names('red')).toEqual(['Red Apple Grocery (CO)']);
  });

  it.each([
    ['wmt', 'Walmart Inc. (CO)'],
    ['HD', 'Home Depot U.S.A., Inc. (CO)'],
    ['wal', 'Walmart Inc. (CO)'],
    ['home dep', 'Home Depot U.S.A., Inc. (CO)'],
    ['depot', 'Home Depot U.S.A., Inc. (CO)'],
    ['goods dep', 'Depot Home Goods LLC (CO)'],
    ['oreil', 'O’Reilly & Sons (CO)'],
    ["o'reilly", 'O’Reilly & Sons (CO)'],
    ['cafe z', 'Café Zoë, LLC (CO)'],
    ['zoe', 'Café Zoë, LLC (CO)'],
    ['international pap', 'Intl Paper Mfg Co (CO)'],
    ['paper mfg', 'Intl Paper Mfg Co (CO)'],
    ['apple of', 'APPLE OF FLORIDA INC (FL)'],
  ])('%s suggests first %s', async (q, first) => {
    expect((await names(q))[0]).toBe(first);
  });

  it('says which ticker was typed', async () => {
    const tickers = async (q: string) => (await suggest(`q=${q}`)).map(({ ticker }) => ticker);
    expect(await tickers('wmt')).toEqual(['WMT']);
    expect(await tickers('wal')).toEqual([null]);
    expect((await suggest('q=aap')).map(({ name, ticker }) => [name, ticker])).toEqual([
      ['Apple Inc.', 'AAP'],
      ['Apple Inc', 'AAP'],
    ]);
  });

  it('marks the parts of the name that were typed', async () => {
    const marked = async (q: string) => {
      const [{ name, marks } = { name: '', marks: [] }] = await suggest(`q=${encodeURIComponent(q)}`);
      return marks.map(({ from, to }) => name.slice(from, to));
    };
    expect(await marked('red app')).toEqual(['Red', 'App']);
    expect(await marked('home dep')).toEqual(['Home', 'Dep']);
    expect(await marked('zoe')).toEqual(['Zoë']);
    expect(await marked('oreil')).toEqual(['O’Reilly']);
  });

  it('keeps to a state and to a number', async () => {
    expect(await names('app', '&state=fl')).toEqual(['Apple Inc (FL)', 'APPLE OF FLORIDA INC (FL)']);
    expect(await names('app', '&limit=2')).toEqual(['Apple Inc. (CO)', 'Apple Inc (FL)']);
    expect(await names('zebra', '&limit=50')).toHaveLength(8);
    expect(await names('nothing begins so')).toEqual([]);
  });

  it('leads to the record', async () => {
    const [first] = await suggest('q=walm');
    const { data } = await service.get<{ name: string }>(`/api/v1/entity/${first?.id}`);
    expect(data.name).toBe('Walmart Inc.');
  });

  it('is free, and is counted apart from the account’s requests', async () => {
    const before = await service.creditsLeft();
    const authorization = `Bearer ${await service.newKey({ perMinute: 1 })}`;
    await amidAMinute();
    for (let turn = 0; turn < 3; turn++) {
      const { status, headers } = await service.get('/api/v1/suggest?q=app', { authorization });
      expect([status, headers.get('x-credits-cost')]).toEqual([200, '0']);
      expect(headers.get('x-ratelimit-remaining')).toBe(String(1_199 - turn));
    }
    expect((await service.get('/api/v1/search?name=apple', { authorization })).status).toBe(200);
    expect((await service.get('/api/v1/search?name=apple', { authorization })).status).toBe(429);
    expect((await service.get('/api/v1/suggest?q=app', { authorization })).status).toBe(200);
    expect(await service.creditsLeft()).toBe(before);
  });
});

describe('GET /api/v1/search', () => {
  it('puts a listed bearer of a name before others of the name', async () => {
    const { data } = await service.get<{ name: string }[]>('/api/v1/search?name=apple');
    expect(data.slice(0, 3).map(({ name }) => name)).toEqual(['Apple Inc.', 'Apple Inc', 'Apple LLC']);
  });
});
