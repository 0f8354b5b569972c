/** A record with a name, reduced to what identifies its body. 0 means unknown. */
export interface Bearer {
  readonly register: number;
  readonly state: number;
  readonly city: number;
  /** House number, street and ZIP code. */
  readonly door: number;
  /** Its identifiers; the lowest three bits encode the kind of each. */
  readonly numbers: readonly number[];
}

/**
 * Returns a number for each record of one name, equal for records of one body. Two records belong to one body if they share an
 * identifier or an address, or are in one state in which each register has one body of the name, unless their identifiers
 * differ. `isLocal`: a church or a school in another town is another body.
 */
export function bodiesOf(bearers: readonly Bearer[], isLocal: boolean): readonly number[] {
  const union = new Union(bearers.length);
  joinEqual(bearers, union, ({ door }) => (door === 0 ? [] : [door]));
  joinEqual(bearers, union, ({ numbers }) => numbers);
  for (const [state, places] of placesBy(bearers, ({ state }) => state)) {
    if (state !== 0 && areOneBody(bearers, places, union, isLocal)) union.join(places);
  }
  return bearers.map((_, place) => union.of(place));
}

function joinEqual(
  bearers: readonly Bearer[],
  union: Union,
  keysOf: (bearer: Bearer) => readonly number[],
): void {
  const first = new Map<number, number>();
  for (const [place, bearer] of bearers.entries()) {
    for (const key of keysOf(bearer)) {
      const known = first.get(key);
      if (known === undefined) first.set(key, place);
      else union.join([known, place]);
    }
  }
}

function areOneBody(
  bearers: readonly Bearer[],
  places: readonly number[],
  union: Union,
  isLocal: boolean,
): boolean {
  const here = places.flatMap((place) => bearers[place] ?? []);
  const registers = placesBy(here, ({ register }) => register);
  for (const some of registers.values()) {
    if (new Set(some.map((place) => union.of(places[place] ?? 0))).size > 1) return false;
  }
  if (isLocal && new Set(here.map(({ city }) => city).filter((city) => city !== 0)).size > 1) return false;
  return registers.size > 1 && !numbersDiffer(here);
}

/** Two identifiers of one kind. */
function numbersDiffer(bearers: readonly Bearer[]): boolean {
  const numbers = [...new Set(bearers.flatMap((bearer) => bearer.numbers))];
  return new Set(numbers.map((number) => number & KIND)).size < numbers.length;
}

/** Mask of the lowest bits of a hashed identifier, which encode its kind. */
export const KIND = 7;

function placesBy(
  bearers: readonly Bearer[],
  keyOf: (bearer: Bearer) => number,
): ReadonlyMap<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [place, bearer] of bearers.entries()) {
    const some = places.get(keyOf(bearer));
    if (some) some.push(place);
    else places.set(keyOf(bearer), [place]);
  }
  return places;
}

class Union {
  readonly #parents: number[];

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, place) => place);
  }

  of(place: number): number {
    let root = place;
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root;
    this.#parents[place] = root;
    return root;
  }

  join(places: readonly number[]): void {
    const [first = 0, ...others] = places;
    for (const other of others) this.#parents[this.of(other)] = this.of(first);
  }
}
