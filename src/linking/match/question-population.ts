import { STATE_CODES } from '../../domain/places/place-codes.js';
import { doorKey } from '../../matching/block/keys.js';
import { houseAndZipOf } from '../../matching/block/sketch.js';
import type { NormalName } from '../../matching/names/normalise.js';
import {
  Codes,
  codeOf,
  countBodies,
  type NameCounts,
  numberOf,
} from '../../matching/population/name-holders.js';
import {
  CROWD,
  coveredStates,
  MAX_COUNTED,
  type Population,
  roundedHolders,
} from '../../matching/population/population.js';
import type { SearchIndex } from '../../search/index.js';
import type { Links } from '../../store/store.js';
import { readSketch } from '../candidates/linked-sketch.js';
import { type Candidate, sharedIdentifiers } from './candidate.js';
import type { Named } from './findings.js';
import { holdersOfName } from './question/named-entities.js';

/** Maximum number of holders of a name that are read; above this each record counts as a body. */
const MAX_BEARERS = 24;

/** The names to count, and the state of the request. */
interface Counted {
  /** One name for each core. */
  readonly names: ReadonlyMap<string, NormalName>;
  readonly state: string;
  /** Already read. The index lacks some of their names, such as two lines of the IRS's file read as one. */
  readonly candidates: readonly Candidate[];
  readonly read: (numbers: readonly number[]) => Promise<readonly Candidate[]>;
}

/** Counts the names of one request and its candidates in the search index, which contains everything loaded. */
export async function questionPopulation(
  index: SearchIndex,
  doors: Links['candidateEntities'],
  { names, state, candidates, read }: Counted,
): Promise<Population> {
  const counts = new Map<string, NameCounts>();
  const few = new Map<string, readonly number[]>();
  for (const [core, name] of names) {
    const { total, numbers } = holdersOfName(index, name, MAX_BEARERS);
    if (total <= MAX_BEARERS) few.set(core, numbers);
    else counts.set(core, manyHolders(index, name, total, state));
  }
  const holders = new Map(
    (await read([...new Set([...few.values()].flat())])).map((one) => [one.number, one]),
  );
  for (const [core, numbers] of few) {
    const found = numbers.flatMap((number) => holders.get(number) ?? []);
    const others = candidates.filter(({ number }) => !numbers.includes(number));
    counts.set(core, countsOf(core, [...found, ...others]));
  }
  const covered = coveredIn(index);
  return {
    holders: (core) => roundedHolders(counts.get(core)?.bodies ?? 0),
    holdersIn: (core, of) => roundedHolders(counts.get(core)?.inState(of) ?? 0),
    records: (core) => roundedHolders(counts.get(core)?.records ?? 0),
    isCrowded: (door) => isCrowded(door, doors),
    // Without a state, the request covers the whole country.
    covers: (of) => (of === '' ? covered.size >= MAX_STATES : covered.has(of)),
  };
}

/**
 * The same population, except that the names of these candidates are counted among them alone: the request has an address, and
 * other holders are not there.
 */
export function populationThere(population: Population, there: readonly Named[]): Population {
  const candidates = there.map(({ candidate }) => candidate);
  const cores = new Set(there.map(({ names }) => names.theirs.core));
  const counts = new Map([...cores].map((core) => [core, countsOf(core, candidates)]));
  return {
    ...population,
    holders: (core) => counts.get(core)?.bodies ?? population.holders(core),
    holdersIn: (core, state) => counts.get(core)?.bodies ?? population.holdersIn(core, state),
    isCountedThere: (core) => counts.has(core),
  };
}

function manyHolders(index: SearchIndex, name: NormalName, total: number, state: string): NameCounts {
  const here = state === '' ? 0 : holdersOfName(index, name, 0, state).total;
  return { records: total, bodies: total, inState: (of) => (of === state ? here : 0), states: [] };
}

function countsOf(core: string, bearing: readonly Candidate[]): NameCounts {
  const [registers, states] = [new Codes(), new Codes()];
  const holders = bearing.flatMap((one) => {
    const { names, address, record } = one.prepared;
    if (record.isBenefitTrust || !names.some((name) => name.core === core)) return [];
    return {
      register: registers.of(one.sourceId),
      state: states.of(address?.state ?? ''),
      city: codeOf(address?.city ?? ''),
      door: codeOf(address?.door ?? ''),
      numbers: sharedIdentifiers(one).map(numberOf),
    };
  });
  return countBodies(core, holders, (code) => states.text(code));
}

/** Same rule as for links: at least twenty bodies at one street address. Addresses are those of the last linking run. */
function isCrowded(door: string, doors: Links['candidateEntities']): boolean {
  const there = doors.withKey(doorKey(houseAndZipOf(door)), MAX_COUNTED);
  if (there === undefined) return true;
  if (there.length < CROWD) return false;
  const names = new Set<string>();
  for (const number of there) {
    const row = doors.get(number);
    const sketch = row && readSketch(row.sketch);
    if (sketch?.door === door) names.add(sketch.cores[0] ?? '');
    if (names.size >= CROWD) return true;
  }
  return false;
}

/** Of fifty and the District. If fewer are covered, a name with one known holder may have others elsewhere. */
const MAX_STATES = 40;
const COVERED = new WeakMap<SearchIndex, ReadonlySet<string>>();

function coveredIn(index: SearchIndex): ReadonlySet<string> {
  const known = COVERED.get(index);
  if (known !== undefined) return known;
  const records = new Map([...STATE_CODES].map((state) => [state, recordsOf(index, state)]));
  const covered = coveredStates(records);
  COVERED.set(index, covered);
  return covered;
}

function recordsOf(index: SearchIndex, state: string): number {
  const filters = [{ facet: 'state', values: [state] }];
  return index.search({ text: null, tiers: [], filters, ranges: [], order: 'rank', offset: 0, limit: 0 })
    .total;
}
