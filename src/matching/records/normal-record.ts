import type { NormalName } from '../names/normalise.js';
import type { NormalAddress } from './address.js';
import type { NormalPerson } from './people.js';
import type { LinkRecord } from './record.js';

/** A record in the form in which records are compared and counted. */
export interface NormalRecord {
  readonly record: LinkRecord;
  readonly names: readonly NormalName[];
  readonly address: NormalAddress | undefined;
  readonly otherAddresses: readonly NormalAddress[];
  readonly people: readonly NormalPerson[];
}
