/** A record with a name, reduced to what identifies its body. 0 means unknown. */
export interface NameHolder {
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
export function bodiesOf(holders: readonly NameHolder[], isLocal: boolean): readonly number[] {
  const union = new Union(holders.length);
  joinEqual(holders, union, ({ door }) => (door === 0 ? [] : [door]));
  joinEqual(holders, union, ({ numbers }) => numbers);
  for (const [state, places] of placesBy(holders, ({ state }) => state)) {
    if (state !== 0 && areOneBody(holders, places, union, isLocal)) union.join(places);
  }
  return holders.map((_, place) => union.of(place));
}

function joinEqual(
  holders: readonly NameHolder[],
  union: Union,
  keysOf: (holder: NameHolder) => readonly number[],
): void {
  const first = new Map<number, number>();
  for (const [place, holder] of holders.entries()) {
    for (const key of keysOf(holder)) {
      const known = first.get(key);
      if (known === undefined) first.set(key, place);
      else union.join([known, place]);
    }
  }
}

function areOneBody(
  holders: readonly NameHolder[],
  places: readonly number[],
  union: Union,
  isLocal: boolean,
): boolean {
  const here = places.flatMap((place) => holders[place] ?? []);
  const registers = placesBy(here, ({ register }) => register);
  for (const some of registers.values()) {
    if (new Set(some.map((place) => union.of(places[place] ?? 0))).size > 1) return false;
  }
  if (isLocal && new Set(here.map(({ city }) => city).filter((city) => city !== 0)).size > 1) return false;
  return registers.size > 1 && !numbersDiffer(here);
}

/** Two identifiers of one kind. */
function numbersDiffer(holders: readonly NameHolder[]): boolean {
  const numbers = [...new Set(holders.flatMap((holder) => holder.numbers))];
  return new Set(numbers.map((number) => number & KIND)).size < numbers.length;
}

/** Mask of the lowest bits of a hashed identifier, which encode its kind. */
export const KIND = 7;

function placesBy(
  holders: readonly NameHolder[],
  keyOf: (holder: NameHolder) => number,
): ReadonlyMap<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [place, holder] of holders.entries()) {
    const some = places.get(keyOf(holder));
    if (some) some.push(place);
    else places.set(keyOf(holder), [place]);
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
