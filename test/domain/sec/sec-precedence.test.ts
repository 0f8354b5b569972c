import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FilerFact, FilingFact, SecSourceId } from '../../../src/domain/sec/sec.js';
import {
  FILING_FIELDS,
  FILING_PRECEDENCE,
  filingFieldRank,
  mergeFiler,
  mergeFilerFacts,
  mergeFiling,
  type NamedFiling,
  newerName,
  type RankedFiling,
  rankFiling,
} from '../../../src/domain/sec/sec-precedence.js';

const KEY = { kind: 'filing', accession: '0001193125-16-676314', cik: 1000045, form: '10-Q' } as const;

function filing(source: SecSourceId, more: Partial<FilingFact> = {}): RankedFiling {
  return rankFiling(source, { ...KEY, filed: '2016-08-09', ...more });
}

/** One run: its facts in the order of the file, then against what is stored. */
function loadRun(stored: RankedFiling | undefined, facts: readonly RankedFiling[]): RankedFiling {
  const run = facts.reduce((row, fact) => mergeFiling(row, fact, 'greater'));
  return stored === undefined ? run : mergeFiling(stored, run, 'incoming');
}

const word = fc.constantFrom('A CO', 'B CO', 'C CO');
const day = fc.constantFrom('2016-08-08', '2016-08-09', '2016-08-10');
/** Only what a source states: submissions have no name as filed, indexes have nothing else. */
const factOf = (source: SecSourceId): fc.Arbitrary<RankedFiling> =>
  source === 'us_sec_submissions'
    ? fc
        .record({ filed: day, period: fc.option(day, { nil: undefined }), description: word, items: word })
        .map((more) => filing(source, more))
    : fc.record({ filed: day, name: word, nameCut: fc.boolean() }).map((more) => filing(source, more));
const INDEXED: readonly SecSourceId[] = ['us_sec_submissions', 'us_sec_full_index', 'us_sec_daily_index'];
const runs = fc.tuple(...INDEXED.map((source) => fc.array(factOf(source), { minLength: 1, maxLength: 4 })));

describe('which source is believed for a filing', () => {
  test('the date of submissions, the name of the quarterly index', () => {
    const rows = [
      filing('us_sec_daily_index', { filed: '2016-08-10', name: 'DAILY INC' }),
      filing('us_sec_submissions', { filed: '2016-08-08', period: '2016-06-30', description: 'FORM 10-Q' }),
      filing('us_sec_full_index', { name: 'QUARTERLY INC' }),
    ];
    const { ranks: _, ...row } = rows.reduce((a, b) => mergeFiling(a, b, 'incoming'));
    expect(row).toEqual({
      accession: KEY.accession,
      cik: KEY.cik,
      form: KEY.form,
      filed: '2016-08-08',
      period: '2016-06-30',
      name: 'QUARTERLY INC',
      description: 'FORM 10-Q',
      items: null,
    });
  });

  test('a whole name beats a cut one, whatever the sources', () => {
    const cut = filing('us_sec_full_index', { name: 'A VERY LONG NA', nameCut: true });
    const whole = filing('us_sec_daily_index', { name: 'A VERY LONG NAME INDEED' });
    expect(mergeFiling(cut, whole, 'incoming').name).toBe('A VERY LONG NAME INDEED');
    expect(mergeFiling(whole, cut, 'incoming').name).toBe('A VERY LONG NAME INDEED');
  });

  test('a run of several sources gives the same row in every order', () => {
    fc.assert(
      fc.property(runs, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (bySource, order) => {
        const load = (places: readonly number[]) =>
          places.reduce<RankedFiling | undefined>(
            (row, place) => loadRun(row, bySource[place] ?? []),
            undefined,
          );
        expect(load(order)).toEqual(load([0, 1, 2]));
      }),
    );
  });

  test('the rows of a run give the same row in every order, also where one source speaks twice', () => {
    const facts = fc.array(fc.constantFrom(...INDEXED).chain(factOf), { minLength: 1, maxLength: 6 });
    const shuffled = facts.chain((all) => fc.tuple(fc.constant(all), permutation(all)));
    fc.assert(
      fc.property(shuffled, ([facts, other]) => {
        expect(loadRun(undefined, other)).toEqual(loadRun(undefined, facts));
      }),
    );
  });

  test('loading a run twice changes nothing', () => {
    fc.assert(
      fc.property(runs, (bySource) => {
        const once = bySource.reduce<RankedFiling | undefined>(loadRun, undefined);
        expect(bySource.reduce<RankedFiling | undefined>(loadRun, once)).toEqual(once);
      }),
    );
  });

  test('a source corrects itself, also to blank, and never another', () => {
    const stored = loadRun(filing('us_sec_full_index', { name: 'NAME INC' }), [
      filing('us_sec_submissions', { filed: '2016-08-10', period: '2016-06-30' }),
    ]);
    const corrected = loadRun(stored, [filing('us_sec_submissions', { filed: '2016-08-08' })]);
    expect(corrected).toMatchObject({ filed: '2016-08-08', period: null, name: 'NAME INC' });
    expect(loadRun(corrected, [filing('us_sec_daily_index', { filed: '2016-08-01' })])).toEqual(corrected);
  });

  test('every rank fits into three bits, and the order of the table is the order of the ranks', () => {
    for (const field of FILING_FIELDS) {
      const sources: readonly SecSourceId[] = FILING_PRECEDENCE[field];
      const ranks = sources.map((source) => filingFieldRank(source, field, { name: 'NAME' }));
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
      expect(new Set(ranks).size).toBe(ranks.length);
      expect(Math.max(...ranks)).toBeLessThan(8);
      expect(Math.min(...ranks)).toBeGreaterThan(0);
    }
    expect(filingFieldRank('us_sec_tickers', 'filed', {})).toBe(0);
    expect(Object.keys(FILING_PRECEDENCE).sort()).toEqual([...FILING_FIELDS].sort());
  });
});

