import { type NormalName, nameOfCore } from '../names/normalise.js';
import type { NormalRecord } from '../records/normal-record.js';

/** The little of a record by which it is found and counted: a tenth of the record. */
export interface Sketch {
  /** The core of each name, the first name's first; each once. */
  readonly cores: readonly string[];
  /** House number and ZIP code (of one with a blank its last part); empty where either is missing. */
  readonly houseAndZip: string;
  /** As `NormalAddress` has it. */
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

/** Takes the street out of a door, which holds it between the two. */
export function houseAndZipOf(door: string): string {
  return `${door.slice(0, door.indexOf(' '))}${door.slice(door.lastIndexOf(' '))}`;
}

/** The parts of a name that keys are made of. */
export interface KeyedName extends Pick<NormalName, 'core' | 'compact' | 'tokens'> {}

export function namesIn({ cores }: Sketch): readonly KeyedName[] {
  return cores.map((core) =>
    nameOfCore({ raw: core, written: core, kind: 'current', core, legalForm: undefined }),
  );
}
