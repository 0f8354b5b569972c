import type { Population } from './population.js';
import type { Prepared } from './prepare.js';

/**
 * All that the judgement of a query takes from the population, and nothing that it does not take: where the records and
 * the grounds are the same, the judgement is. Plain data, to be hashed into a fingerprint.
 */
export interface Grounds {
  readonly size: number;
  /** Of each name of each candidate, in their order. */
  readonly names: readonly NameGrounds[];
  /** The states of both sides that the population covers, in the order of the alphabet. */
  readonly covered: readonly string[];
  /** The candidates, by their place in the list, at whose door so many are that it says nothing. */
  readonly crowded: readonly number[];
}

export interface NameGrounds {
  readonly bearers: number;
  /** Those in the query's state; -1 where it has none. */
  readonly inState: number;
  /** The mass of each token. */
  readonly masses: readonly number[];
}

export function groundsOf(query: Prepared, candidates: readonly Prepared[], population: Population): Grounds {
  const state = stateOf(query);
  const places = [query, ...candidates];
  const states = new Set(
    places.flatMap(({ record, address }) => [address?.state, record.incorporationState]),
  );
  return {
    size: population.size,
    names: places.flatMap(({ names }) =>
      names.map(({ core, masses }) => ({
        bearers: population.bearers(core),
        inState: state === '' ? -1 : population.bearersIn(core, state),
        masses,
      })),
    ),
    covered: [...states].flatMap((one) => (one && population.covers(one) ? [one] : [])).sort(),
    crowded: [...candidates.keys()].filter((place) => {
      const door = candidates[place]?.address?.door ?? '';
      return door !== '' && population.isCrowded(door);
    }),
  };
}

/** Where namesakes of the query are looked for first: the state of its address, else that of its incorporation. */
export function stateOf({ address, record }: Prepared): string {
  return (address?.state || record.incorporationState) ?? '';
}
