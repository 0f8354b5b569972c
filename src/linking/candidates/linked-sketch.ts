import type { Keys } from '../../matching/block/keys.js';
import { houseAndZipOf, type Sketch, sketchOf } from '../../matching/block/sketch.js';
import type { NormalRecord } from '../../matching/records/normal-record.js';
import { lookupHash } from './lookup-hash.js';

/** The sketch of an entity or a party as stored between runs. */
export interface LinkedSketch extends Sketch {
  readonly identifiers: readonly string[];
  readonly city: string;
  readonly isBenefitTrust: boolean;
}

export function linkedSketchOf(normal: NormalRecord): LinkedSketch {
  const { identifiers = [], isBenefitTrust = false } = normal.record;
  return { ...sketchOf(normal), identifiers, city: normal.address?.city ?? '', isBenefitTrust };
}

type SketchTuple = readonly [
  cores: readonly string[],
  door: string,
  state: string,
  identifiers: readonly string[],
  city: string,
  isBenefitTrust: 0 | 1,
];

export function writeSketch({ cores, door, state, identifiers, city, isBenefitTrust }: LinkedSketch): string {
  return JSON.stringify([
    cores,
    door,
    state,
    identifiers,
    city,
    isBenefitTrust ? 1 : 0,
  ] satisfies SketchTuple);
}

export function readSketch(text: string): LinkedSketch {
  const [cores, door, state, identifiers, city, isBenefitTrust] = JSON.parse(text) as SketchTuple;
  const houseAndZip = door === '' ? '' : houseAndZipOf(door);
  return { cores, door, houseAndZip, state, identifiers, city, isBenefitTrust: isBenefitTrust === 1 };
}

/** The hashed keys of a record. `id`: of an entity, to find it by its id. */
export function hashesOf(
  { keys, spare }: Keys,
  identifiers: readonly string[],
  id?: string,
): readonly number[] {
  const lookups = identifiers.map((identifier) => lookupHash('identifier', identifier));
  const own = id === undefined ? [] : [lookupHash('id', id)];
  return [...new Set([...[...keys, ...spare].map(({ hash }) => hash), ...lookups, ...own])];
}
