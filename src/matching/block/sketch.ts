import { type NormalName, nameOfCore } from '../names/normalise.js';
import type { NormalRecord } from '../records/normal-record.js';

/** The parts of a record by which it is found and counted: a tenth of its size. */
export interface Sketch {
  /** The distinct cores of its names, that of the first name first. */
  readonly cores: readonly string[];
  /** House number and ZIP code (if the number has a space, its last part); empty if either is missing. */
  readonly houseAndZip: string;
  /** As in `NormalAddress`. */
  readonly door: string;
  /** The state of the address. */
  readonly state: string;
}

export function sketchOf({ names, address }: NormalRecord): Sketch {
  const { door = '', state = '' } = address ?? {};
  return {
    cores: [...new Set(names.map(({ core }) => core))],
    houseAndZip: door === '' ? '' : houseAndZipOf(door),
    door,
    state,
  };
}

/** Removes the street from a door, where it is between the two. */
export function houseAndZipOf(door: string): string {
  return `${door.slice(0, door.indexOf(' '))}${door.slice(door.lastIndexOf(' '))}`;
}

/** The parts of a name from which keys are made. */
export interface KeyedName extends Pick<NormalName, 'core' | 'compact' | 'tokens'> {}

export function namesIn({ cores }: Sketch): readonly KeyedName[] {
  return cores.map((core) =>
    nameOfCore({ raw: core, written: core, kind: 'current', core, legalForm: undefined }),
  );
}
