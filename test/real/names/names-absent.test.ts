import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparedText, keyOfText } from '../../../src/domain/business-names/name-key.js';
import { wordsSought } from '../../../src/domain/business-names/name-words.js';
import type { Filer } from '../../../src/domain/sec/sec.js';
import { EntityCollector } from '../../../src/indexing/entities/entity-collector.js';
import { listedNames } from '../../../src/indexing/entities/listed-names.js';
import { FilerCollector } from '../../../src/indexing/filings/filer-collector.js';
import { FilingCollector } from '../../../src/indexing/filings/filing-collector.js';
import { entityReadings } from '../../../src/operations/search-entities/query.js';
import { parseEntitySearch } from '../../../src/operations/search-entities/request.js';
import { filingReadings } from '../../../src/operations/search-filings/query.js';
import { parseFilingSearch } from '../../../src/operations/search-filings/request.js';
import { firstReading } from '../../../src/operations/support/readings.js';
import { buildIndex, openIndex } from '../../../src/search/index.js';
import { plainFacets } from '../../support/plain-facets.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { type ListedFiler, listedFilers, textOf } from './listed-filers.js';
import { hashOf } from './random-of.js';

const ASKED = Number(process.env.NAMES_ASKED ?? 2_000);
const HALF = process.env.NAMES_HALF === 'tuned' ? 0 : 1;
const skip = withoutRealData('that names which are not loaded find no other record');

/** A search of an index of some names: the name of the first result. */
type Search = (text: string) => string | undefined;

describe.skipIf(skip)('a name that is not loaded is not answered with another', () => {
  /** Name -> an address of such an organization. */
  let organizations: ReadonlyMap<string, string>;
  let filers: readonly string[];
  /** By name: a listed company is corrected to more readily, and found by words of its name. */
  let listed: ReadonlyMap<string, ListedFiler>;

  beforeAll(() => {
    organizations = exemptOrganizations();
    filers = filerNames();
    listed = new Map([...listedFilers().values()].map((filer) => [filer.name, filer]));
  });

  it('by the search of entities', () => {
    return expectFewWrong('entities', [...organizations.keys(), ...filers], async (loaded) => {
      const known = await listedNames({
        scanListedFilers: async function* () {
          yield loaded.flatMap((name, at) => {
            const filer = listed.get(name);
            return filer ? [{ ...filerOf(at + 1, name), ...filer }] : [];
          });
        },
      });
      const collector = new EntityCollector(known);
      for (const [number, name] of loaded.entries()) {
        const { city, place } = listed.get(name) ?? {};
        const address = organizations.get(name) ?? (city && place ? `${city}, ${place}` : undefined);
        collector.add(number, plainFacets(name, [], address));
      }
      const index = openIndex(Buffer.concat(buildIndex(collector.input())));
      return (name) => {
        const request = parseEntitySearch({ name, limit: '1' });
        const [hit] = firstReading(entityReadings(request, '2026-11-23'), index)?.answer.hits ?? [];
        return hit && loaded[Number(hit.key)];
      };
    });
  }, 600_000);

  it('by the search of filings', () => {
    return expectFewWrong('filings', filers, async (loaded) => {
      const collector = new FilerCollector();
      for (const [cik, name] of loaded.entries()) {
        collector.add({ ...filerOf(cik + 1, name), ...listed.get(name), cik: cik + 1 });
      }
      const filings = new FilingCollector(collector);
      for (const [number, name] of loaded.entries()) filings.add(filingOf(number + 1, name));
      const index = openIndex(Buffer.concat(buildIndex(filings.input())));
      return (q) => {
        const [hit] = firstReading(filingReadings(parseFilingSearch({ q })), index)?.answer.hits ?? [];
        return hit && loaded[Number(hit.key % 100_000_000n) - 1];
      };
    });
  }, 600_000);
});

/** A quarter of the cores is not loaded; half of these are for making rules. */
async function expectFewWrong(
  search: string,
  names: readonly string[],
  open: (loaded: readonly string[]) => Promise<Search>,
) {
  const coreOf = (name: string) => keyOfText(comparedText(name))?.compact ?? '';
  const isAbsent = (name: string) => hashOf(coreOf(name)) % 4 === 0;
  const loaded = names.filter((name) => !isAbsent(name));
  const first = await open(loaded);
  const frequency = new Map<string, number>();
  for (const name of loaded) {
    for (const word of new Set(wordsOf(name))) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const absent = [...new Set(names)]
    .filter((name) => isAbsent(name) && wordsOf(name).length > 1 && (hashOf(coreOf(name)) >>> 2) % 2 === HALF)
    .sort((one, other) => hashOf(`${one}!`) - hashOf(`${other}!`))
    .slice(0, ASKED);
  const wrong: string[] = [];
  let answered = 0;
  for (const name of absent) {
    const found = first(name);
    if (found === undefined) continue;
    answered++;
    const words = wordsOf(name);
    const min = Math.min(...words.map((word) => frequency.get(word) ?? 0));
    const rarest = words.filter((word) => (frequency.get(word) ?? 0) === min);
    const shown = wordsOf(found);
    const joined = shown.join('');
    if (!rarest.some((word) => shown.includes(word) || (word.length > 3 && joined.includes(word)))) {
      wrong.push(`${name} -> ${found}`);
    }
  }
  process.stderr.write(
    `| ${search} | ${absent.length} | answered ${answered} | without the rarest word ${wrong.length} | ${(wrong.length / absent.length).toFixed(4)} |\n`,
  );
  const some = wrong.slice(0, 60).join('\n');
  if (process.env.NAMES_MISSED) process.stderr.write(`${some}\n`);
  expect(absent.length).toBeGreaterThan(500);
  expect(wrong.length / absent.length, some).toBeLessThanOrEqual(0.02);
}

function wordsOf(name: string): string[] {
  return wordsSought(comparedText(name))
    .text.split(' ')
    .filter((word) => word !== 'and');
}

function exemptOrganizations(): Map<string, string> {
  const rows = readdirSync(realFile('federal', 'irs_bmf'))
    .filter((file) => file.endsWith('.csv.gz'))
    .flatMap((file) =>
      textOf(realFile('federal', 'irs_bmf', file))
        .split(/\r?\n/)
        .slice(1),
    )
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((found) => found[1] ?? found[2] ?? ''),
    )
    .map(
      ([, name = '', , , city = '', state = '', zip = '']) =>
        [name.trim(), `${city}, ${state} ${zip.slice(0, 5)}`] as const,
    );
  return new Map(rows.filter(([name]) => name !== ''));
}

function filerNames(): string[] {
  const lines = textOf(realFile('sec', 'full-index', '2016-QTR3-master.idx.gz')).split('\n');
  const quarter = lines.map((line) => line.split('|')).filter(({ length }) => length === 5);
  return [
    ...new Map([
      ...quarter.slice(1).map(([cik = '', name = '']) => [cik, name] as const),
      ...[...listedFilers().values()].map(({ cik, name }) => [String(cik), name] as const),
    ]).values(),
  ];
}

function filerOf(cik: number, name: string): Filer {
  const unknown = { entityType: null, ein: null, incorporationState: null, city: null, place: null };
  return { cik, name, formerNames: [], tickers: [], sic: null, ...unknown };
}

function filingOf(cik: number, name: string) {
  const accession = `0000000001-${String(Math.floor(cik / 1_000_000)).padStart(2, '0')}-${String(cik % 1_000_000).padStart(6, '0')}`;
  return {
    accession,
    cik,
    form: '10-K',
    filed: '2016-08-01',
    name,
    period: null,
    description: null,
    items: null,
  };
}
