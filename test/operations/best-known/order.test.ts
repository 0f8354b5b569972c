import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import { Leaders } from '../../../src/domain/sec/leaders.js';
import type { FilerFact, FilingFact } from '../../../src/domain/sec/sec.js';
import { MIN_STANDING, standingAt } from '../../../src/domain/sec/standing.js';
import { budget } from '../../support/effort.js';
import { startService, type TestService } from '../../support/service.js';

/** Of filers that begin alike, by their places in the SEC's list; the last is in no list. */
const LISTED = [
  { cik: 11, name: 'DELTA AIR LINES, INC.', place: 378 },
  { cik: 12, name: 'DELTA APPAREL, INC', place: 5_200 },
  { cik: 13, name: 'Delta Galil Industries Ltd', place: 5_300 },
  { cik: 14, name: 'Delta Acquisitions Corp', place: undefined },
] as const;

const filing = (cik: number, day: number, name: string): FilingFact => ({
  ...{ kind: 'filing', accession: `00000000${cik}-25-00000${day}`, cik, form: '10-K' },
  ...{ filed: `2025-01-0${day}`, name },
});

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [...LISTED, { name: 'Delta Aardvark LLC' }, { name: 'Delta' }].map(
        ({ name }, at) => ({ key: String(at), name, activity: 'active' as const }),
      ),
    },
    sec: {
      us_sec_tickers: LISTED.map(
        ({ cik, name, place }): FilerFact => ({
          ...{ kind: 'filer', cik, name, tickers: [`T${cik}`] },
          ...(place !== undefined && { standing: standingAt(place) }),
        }),
      ),
      us_sec_full_index: LISTED.flatMap(({ cik, name }, at) => [
        filing(cik, at + 1, name),
        filing(cik, at + 5, name),
      ]),
    },
  });
});
afterAll(() => service.close());

describe('of companies whose names begin alike the best-known one is first', () => {
  it('in suggestions, also where the alphabet says otherwise', async () => {
    const { data } = await service.get<{ name: string }[]>('/api/v1/suggest?q=delt');
    expect(data.map(({ name }) => name)).toEqual([
      'DELTA AIR LINES, INC.',
      'DELTA APPAREL, INC',
      'Delta Galil Industries Ltd',
      'Delta Acquisitions Corp',
      'Delta',
      'Delta Aardvark LLC',
    ]);
  });

  it('in the search, also before a record of the whole name, each record once on its pages', async () => {
    const names: string[] = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const { data, meta } = await service.get<{ name: string }[]>(
        `/api/v1/search?name=delta&limit=2&offset=${offset}`,
      );
      expect(meta.totalCount).toBe(6);
      names.push(...data.map(({ name }) => name));
    }
    expect(names).toEqual([
      'DELTA AIR LINES, INC.',
      'Delta',
      'DELTA APPAREL, INC',
      'Delta Galil Industries Ltd',
      'Delta Acquisitions Corp',
      'Delta Aardvark LLC',
    ]);
  });

  it('in filings: its own first, then those of all others by date; by date alone if that is asked', async () => {
    const filers = async (query: string) => {
      const { data, meta } = await service.get<FilingItem[]>(`/api/v1/sec/search?${query}`);
      expect(meta.totalCount).toBe(8);
      return data.map(({ cik }) => Number(cik));
    };
    expect(await filers('q=delta')).toEqual([11, 11, 14, 13, 12, 14, 13, 12]);
    expect(await filers('q=delta&sort=date')).toEqual([14, 13, 12, 11, 14, 13, 12, 11]);
  });
});

test('each beginning of names is led by the best-known bearer, by the name if two stand alike', () => {
  const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta');
  const filers = fc.array(
    fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 3 }),
      standing: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(filers, (all) => {
      const leaders = new Leaders();
      const named = all.map(({ words, standing }, cik) => ({ cik, name: words.join(' '), standing }));
      for (const { cik, name, standing } of named) {
        leaders.add({ ...NOTHING, cik, name, ...(standing !== undefined && { standing }) }, cik);
      }
      const beginnings = new Set(
        named.flatMap(({ name, standing }) =>
          standing === undefined
            ? []
            : name.split(' ').map((_, at, words) => words.slice(0, at + 1).join(' ')),
        ),
      );
      const expected = [...beginnings].map((text) => {
        const bearers = named.filter(
          ({ name, standing }) => standing !== undefined && `${name} `.startsWith(`${text} `),
        );
        bearers.sort(
          (one, other) =>
            (one.standing ?? 0) - (other.standing ?? 0) ||
            Number(one.name > other.name) - Number(one.name < other.name) ||
            one.cik - other.cik,
        );
        return [text, bearers[0]?.cik];
      });
      expect(new Map(leaders.entries())).toEqual(new Map(expected as [string, number][]));
    }),
    { numRuns: budget(300) },
  );
});

test('a word by which a company is better known than the one whose ticker it is leads to the former', () => {
  const leaders = new Leaders();
  const all = [
    { cik: 1, name: 'FORD MOTOR CO', tickers: ['F', 'F-PB'], standing: 16 },
    { cik: 2, name: 'Forward Industries, Inc.', tickers: ['FORD'], standing: 24 },
    { cik: 3, name: 'Snow Lake Resources', tickers: ['LITM'], standing: 25 },
    { cik: 4, name: 'SNOWFLAKE INC', tickers: ['SNOW'], standing: 15 },
    { cik: 5, name: 'GAP INC', tickers: ['GAP'], standing: 19 },
    { cik: 6, name: 'Target Group Inc.', tickers: ['CBDY'] },
  ];
  for (const filer of all) leaders.add({ ...NOTHING, ...filer }, filer.cik);
  expect([...leaders.foremost()]).toEqual([['ford', 1]]);
});

