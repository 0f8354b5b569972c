import type { Prepared } from '../records/prepare.js';
import type { Population } from './population.js';

/**
 * Everything that a decision takes from the population: if records and grounds are unchanged, so is the decision. Plain data,
 * to be hashed into a fingerprint.
 */
interface Grounds {
  /**
   * Each name of the query and the candidates by its core, with the number of bodies that have it, in total and in each of the
   * query's states.
   */
  readonly names: readonly (readonly [
    core: string,
    holders: number,
    records: number,
    inStates: readonly number[],
  ])[];
  /** The states of all sides that the population covers. */
  readonly covered: readonly string[];
  /** The addresses of candidates that too many records share to be evidence. */
  readonly crowded: readonly string[];
}

export function groundsOf(query: Prepared, candidates: readonly Prepared[], population: Population): Grounds {
  const others = query.otherAddresses.map((address) => ({ ...query, address }));
  const queryStates = distinct([query, ...others].map(stateOf));
  const places = [query, ...others, ...candidates];
  const cores = places.flatMap(({ names }) => names.map(({ core }) => core));
  const states = places.flatMap(({ record, address }) => [address?.state, record.incorporationState]);
  const doors = candidates.map(({ address }) => address?.door);
  return {
    names: distinct(cores).map((core) => [
      core,
      population.holders(core),
      Math.min(2, population.records(core)),
      queryStates.map((state) => Math.min(2, population.holdersIn(core, state))),
    ]),
    covered: distinct(states).filter((one) => population.covers(one)),
    crowded: distinct(doors).filter((door) => population.isCrowded(door)),
  };
}

/** The state in which namesakes of the query are counted first: that of its address, else of its incorporation. */
export function stateOf({ address, record }: Prepared): string {
  return (address?.state || record.incorporationState) ?? '';
}

/** Sorted, without empty texts. */
function distinct(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text || []))].sort();
}
