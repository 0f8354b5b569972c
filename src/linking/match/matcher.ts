import { fullNameOf } from '../../domain/business-names/nicknames.js';
import { keyOfNumber } from '../../domain/identifiers.js';
import { searchText } from '../../domain/names.js';
import { doorKey } from '../../matching/block/keys.js';
import { houseAndZipOf } from '../../matching/block/sketch.js';
import type { Pair } from '../../matching/compare/comparison.js';
import { bestNames } from '../../matching/compare/name/names.js';
import type { NormalName } from '../../matching/names/normalise.js';
import { stateOf } from '../../matching/population/grounds.js';
import { CROWD, type Population } from '../../matching/population/population.js';
import { normaliseRecord, type Prepared, prepare } from '../../matching/records/prepare.js';
import type { SearchIndex } from '../../search/index.js';
import type { Catalog, Links } from '../../store/store.js';
import { type Candidate, holding, registryIdentifier, toCandidate } from './candidate.js';
import { isNamesake } from './certainty.js';
import type { Match, Named } from './findings.js';
import { identifierAlone } from './identifier-alone.js';
import { type AddressSources, withKnownAddresses } from './known-addresses.js';
import { decideOutcome } from './outcome.js';
import { type MatchWeights, PairScorer } from './pair-scorer.js';
import { nearest, nearness } from './place.js';
import { holdersOf, numbered } from './question/held-identifiers.js';
import { holdersOfName, MAX_NAMES, namedEntities } from './question/named-entities.js';
import { type Question, questionRecord } from './question/question.js';
import { populationThere, questionPopulation } from './question-population.js';
import { worthComparing } from './worth-comparing.js';

/** The sources for matching. */
interface MatchSources {
  readonly catalog: Pick<Catalog, 'entities'> & AddressSources['catalog'];
  readonly links: Pick<Links, 'candidateEntities' | 'ofParty'> & AddressSources['links'];
  readonly index: SearchIndex;
}

/** Finds the record that a request describes, with the matcher that links data sets. */
export class Matcher {
  readonly #sources: MatchSources;
  readonly #scorer: PairScorer;

  /** `weights` default to those used for links. */
  constructor(sources: MatchSources, weights?: MatchWeights) {
    this.#sources = sources;
    this.#scorer = new PairScorer(weights);
  }

  /** A name without results may be a nickname; the full name is then tried with all other parameters unchanged. */
  async match(question: Question): Promise<Match> {
    const match = await this.#matchWritten(question);
    const name = match.outcome === 'none' ? fullNameOf(searchText(question.name)) : null;
    if (name === null) return match;
    const known = await this.#matchWritten({ ...question, name });
    if (known.outcome === 'none') return match;
    return { ...known, reason: `${known.reason} “${question.name}” is known as “${name}”.` };
  }

