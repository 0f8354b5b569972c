import { beforeAll, describe, it } from 'vitest';
import { comparedText, keyOfText } from '../../../src/domain/business-names/name-key.js';
import type { Filer, FilingRow } from '../../../src/domain/sec/sec.js';
import { FilerCollector } from '../../../src/indexing/filings/filer-collector.js';
import { FilingCollector } from '../../../src/indexing/filings/filing-collector.js';
import { toIndexQuery } from '../../../src/operations/search-filings/query.js';
import { parseFilingSearch } from '../../../src/operations/search-filings/request.js';
import { buildIndex, openIndex, type SearchIndex } from '../../../src/search/index.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { FoundShare } from './found-share.js';
import { listedFilers, textOf } from './listed-filers.js';
import { PERTURBATIONS } from './name-perturbations.js';
import { hashOf, randomOf } from './random-of.js';

/** The half of the names that no rule was made from; `tuned` is the other. */
const HALF = process.env.NAMES_HALF === 'tuned' ? 0 : 1;
const skip = withoutRealData('that a listed company’s filings are found however its name is written');

describe.skipIf(skip)('of listed companies the own filings stand first', () => {
  let index: SearchIndex;
  let filers: readonly Filer[];
  let nameOf: ReadonlyMap<number, string>;
  /** Accession without dashes -> the CIKs of its filers. */
  const owners = new Map<bigint, Set<number>>();
  /** Listed companies with a filing, of one half. */
  let request: readonly Filer[];
  /** Key of a name -> the CIKs that bear it now or bore it once. */
  const bearers = new Map<string, Set<number>>();
  /** The words of all names. */
  const held = new Set<string>();

  beforeAll(() => {
    const rows = quarter();
    filers = allFilers(rows);
    nameOf = new Map(filers.map((filer) => [filer.cik, filer.name]));
    const collector = new FilerCollector();
    for (const filer of filers) collector.add(filer);
    const filings = new FilingCollector(collector);
    for (const row of rows) {
      filings.add(row);
      note(owners, BigInt(row.accession.replaceAll('-', '')), row.cik);
      if (row.name !== null) name(row.name, row.cik);
    }
    index = openIndex(Buffer.concat(buildIndex(filings.input())));
    for (const filer of filers) {
      for (const one of [filer.name, ...filer.formerNames.map((former) => former.name)]) name(one, filer.cik);
    }
    const filing = new Set(rows.map(({ cik }) => cik));
    request = filers.filter(
      ({ cik, name, tickers }) => tickers.length > 0 && filing.has(cik) && hashOf(name) % 2 === HALF,
    );
  });

  it.each(PERTURBATIONS)(
    '$kind',
    ({ kind, min, change }) => {
      expectFirst(kind, min, (filer) => {
        const text = change(filer.name, randomOf(filer.name), held);
        return text === null ? [] : [{ text, meant: filer.name }];
      });
    },
    600_000,
  );

  it('ticker', () => {
    expectFirst('ticker', 0.99, ({ tickers }) => tickers.map((text) => ({ text, meant: null })));
  }, 600_000);

  it('former name', () => {
    expectFirst('former name', 0.99, ({ formerNames }) =>
      formerNames.map((former) => ({ text: former.name, meant: former.name })),
    );
  }, 600_000);

  it('first two words, in 50', () => {
    const found = new FoundShare('first two words, in 50', 0.95);
    for (const filer of request) {
      const words = comparedText(filer.name).split(' ');
      if (words.length < 3) continue;
      const text = words.slice(0, 2).join(' ');
      const isFound = search(text, 50).hits.some(({ key }) => owners.get(key)?.has(filer.cik));
      found.note(isFound, text, filer.name);
    }
    found.expectEnough();
  }, 600_000);

  function expectFirst(
    kind: string,
    min: number,
    textsOf: (filer: Filer) => readonly { readonly text: string; readonly meant: string | null }[],
  ): void {
    const first = new FoundShare(kind, min);
    for (const filer of request) {
      for (const { text, meant } of textsOf(filer)) {
        const [hit] = search(text, 1).hits;
        const shown = hit === undefined ? new Set<number>() : (owners.get(hit.key) ?? new Set<number>());
        const good = meant === null ? new Set([filer.cik]) : namesakes(meant, text, filer.cik);
        const isFirst = [...shown].some((cik) => good.has(cik));
        first.note(
          isFirst,
          text,
          meant ?? filer.name,
          [...shown].map((cik) => nameOf.get(cik) ?? cik).join(', '),
        );
      }
    }
    first.expectEnough();
  }

  function search(text: string, limit: number) {
    return index.search({ ...toIndexQuery(parseFilingSearch({ q: text })), limit });
  }

  /** Those who are as good an answer: they bear or bore a name with the same core, and with the same form where the text has one. */
  function namesakes(meant: string, text: string, cik: number): ReadonlySet<number> {
    const [key, given] = [meant, text].map((one) => keyOfText(comparedText(one)));
    if (!key) return new Set([cik]);
    const isFormless = given?.form === '-';
    const same = bearers.get(isFormless ? key.compact : `${key.compact} ${key.form}`) ?? new Set();
    return new Set([cik, ...same]);
  }

  function name(written: string, cik: number): void {
    const text = comparedText(written);
    const key = keyOfText(text);
    if (!key) return;
    for (const word of text.split(' ')) held.add(word);
    note(bearers, key.compact, cik);
    note(bearers, `${key.compact} ${key.form}`, cik);
  }
});

/** The rows of 2016 Q3 by ascending accession. */
function quarter(): FilingRow[] {
  const rows = textOf(realFile('sec', 'full-index', '2016-QTR3-master.idx.gz'))
    .split('\n')
    .flatMap((line): FilingRow[] => {
      const [cik = '', name = '', form = '', filed = '', path = ''] = line.trim().split('|');
      const accession = /(\d{10}-\d\d-\d{6})\.txt$/.exec(path)?.[1];
      if (accession === undefined) return [];
      return [
        { accession, cik: Number(cik), form, filed, name, period: null, description: null, items: null },
      ];
    });
  return rows.sort((one, other) => (one.accession < other.accession ? -1 : 1));
}

/** All who filed, under the name filed, and all listed companies with their present and former names, by CIK. */
function allFilers(rows: readonly FilingRow[]): Filer[] {
  const filers = new Map<number, Filer>();
  for (const { cik, name } of rows) filers.set(cik, filerOf(cik, name ?? ''));
  for (const filer of listedFilers().values()) {
    filers.set(filer.cik, { ...filerOf(filer.cik, filer.name), ...filer });
  }
  return [...filers.values()].sort((one, other) => one.cik - other.cik);
}

function filerOf(cik: number, name: string): Filer {
  const unknown = { entityType: null, ein: null, incorporationState: null, city: null, place: null };
  return { cik, name, formerNames: [], tickers: [], sic: null, ...unknown };
}

function note<Key>(map: Map<Key, Set<number>>, key: Key, value: number): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}
