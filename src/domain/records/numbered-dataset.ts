import { createHash } from 'node:crypto';
import type { Identifier } from '../entity.js';
import { type BodyNumber, numberOf, readNumber, storedAs } from '../numbers.js';
import { EXCLUSION_LISTS } from './exclusion.js';
import { parentsOf } from './ownership.js';
import { PLANS } from './plan-document.js';
import { REPORT_DATASETS, reportsOf } from './report-document.js';
import { returnsOf } from './return-document.js';

/** A data set whose records belong to an entity if they contain one of its numbers. */
export interface NumberedDataset {
  /** Party keys of its records about the body with the number. */
  readonly keysOf: (number: BodyNumber) => readonly string[];
  /** Returns the number in the key of a party; undefined if the key is a name or another kind of lookup. */
  readonly numberIn: (party: string) => BodyNumber | undefined;
  /** `false` if only numbers of the record itself count, not those of records that are linked to it. */
  readonly usesLinks: boolean;
}

/** Entries of an exclusion list, returns and benefit plans of an EIN, financial reports of a CIK, and parents of an LEI. */
export const NUMBERED_DATASETS: ReadonlyMap<string, NumberedDataset> = new Map([
  ...EXCLUSION_LISTS.map((id): [string, NumberedDataset] => [id, byIdentifiers(false)]),
  ['us_irs_form_990', byLookup('ein', returnsOf)],
  [PLANS, byIdentifiers(true)],
  ...REPORT_DATASETS.map((id): [string, NumberedDataset] => [id, byLookup('cik', reportsOf)]),
  ['us_gleif_relationships', byLookup('lei', parentsOf)],
]);

function byIdentifiers(usesLinks: boolean): NumberedDataset {
  return {
    keysOf: (number) => storedAs(number).map(({ scheme, value }) => `${scheme}:${value}`),
    numberIn: (party) => {
      const [, scheme, value] = /^([a-z_]+):(.+)$/.exec(party) ?? [];
      return scheme === undefined || value === undefined
        ? undefined
        : numberOf({ scheme: scheme as Identifier['scheme'], value });
    },
    usesLinks,
  };
}

function byLookup(scheme: 'ein' | 'cik' | 'lei', keyOf: (value: string) => string): NumberedDataset {
  const prefix = keyOf('');
  return {
    keysOf: (number) => (number.scheme === scheme ? [keyOf(number.value)] : []),
    numberIn: (party) =>
      party.startsWith(prefix) ? readNumber(scheme, party.slice(prefix.length)) : undefined,
    usesLinks: true,
  };
}

/** A record with a number of an entity, as shown in the change feed. */
export interface NumberedEntry {
  readonly scheme: string;
  /** As written by publishers. */
  readonly number: string;
  /** Key of the record in its data set. */
  readonly record: string;
  /** The day of the record (start of an exclusion, end of a tax period, filing day of a report, start of a relationship); null if not given. */
  readonly date: string | null;
  /** 16 hexadecimal digits; another text if any value of the record is another. */
  readonly version: string;
}

/** The version of a stored document. */
export function versionOf(document: string): string {
  return createHash('sha1').update(document).digest('hex').slice(0, 16);
}

/** Returns true if a value changed. A member that only one document has comes from another release of Dossier. */
export function isChanged(before: string, after: string): boolean {
  if (before === after) return false;
  const [old, now] = [before, after].map((text) => JSON.parse(text) as Record<string, unknown>);
  return Object.entries(old ?? {}).some(
    ([name, value]) => now && name in now && JSON.stringify(value) !== JSON.stringify(now[name]),
  );
}