  async #matchWritten(question: Question): Promise<Match> {
    const { state } = question.address;
    const reading = new Reading(this.#sources.catalog, state);
    const held = await this.#holders(question, reading);
    const identifiers = [...question.identifiers, ...held.registry];
    const query = prepare(normaliseRecord(questionRecord(question, identifiers)));
    if (query.names.length === 0) return identifierAlone({ question, query, holders: held.candidates });
    const numbers = namedEntities(this.#sources.index, query.names, state);
    const likely = await reading.read(numbers.filter((number) => !held.numbers.has(number)));
    const worth = worthComparing(query, likely);
    // A name with every word misspelt shares no key with the right one, and is scored by its spelling alone.
    const found = [...held.candidates, ...(worth.length > 0 ? worth : likely)];
    const known = new Set(found.map(({ number }) => number));
    const local = await this.#namesakesThere(query, reading);
    const current = [...found, ...local.candidates.filter(({ number }) => !known.has(number))].flatMap(
      (candidate) => namedBy(query, candidate),
    );
    const everywhere = await this.#population(query, current, reading);
    const named = await withKnownAddresses(query, current, everywhere, this.#sources);
    const population = populationThere(everywhere, namesakesThere(query, named, everywhere, local.areAll));
    return decideOutcome({
      question,
      query,
      holders: held.candidates,
      scored: named.map((one) => this.#scorer.score(query, one, population)),
      areNamesakesKnown: local.areAll,
      countNamesakes: () => this.#countNamesakes(query, state),
    });
  }

  async #holders({ identifiers, registryNumber, address }: Question, reading: Reading) {
    const linked = new Map<number, string[]>();
    const likely = new Set<number>();
    for (const identifier of identifiers) {
      const found = await holdersOf(identifier, this.#sources);
      for (const number of found.likely) likely.add(number);
      for (const number of found.linked) linked.set(number, [...(linked.get(number) ?? []), identifier]);
    }
    const plain = keyOfNumber(registryNumber)?.plain;
    const byNumber = plain === undefined ? [] : numbered(this.#sources.index, registryNumber, address.state);
    const read = await reading.read([...new Set([...likely, ...linked.keys(), ...byNumber])]);
    const registry = new Set<string>();
    const candidates = read.flatMap((one) => {
      const number = registryIdentifier(one);
      const isNumbered = plain !== undefined && number?.endsWith(`:${plain}`) === true;
      if (isNumbered) registry.add(number);
      const carried = linked.get(one.number) ?? [];
      const holder = holding(one, isNumbered ? [...carried, number] : carried);
      const own = holder.prepared.record.identifiers ?? [];
      return isNumbered || identifiers.some((identifier) => own.includes(identifier)) ? [holder] : [];
    });
    return { candidates, registry: [...registry], numbers: new Set(candidates.map(({ number }) => number)) };
  }

  /**
   * Records of the whole name in the town, in the ZIP code or at the address of the request: the other candidates are the most
   * prominent with the name. `areAll` is false if the name has too many holders to read each.
   */
  async #namesakesThere(query: Prepared, reading: Reading) {
    const { city = '', zip = '', door = '', state = '' } = query.address ?? {};
    if (city === '' && zip === '' && door === '') return { candidates: [], areAll: true };
    const { index, links } = this.#sources;
    const numbers = new Set<number>();
    let areAll = true;
    for (const name of query.names.slice(0, MAX_NAMES)) {
      const holders = holdersOfName(index, name, MAX_NAMESAKES, state || undefined);
      for (const number of holders.numbers) numbers.add(number);
      areAll &&= holders.total <= MAX_NAMESAKES;
    }
    const there = door === '' ? [] : links.candidateEntities.withKey(doorKey(houseAndZipOf(door)), CROWD);
    for (const number of there ?? []) numbers.add(number);
    const read = await reading.read([...numbers]);
    const isNamesakeThere = ({ prepared: { names, address } }: Candidate) => {
      const isThere = (city !== '' && address?.city === city) || (zip !== '' && address?.zip === zip);
      return isThere && names.some(({ core }) => query.names.some((name) => name.core === core));
    };
    return { candidates: read.filter(isNamesakeThere), areAll };
  }

  #countNamesakes({ names: [first] }: Prepared, state: string): number {
    return first === undefined ? 0 : holdersOfName(this.#sources.index, first, 0, state || undefined).total;
  }

  async #population(query: Prepared, named: readonly Named[], reading: Reading): Promise<Population> {
    const names = new Map<string, NormalName>();
    const likeliest = named
      .filter(({ names: { overlap } }) => overlap > COUNTED_FROM)
      .sort((one, other) => likeness(other) - likeness(one));
    for (const {
      names: { theirs },
    } of likeliest.slice(0, MAX_COUNTED_NAMES))
      names.set(theirs.core, theirs);
    return await questionPopulation(this.#sources.index, this.#sources.links.candidateEntities, {
      names,
      state: stateOf(query),
      candidates: named.map(({ candidate }) => candidate),
      read: (numbers) => reading.read(numbers),
    });
  }
}

/** Reads entities for one request, each once. */
class Reading {
  readonly #catalog: Pick<Catalog, 'entities'>;
  readonly #state: string;
  readonly #known = new Map<number, Candidate | undefined>();

  /** `state`: that of the request. */
  constructor(catalog: Pick<Catalog, 'entities'>, state: string) {
    this.#catalog = catalog;
    this.#state = state;
  }

  /** Returns those that are live and not named individuals. */
  async read(numbers: readonly number[]): Promise<readonly Candidate[]> {
    const missing = numbers.filter((number) => !this.#known.has(number));
    for (const number of missing) this.#known.set(number, undefined);
    for (const entity of await this.#catalog.entities.getForLinking(missing)) {
      this.#known.set(entity.number, toCandidate(entity, this.#state));
    }
    return numbers.flatMap((number) => this.#known.get(number) ?? []);
  }
}

function namedBy(query: Prepared, candidate: Candidate): Named[] {
  const names = bestNames(query.names, candidate.prepared.names);
  return names === undefined ? [] : [{ candidate, names }];
}

/**
 * The records that have the whole name and are nearest to the address in the request, with those of unknown address. Empty if
 * no holder of the name is there, or the name has too many holders to read.
 */
function namesakesThere(
  query: Prepared,
  named: readonly Named[],
  population: Population,
  areAll: boolean,
): readonly Named[] {
  const pairs = named.map((one): [Named, Pair] => [
    one,
    { ours: query, theirs: one.candidate.prepared, population, names: one.names },
  ]);
  const namesakes = pairs.filter(([, pair]) => isNamesake(pair));
  const near = nearest(namesakes, ([, pair]) => nearness(pair), areAll);
  const unplaced = namesakes.filter(([, pair]) => nearness(pair) === 'unknown');
  return near.length === 0 ? [] : [...near, ...unplaced].map(([one]) => one);
}

function likeness({ names }: Named): number {
  return names.overlap + names.dice;
}

/** Maximum number of records of one name and state that are read to find those in a town. */
const MAX_NAMESAKES = 250;
/** Names less similar than this need no count of their holders. */
const COUNTED_FROM = 0.5;
/** Less similar names than these are not rivals, however many hold them. */
const MAX_COUNTED_NAMES = 8;
