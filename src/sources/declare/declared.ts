import type { JurisdictionLevel } from '../../contract/vocabulary.js';
import type { Fetch } from './fetch.js';

export interface Agency {
  readonly name: string;
  /** null for a city: the contract has no level for it, and then the agency is not shown either. */
  readonly level: JurisdictionLevel | null;
  readonly url: string;
}

/** Fields that the publisher's records have; determines the reasons in `meta.absent`. Default: published. */
export interface Publishes {
  readonly type?: boolean;
  readonly status?: boolean;
  readonly formedDate?: boolean;
  readonly registeredAgent?: boolean;
  readonly agentAddress?: boolean;
  readonly principalAddress?: boolean;
  readonly officers?: boolean;
  readonly filings?: boolean;
}

export interface Expectation {
  /** A complete file has at least this many records; fewer never marks anything gone. */
  readonly min: number;
  /** Share of records in which a field must be filled; below it the run fails. Checked on complete files. */
  readonly filled?: Readonly<Record<string, number>>;
}

export interface Declared {
  /** Equals the file's path: `us_co_business_entities` is `us/co/business-entities.ts`. */
  readonly id: string;
  readonly title: string;
  readonly agency: Agency;
  readonly licence: string;
  readonly every: 'day' | 'week' | 'month' | 'quarter';
  readonly fetch: Fetch;
  /** A layout that was never tested with a real file is reported as unverified. */
  readonly layout: 'verified' | 'unverified';
  /** Shown in GET /sources: what the file leaves out. */
  readonly coverage?: string;
  /** The day that a file states of itself in its first lines (4 KiB), `YYYY-MM-DD`; if it states none, a day in its name counts. */
  readonly statesDay?: (file: { readonly name: string; readonly head: string }) => string | undefined;
}