describe('which source is believed for a filer', () => {
  const submissions: FilerFact = {
    kind: 'filer',
    cik: 1318605,
    name: 'Tesla, Inc.',
    tickers: ['TSLA', 'OLD'],
    sic: '3711',
    place: 'TX',
  };
  const listed: FilerFact = { kind: 'filer', cik: 1318605, name: 'TESLA INC', tickers: ['TSLA'] };
  const newest: NamedFiling = { name: 'Tesla Inc', filed: '2020-01-02', accession: '0000000000-20-000001' };

  test('the name of submissions, the tickers of the tickers file', () => {
    const filer = mergeFiler(1318605, {
      us_sec_submissions: submissions,
      us_sec_tickers: listed,
      newest_filing: newest,
    });
    expect(filer).toMatchObject({ name: 'Tesla, Inc.', tickers: ['TSLA'], sic: '3711', ein: null });
  });

  test('without submissions the tickers file names it, then its newest filing, then nothing', () => {
    expect(mergeFiler(1, { us_sec_tickers: listed, newest_filing: newest })?.name).toBe('TESLA INC');
    expect(mergeFiler(1, { newest_filing: newest })?.name).toBe('Tesla Inc');
    expect(mergeFiler(1, {})).toBeUndefined();
  });

  const text = fc.option(fc.constantFrom('A', 'B', 'CC'), { nil: undefined });
  const former = fc.record({ name: fc.constantFrom('X', 'Y'), from: fc.constant('2001-01-01'), to: day });
  const anyFact: fc.Arbitrary<FilerFact> = fc.record({
    kind: fc.constant('filer' as const),
    cik: fc.constant(7),
    asOf: fc.option(fc.constantFrom('2022-02-07', '2026-01-29'), { nil: undefined }),
    name: text,
    sic: text,
    city: text,
    place: text,
    tickers: fc.option(fc.uniqueArray(fc.constantFrom('A', 'BB', 'CCC', 'D')), { nil: undefined }),
    formerNames: fc.option(fc.array(former, { maxLength: 3 }), { nil: undefined }),
    standing: fc.option(fc.integer({ min: 0, max: 29 }), { nil: undefined }),
  });

  test('two documents of one source are one in either order', () => {
    fc.assert(
      fc.property(anyFact, anyFact, anyFact, (a, b, c) => {
        expect(mergeFilerFacts(a, b)).toEqual(mergeFilerFacts(b, a));
        expect(mergeFilerFacts(mergeFilerFacts(a, b), c)).toEqual(mergeFilerFacts(a, mergeFilerFacts(b, c)));
        expect(mergeFilerFacts(mergeFilerFacts(a, a), b)).toEqual(mergeFilerFacts(a, b));
      }),
    );
  });

  test('one document is taken whole: the newer one, whatever the order', () => {
    const placeOf = ({ name, sic, city, place }: FilerFact) => [name, sic, city, place];
    fc.assert(
      fc.property(fc.array(anyFact, { minLength: 1, maxLength: 6 }), (documents) => {
        const merged = documents.reduce(mergeFilerFacts);
        const newest = documents
          .map(({ asOf }) => asOf ?? '')
          .sort()
          .at(-1);
        const candidates = documents.filter(({ asOf }) => (asOf ?? '') === newest);
        expect(candidates.map(placeOf)).toContainEqual(placeOf(merged));
      }),
    );
  });

  test('a filer that moved is never in a city of the one state and the other', () => {
    const old = {
      ...submissions,
      asOf: '2022-02-07',
      city: 'PALO ALTO',
      place: 'CA',
      tickers: ['TSLA', 'OLD'],
    };
    const now = { ...submissions, asOf: '2026-01-29', city: 'AUSTIN', place: 'TX', tickers: ['TSLA'] };
    for (const merged of [mergeFilerFacts(old, now), mergeFilerFacts(now, old)]) {
      expect(merged).toMatchObject({ city: 'AUSTIN', place: 'TX', tickers: ['TSLA'] });
    }
  });

  test('two lists of tickers, which name no day, are united', () => {
    const other: FilerFact = { kind: 'filer', cik: 1318605, name: 'Tesla, Inc.', tickers: ['TSLAQ'] };
    expect(mergeFilerFacts(listed, other).tickers).toEqual(['TSLA', 'TSLAQ']);
  });

  test('the better standing of two lists counts, and only the list has one', () => {
    const [eighth, tenth] = [6, 7].map((standing) => ({ ...listed, standing }));
    expect(mergeFilerFacts(tenth as FilerFact, eighth as FilerFact).standing).toBe(6);
    expect(mergeFiler(1318605, { us_sec_submissions: submissions, us_sec_tickers: eighth })?.standing).toBe(
      6,
    );
    expect(mergeFiler(1318605, { us_sec_submissions: submissions })).not.toHaveProperty('standing');
  });

  test('the newest name is the same in every order', () => {
    const accession = fc.constantFrom('a', 'b');
    const named: fc.Arbitrary<NamedFiling> = fc.record({ name: word, filed: day, accession });
    const names = fc.array(named, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        names.chain((all) => fc.tuple(fc.constant(all), permutation(all))),
        ([all, other]) => {
          expect(other.reduce(newerName)).toEqual(all.reduce(newerName));
        },
      ),
    );
  });
});

function permutation<T>(values: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...values], { minLength: values.length });
}
