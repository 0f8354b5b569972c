import { LOOKUP } from './dataset.js';

/** A relationship between two bodies with LEIs, as stored. */
export interface RelationshipDocument {
  readonly child: string;
  readonly parent: string;
  /** As published, such as `IS_DIRECTLY_CONSOLIDATED_BY`. */
  readonly type: string;
  readonly isActive: boolean;
  /** `YYYY-MM-DD`, like the following; null if not given. */
  readonly since: string | null;
  readonly until: string | null;
  /** The day from which the registration of the relationship was not renewed; null if it was renewed. */
  readonly lapsedOn: string | null;
  /** Accounting standard by which the parent consolidates, as published. */
  readonly standard: string | null;
}

/** The reason why a body reports no parent with an LEI, as stored. */
export interface ExceptionDocument {
  readonly lei: string;
  readonly parent: 'direct' | 'ultimate';
  /** As published, such as `NATURAL_PERSONS`. */
  readonly reason: string;
}

/** Party keys by which relationships and exceptions are found. */
export const parentsOf = (lei: string) => `${LOOKUP}child:${lei}`;
export const childrenOf = (lei: string) => `${LOOKUP}parent:${lei}`;
export const exceptionsOf = (lei: string) => `${LOOKUP}lei:${lei}`;
