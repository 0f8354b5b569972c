import { beforeAll, describe, expect, it } from 'vitest';
import { accessionOf } from '../../../src/domain/sec/accession-key.js';
import type { Filer, FilerFact, FilingRow } from '../../../src/domain/sec/sec.js';
import { mergeFiler } from '../../../src/domain/sec/sec-precedence.js';
import { EntityCollector } from '../../../src/indexing/entities/entity-collector.js';
import { listedNames } from '../../../src/indexing/entities/listed-names.js';
import { FilerCollector } from '../../../src/indexing/filings/filer-collector.js';
import { FilingCollector } from '../../../src/indexing/filings/filing-collector.js';
import { toIndexQuery } from '../../../src/operations/search-entities/query.js';
import { parseEntitySearch } from '../../../src/operations/search-entities/request.js';
import { toIndexQuery as toFilingQuery } from '../../../src/operations/search-filings/query.js';
import { parseFilingSearch } from '../../../src/operations/search-filings/request.js';
import { suggested } from '../../../src/operations/suggest/index.js';
import { parseSuggest } from '../../../src/operations/suggest/request.js';
import { buildIndex, openIndex, type SearchIndex } from '../../../src/search/index.js';
import { usSecTickers } from '../../../src/sources/us/sec/tickers.js';
import { readFacts } from '../../sources/read-source.js';
import { plainFacets } from '../../support/plain-facets.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

const skip = withoutRealData('the best-known bearers of names, by the SEC’s list of tickers');

/** Asked for, and whom most people mean. */
const MEANT: readonly (readonly [text: string, name: string])[] = [
  ['apple', 'Apple Inc.'],
  ['delta', 'DELTA AIR LINES, INC.'],
  ['ford', 'FORD MOTOR CO'],
  ['target', 'TARGET CORP'],
  ['general', 'GENERAL ELECTRIC CO'],
  ['general motors', 'General Motors Co'],
  ['american', 'AMERICAN EXPRESS CO'],
  ['bank of america', 'BANK OF AMERICA CORP /DE/'],
  ['bank of', 'BANK OF AMERICA CORP /DE/'],
  ['morgan stanley', 'MORGAN STANLEY'],
  ['morgan', 'MORGAN STANLEY'],
  ['johnson', 'JOHNSON & JOHNSON'],
  ['southern', 'SOUTHERN CO'],
  ['first national', 'FIRST NATIONAL CORP /VA/'],
];

describe.skipIf(skip)('of names that begin alike the best-known bearer', () => {
  let filers: readonly Filer[];
  let entities: SearchIndex;
  let filings: SearchIndex;

  beforeAll(async () => {
    const facts: FilerFact[] = [];
    const path = realFile('sec', 'tickers', 'company_tickers.2025-08.json');
    await readFacts(usSecTickers, [path], (fact) => facts.push(fact as FilerFact));
    filers = facts
      .flatMap((fact) => mergeFiler(fact.cik, { us_sec_tickers: fact }) ?? [])
      .sort((one, other) => one.cik - other.cik);
    const known = await listedNames({
      scanListedFilers: async function* () {
        yield filers;
      },
    });
    const collector = new EntityCollector(known);
    const all = new FilerCollector();
    for (const [number, filer] of filers.entries()) {
      collector.add(number, plainFacets(filer.name));
      all.add(filer);
    }
    entities = openIndex(Buffer.concat(buildIndex(collector.input())));
    const collected = new FilingCollector(all);
    // The best-known ones filed long before the others, so that no date puts them first.
    for (const { cik, standing = 0 } of filers) {
      const filed = `20${10 + Math.floor(standing / 3)}-01-01`;
      collected.add({ ...FILING, cik, accession: `${String(cik).padStart(10, '0')}-25-000001`, filed });
    }
    filings = openIndex(Buffer.concat(buildIndex(collected.input())));
  });

  it.each(MEANT)('%s: %s first, in suggestions, records and filings', (text, name) => {
    const [suggestion] = suggested(entities, parseSuggest({ q: text }));
    const [record] = entities.search(toIndexQuery(parseEntitySearch({ name: text }), '2026-01-01')).hits;
    const [filing] = filings.search(toFilingQuery(parseFilingSearch({ q: text }))).hits;
    const cik = Number(accessionOf(filing?.key ?? 0n).slice(0, 10));
    expect({
      suggestion: filers[suggestion?.number ?? -1]?.name,
      record: filers[Number(record?.key ?? -1)]?.name,
      filing: filers.find((filer) => filer.cik === cik)?.name,
    }).toEqual({ suggestion: name, record: name, filing: name });
  });
});

const FILING: Omit<FilingRow, 'cik' | 'accession' | 'filed'> = {
  ...{ form: '10-K', period: null, name: null, description: null, items: null },
};