const NOTHING = {
  ...{ formerNames: [], tickers: [], sic: null, entityType: null, ein: null },
  ...{ incorporationState: null, city: null, place: null },
};

test('a letter or two are a ticker, and no beginning of a better-known name', () => {
  const leaders = new Leaders();
  const all = [
    { cik: 1, name: 'AT&T INC.', tickers: ['T'], standing: 9 },
    { cik: 2, name: 'T-Mobile US, Inc.', tickers: ['TMUS'], standing: 8 },
  ];
  for (const filer of all) leaders.add({ ...NOTHING, ...filer }, filer.cik);
  expect([...leaders.foremost()]).toEqual([]);
});

describe('a well-known company before a namesake', () => {
  const GROUP = 'GANNET SHOALS GROUP INC';
  const all = [
    { cik: 21, name: GROUP, standing: 10, tickers: ['GSH'] },
    { cik: 22, name: 'GANNET SHOALS & CO', tickers: [] },
    { cik: 23, name: 'TERN, INC.', standing: 18, tickers: ['TRNN'] },
    { cik: 24, name: 'TERN LLC', tickers: [] },
    { cik: 25, name: 'ELI PETREL & CO', standing: 5, tickers: ['LPT'] },
    { cik: 26, name: 'PETREL CLAUDE C III', tickers: [] },
  ];
  let own: TestService;
  beforeAll(async () => {
    own = await startService({
      entities: {
        us_co_business_entities: all.map(({ name }, at) => ({
          ...{ key: String(at), name, activity: 'active' as const },
        })),
      },
      sec: {
        us_sec_tickers: all.map(
          ({ cik, name, standing, tickers }): FilerFact => ({
            ...{ kind: 'filer', cik, name, tickers },
            ...(standing !== undefined && { standing }),
          }),
        ),
        // The namesakes filed later.
        us_sec_full_index: all.map(({ cik, name, standing }) =>
          filing(cik, standing === undefined ? 9 : 1, name),
        ),
      },
    });
  });
  afterAll(() => own.close());

  it.each([
    ['gannet shoals', GROUP, 'prefix'],
    ['Gannet Shoals & Co', 'GANNET SHOALS & CO', 'exact'],
    ['tern', 'TERN, INC.', 'exact'],
    ['tern llc', 'TERN LLC', 'exact'],
    ['petrel', 'ELI PETREL & CO', 'words'],
  ])('%s', async (text, name, kind) => {
    const [record] = (
      await own.get<{ name: string; match: { kind: string } }[]>(
        `/api/v1/search?name=${encodeURIComponent(text)}`,
      )
    ).data;
    const [filed] = (
      await own.get<{ filer: string; match: { kind: string; value: string } }[]>(
        `/api/v1/sec/search?q=${encodeURIComponent(text)}`,
      )
    ).data;
    expect([record?.name, record?.match.kind]).toEqual([name, kind]);
    expect([filed?.filer.split('  ')[0], filed?.match]).toMatchObject([name, { kind, value: name }]);
  });
});

test('a standing falls with the place, and seldom changes', () => {
  const standings = Array.from({ length: 30_000 }, (_, at) => standingAt(at + 1));
  expect(standings.slice(0, 4)).toEqual([0, 2, 3, 4]);
  expect([...standings].sort((one, other) => one - other)).toEqual(standings);
  expect([standings.at(-1), new Set(standings).size]).toEqual([MIN_STANDING, MIN_STANDING]);
});

test('a well-known company leads the beginnings of its name, also turned round or joined', () => {
  const leaders = new Leaders();
  const all = [
    { cik: 1, name: 'GOLDMAN SACHS GROUP INC', tickers: ['GS'], standing: 11 },
    { cik: 2, name: 'SCHWAB CHARLES CORP', tickers: ['SCHW'], standing: 12 },
    { cik: 3, name: 'PRICE T ROWE GROUP INC', tickers: ['TROW'], standing: 16 },
    { cik: 4, name: 'JPMORGAN CHASE & CO', tickers: ['JPM'], standing: 6 },
    { cik: 5, name: 'Quillback Holdings Corp', tickers: ['QBK'], standing: 25 },
    { cik: 6, name: 'Teal Street Corp', tickers: ['TEAL'], standing: 10 },
    { cik: 7, name: 'Smew Motor Co', tickers: ['SMW'], standing: 10 },
    { cik: 8, name: 'SMEW INC', tickers: ['SMEI'], standing: 27 },
    { cik: 9, name: 'GOLDMAN SACHS & CO' },
    { cik: 10, name: 'PINTAIL PLC', tickers: ['PTL'], standing: 18 },
    { cik: 11, name: 'PINTAIL CORP', tickers: ['PIN'], standing: 12 },
  ];
  for (const { cik, ...filer } of all) leaders.add({ ...NOTHING, cik, ...filer }, cik);
  const found = new Map(leaders.wellKnown());
  const texts = [
    'goldman sachs',
    'charles schwab',
    't rowe price',
    'trowe',
    'jpmorgan',
    'goldmansachs',
    'pintail',
  ];
  expect(texts.map((text) => found.get(text))).toEqual([1, 2, 3, undefined, 4, 1, 11]);
  // Not well-known; a ticker; the whole name of another listed company; the whole name itself.
  for (const text of ['quillback', 'teal', 'smew', 'schwab charles corporation']) {
    expect([text, found.has(text)]).toEqual([text, false]);
  }
});
