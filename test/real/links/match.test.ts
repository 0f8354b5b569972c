import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dataset, readRecords } from '../../../bench/links/suite.js';
import { answerAll, type Outcomes, outcomesOf } from '../../../bench/match/answers.js';
import { fillSuites } from '../../../bench/match/fill.js';
import { readQuery } from '../../../bench/match/suites.js';
import { comparedText, keyOfText } from '../../../src/domain/business-names/name-key.js';
import { stateCode } from '../../../src/domain/places/place-codes.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { IndexLoader, viewsOf } from '../../../src/indexing/files/index-loader.js';
import { Matcher } from '../../../src/linking/match/matcher.js';
import type { Store } from '../../../src/store/store.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { openStore } from '../../support/store.js';

const skip = withoutRealData('questions of the linking benchmark');

/** The rules were made by looking at the other half of the bodies; this one is measured. */
const HALF = 'unseen';

/**
 * Precision is asked of all; the recalls are those of docs/domain/matching.md, less .01. The addresses of the last two suites are years old or
 * those of another office: where the town and the ZIP code, or the street, contradict, no record may be `found`.
 */
const LEAST: readonly (readonly [Dataset, { precision: number; recall: number }])[] = [
  ['nine90_bmf', { precision: 0.99, recall: 0.724 }],
  // 195 of 198: one of the three is a record of the same name in the same town, which the suite labels as none.
  ['sam_bmf', { precision: 0.98, recall: 0.657 }],
  ['sec_time', { precision: 0.99, recall: 0.706 }],
];

describe.skipIf(skip)('questions of the linking benchmark', () => {
  const suites = skip ? '' : dirname(realFile('resolve', 'sam_bmf.queries.dev.tsv.gz'));
  let folder: string;
  let store: Store;
  let matcher: Matcher;
  let ids: ReadonlySet<string>;
  const table: Record<string, Outcomes> = {};

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-match-'));
    store = await openStore(folder, { schema: 'migrate' });
    ids = await fillSuites(store, suites);
    await buildIndexes(store.catalog, join(folder, 'index'), () => 1_000);
    const loaded = await new IndexLoader(join(folder, 'index'), (problem) => expect(problem).toBe('')).look();
    if (loaded === undefined) throw new Error('The index was not built.');
    matcher = new Matcher({ ...store, index: viewsOf(loaded).entities });
  });
  afterAll(async () => {
    process.stdout.write(`${JSON.stringify(table, null, 1)}\n`);
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it.each(LEAST)(
    '%s is answered as surely and as often as is written',
    async (dataset, { precision, recall }) => {
      const request = readQuery(suites, dataset, (id) => ids.has(id)).filter(({ half }) => half === HALF);
      const outcomes = outcomesOf(await answerAll(matcher, request));
      table[dataset] = outcomes;
      expect(outcomes.precision).toBeGreaterThanOrEqual(precision);
      expect(outcomes.recall).toBeGreaterThanOrEqual(recall);
    },
  );

  it('banks, counties and public universities that are not loaded are not found, by name and state', async () => {
    const bodies = readRecords(join(suites, 'nine90_bmf.reference.tsv.gz'), 'nine90_bmf');
    const counts: Record<string, number> = {};
    const others: string[] = [];
    const requested = [
      ...banksIn(new Set(bodies.map(({ address }) => address?.state ?? ''))).map((one) => ({
        ...one,
        kind: 'banks',
      })),
      ...countiesAmong(bodies).map((one) => ({ ...one, kind: 'counties' })),
      ...universities().map((one) => ({ ...one, kind: 'universities' })),
    ];
    for (const { kind, name, state } of requested) {
      counts[kind] = (counts[kind] ?? 0) + 1;
      const address = { street: '', city: '', zip: '', state };
      const about = { otherNames: [], people: [], identifiers: [], registryNumber: '', year: null };
      const { outcome, candidates } = await matcher.match({ name, address, ...about });
      const found = candidates[0]?.candidate.data.name ?? '';
      // A record of this very name is the body's own.
      if (outcome === 'found' && coreOf(found) !== coreOf(name)) others.push(`${name}, ${state} -> ${found}`);
    }
    process.stderr.write(`not loaded: ${JSON.stringify(counts)}, found: ${JSON.stringify(others)}\n`);
    expect(requested.length).toBeGreaterThan(1_860);
    expect(others.length, others.join('\n')).toBeLessThanOrEqual(2);
  });
});

