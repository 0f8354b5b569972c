import { readdirSync } from 'node:fs';
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
import { buildIndex, openIndex, type SearchIndex } from '../../../src/search/index.js';
import { plainFacets } from '../../support/plain-facets.js';
import { realFile } from '../../support/real-data.js';
import { listedFilers, textOf } from './listed-filers.js';
import { hashOf } from './random-of.js';

/** Rules were made from the other half of the names; `NAMES_HALF=tuned` measures that one. */
const HALF = process.env.NAMES_HALF === 'tuned' ? 0 : 1;

/** A record or a filer. */
export interface Subject {
  readonly name: string;
  /** Former names, and names under which it filed. */
  readonly otherNames: readonly string[];
  readonly tickers: readonly string[];
}

/** A search over real names, a quarter of which is not loaded. */
export interface World {
  /** Subjects of the half, in random order. */
  readonly loaded: readonly Subject[];
  readonly absent: readonly Subject[];
  /** Word -> the number of loaded subjects that have it in a name. */
  readonly frequency: ReadonlyMap<string, number>;
  /** Returns the subjects of each result. */
  readonly search: (text: string, limit: number) => readonly (readonly Subject[])[];
}

export const WORLDS = { entities: entityWorld, filings: filingWorld } as const;

/** Exempt organizations of the IRS and SEC filers as entities. */
async function entityWorld(): Promise<World> {
  const listed = new Map([...listedFilers().values()].map((filer) => [filer.name, filer]));
  const addresses = exemptOrganizations();
  const names = [
    ...new Set([...addresses.keys(), ...quarter().map(({ name }) => name ?? ''), ...listed.keys()]),
  ];
  const { loaded, absent } = divided(names.map((name) => ({ name, otherNames: [], tickers: [] })));
  const collector = new EntityCollector(
    await listedNames({
      scanListedFilers: async function* () {
        yield loaded.flatMap(({ name }, at) => {
          const filer = listed.get(name);
          return filer ? [{ ...filerOf(at + 1, name), ...filer }] : [];
        });
      },
    }),
  );
  for (const [number, { name }] of loaded.entries()) {
    const { city, place } = listed.get(name) ?? {};
    const address = addresses.get(name) ?? (city && place ? `${city}, ${place}` : undefined);
    collector.add(number, plainFacets(name, [], address));
  }
  const index = openIndex(Buffer.concat(buildIndex(collector.input())));
  return worldOf(loaded, absent, (text, limit) => {
    const readings = entityReadings(parseEntitySearch({ name: text, limit: String(limit) }), '2026-11-23');
    return hitsOf(readings, index)
      .map((key) => loaded[Number(key)] ?? [])
      .map((one) => [one].flat());
  });
}

/** Filings of one quarter, and the filers with their present, former and filed names; listed companies are asked for. */
async function filingWorld(): Promise<World> {
  const rows = quarter();
  const filers = allFilers(rows);
  const filed = new Map<number, Set<string>>();
  for (const { cik, name } of rows) filed.set(cik, (filed.get(cik) ?? new Set()).add(name ?? ''));
  const subjects = filers.map((filer) => ({
    ...{ filer, name: filer.name, tickers: filer.tickers },
    otherNames: [...filer.formerNames.map(({ name }) => name), ...(filed.get(filer.cik) ?? [])],
  }));
  const { loaded, absent } = divided(subjects);
  const byCik = new Map(loaded.map((subject) => [subject.filer.cik, subject]));
  const collector = new FilerCollector();
  for (const { filer } of loaded) collector.add(filer);
  const filings = new FilingCollector(collector);
  const owners = new Map<bigint, Subject[]>();
  for (const row of rows) {
    const subject = byCik.get(row.cik);
    if (subject === undefined) continue;
    filings.add(row);
    const accession = BigInt(row.accession.replaceAll('-', ''));
    owners.set(accession, [...(owners.get(accession) ?? []), subject]);
  }
  const index = openIndex(Buffer.concat(buildIndex(filings.input())));
  const requested = loaded.filter(({ filer, tickers }) => tickers.length > 0 && filed.has(filer.cik));
  return worldOf(loaded, absent, search, requested);

  function search(text: string, limit: number) {
    const readings = filingReadings({ ...parseFilingSearch({ q: text }), limit });
    return hitsOf(readings, index).map((key) => owners.get(key) ?? []);
  }
}

function hitsOf(readings: Parameters<typeof firstReading>[0], index: SearchIndex): bigint[] {
  return (firstReading(readings, index)?.answer.hits ?? []).map(({ key }) => key);
}

/** A quarter of the cores is absent. */
function divided<One extends Subject>(subjects: readonly One[]) {
  const isAbsent = ({ name }: Subject) => hashOf(coreOf(name)) % 4 === 0;
  return {
    loaded: subjects.filter((one) => !isAbsent(one)),
    absent: subjects.filter((one) => isAbsent(one) && wordsOf(one.name).length > 1),
  };
}

function worldOf(
  all: readonly Subject[],
  absent: readonly Subject[],
  search: World['search'],
  requested = all,
): World {
  const frequency = new Map<string, number>();
  for (const { name, otherNames } of all) {
    for (const word of new Set([name, ...otherNames].flatMap(wordsOf))) {
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
    }
  }
  const isOfHalf = ({ name }: Subject) => hashOf(name) % 2 === HALF && keyOfText(comparedText(name)) !== null;
  return {
    loaded: inRandomOrder(requested.filter(isOfHalf)),
    absent: inRandomOrder(absent.filter(({ name }) => (hashOf(coreOf(name)) >>> 2) % 2 === HALF)),
    ...{ frequency, search },
  };
}

function inRandomOrder(subjects: readonly Subject[]): readonly Subject[] {
  return subjects.toSorted((one, other) => hashOf(`${one.name}!`) - hashOf(`${other.name}!`));
}

export function wordsOf(name: string): string[] {
  return wordsSought(comparedText(name))
    .text.split(' ')
    .filter((word) => word !== 'and');
}

function coreOf(name: string): string {
  return keyOfText(comparedText(name))?.compact ?? '';
}

/** Name -> an address of such an organization. */
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

/** The filings of 2016 Q3 by ascending accession number. */
function quarter() {
  const rows = textOf(realFile('sec', 'full-index', '2016-QTR3-master.idx.gz'))
    .split('\n')
    .flatMap((line) => {
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
function allFilers(rows: ReturnType<typeof quarter>): Filer[] {
  const filers = new Map<number, Filer>();
  for (const { cik, name } of rows) filers.set(cik, filerOf(cik, name));
  for (const filer of listedFilers().values()) {
    filers.set(filer.cik, { ...filerOf(filer.cik, filer.name), ...filer });
  }
  return [...filers.values()].sort((one, other) => one.cik - other.cik);
}

function filerOf(cik: number, name: string): Filer {
  const unknown = { entityType: null, ein: null, incorporationState: null, city: null, place: null };
  return { cik, name, formerNames: [], tickers: [], sic: null, ...unknown };
}
