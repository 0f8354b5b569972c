import { type NormalName, nameOfCore } from '../normalise.js';
import type { NormalRecord } from '../prepare.js';

/** The little of a record by which it is found and counted: a tenth of the record. */
export interface Sketch {
  /** The core of each name, the first name's first; each once. */
  readonly cores: readonly string[];
  /** House number and ZIP code; empty where either is missing. */
  readonly houseAndZip: string;
  /** As `NormalAddress` has it. */
  readonly door: string;
  /** Of the address. */
  readonly state: string;
}

export function sketchOf({ names, address }: NormalRecord): Sketch {
  const { house = '', zip = '', door = '', state = '' } = address ?? {};
  return {
    cores: [...new Set(names.map(({ core }) => core))],
    houseAndZip: house === '' || zip === '' ? '' : `${house} ${zip}`,
    door,
    state,
  };
}

/** What keys are made of. */
export interface KeyedName extends Pick<NormalName, 'core' | 'compact' | 'tokens'> {}

export function namesIn({ cores }: Sketch): readonly KeyedName[] {
  return cores.map((core) =>
    nameOfCore({ raw: core, written: core, kind: 'current', core, legalForm: undefined }),
  );
}