interface NotLoaded {
  readonly name: string;
  readonly state: string;
}

function coreOf(name: string): string {
  return keyOfText(comparedText(name))?.compact ?? '';
}

/** Each bank of the FDIC's list with its state. */
function banksIn(states: ReadonlySet<string>): NotLoaded[] {
  const path = realFile('federal', 'fdic', 'institutions_2025Q3_derived.csv.gz');
  const rows: readonly { readonly bank_name: string; readonly state: string }[] = parse(
    gunzipSync(readFileSync(path)),
    { columns: true },
  );
  return rows.flatMap(({ bank_name: name, state }) => {
    const code = stateCode(state) ?? '';
    return name !== '' && states.has(code) ? [{ name, state: code }] : [];
  });
}

/** Each county that a body of its state is named after. */
function countiesAmong(bodies: ReturnType<typeof readRecords>): NotLoaded[] {
  const texts = bodies.flatMap(({ names, address }) =>
    names.flatMap(({ text }) => {
      const county = / OF ([A-Z]+ COUNTY)\b/.exec(text)?.[1];
      return county === undefined ? [] : `${county}\n${address?.state}`;
    }),
  );
  return [...new Set(texts)].map((text) => {
    const [name = '', state = ''] = text.split('\n');
    return { name, state };
  });
}

const UNIVERSITIES = `
AK University of Alaska; University of Alaska Fairbanks; University of Alaska Anchorage
AL University of Alabama; Auburn University; Troy University; University of North Alabama; University of South Alabama; Jacksonville State University
AR University of Arkansas; Arkansas State University; Arkansas Tech University; University of Central Arkansas; Henderson State University
CT University of Connecticut; Central Connecticut State University; Southern Connecticut State University
DC University of the District of Columbia
DE University of Delaware; Delaware State University
HI University of Hawaii; University of Hawaii at Hilo
ID University of Idaho; Boise State University; Idaho State University
KS University of Kansas; Kansas State University; Wichita State University; Emporia State University; Fort Hays State University
KY University of Kentucky; University of Louisville; Eastern Kentucky University; Western Kentucky University; Murray State University; Morehead State University
LA Louisiana State University; University of Louisiana at Lafayette; Southern University; Grambling State University; Nicholls State University
ME University of Maine; University of Southern Maine
MS University of Mississippi; Mississippi State University; Jackson State University; Alcorn State University; Delta State University
MT University of Montana; Montana State University
ND University of North Dakota; North Dakota State University; Minot State University
NE University of Nebraska; University of Nebraska at Omaha; Chadron State College; Wayne State College
NH University of New Hampshire; Plymouth State University; Keene State College
NM University of New Mexico; New Mexico State University; Eastern New Mexico University
NV University of Nevada; University of Nevada Las Vegas
OK University of Oklahoma; Oklahoma State University; University of Central Oklahoma; Langston University
RI University of Rhode Island; Rhode Island College
SD University of South Dakota; South Dakota State University; Black Hills State University
UT University of Utah; Utah State University; Weber State University
VT University of Vermont; Castleton University
WV West Virginia University; Marshall University; Fairmont State University
WY University of Wyoming
`;

function universities(): NotLoaded[] {
  return UNIVERSITIES.trim()
    .split('\n')
    .flatMap((line) =>
      line
        .slice(3)
        .split('; ')
        .map((name) => ({ name, state: line.slice(0, 2) })),
    );
}
