import { LOCAL_WORDS } from '../../matching/names/distinctive-words.js';
import { bodiesOf } from '../../matching/population/identity.js';
import { Codes, codeOf, numberOf } from '../../matching/population/name-holders.js';
import { type Candidate, sharedIdentifiers } from './candidate.js';

/** A candidate, with the core of its name that fits the request best. */
interface NamedCandidate {
  readonly candidate: Candidate;
  readonly core: string;
}

/**
 * Returns a number for each candidate, equal for records of one body. Applies the rule for counting namesakes to those that
 * match by the same name, and joins records that share an identifier.
 */
export function bodiesAmong(all: readonly NamedCandidate[]): readonly number[] {
  const [registers, states] = [new Codes(), new Codes()];
  const holders = all.map(({ candidate }) => {
    const { sourceId, prepared } = candidate;
    return {
      register: registers.of(sourceId),
      state: states.of(prepared.address?.state ?? ''),
      city: codeOf(prepared.address?.city ?? ''),
      door: codeOf(prepared.address?.door ?? ''),
      numbers: sharedIdentifiers(candidate).map(numberOf),
    };
  });
  const bodies = all.map((_, place) => place);
  const join = (from: number, to: number) => {
    for (const [place, body] of bodies.entries()) if (body === from) bodies[place] = to;
  };
  for (const core of new Set(all.map((one) => one.core))) {
    const places = [...all.keys()].filter((place) => all[place]?.core === core);
    const isLocal = core.split(' ').some((word) => LOCAL_WORDS.has(word));
    const some = bodiesOf(
      places.flatMap((place) => holders[place] ?? []),
      isLocal,
    );
    for (const [at, place] of places.entries()) {
      const first = places[some.indexOf(some[at] ?? 0)] ?? place;
      join(bodies[place] ?? place, bodies[first] ?? first);
    }
  }
  const holder = new Map<string, number>();
  for (const [place, { candidate }] of all.entries()) {
    for (const identifier of sharedIdentifiers(candidate)) {
      const first = holder.get(identifier);
      if (first === undefined) holder.set(identifier, place);
      else join(bodies[place] ?? place, bodies[first] ?? first);
    }
  }
  return bodies;
}
