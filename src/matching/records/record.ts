import type { RecordName } from '../names/name-parts.js';

/** Everything that the matcher may compare of a record of either side. */
export interface LinkRecord {
  readonly id: string;
  /** The current name first. Former and assumed names count as much. */
  readonly names: readonly RecordName[];
  readonly address?: LinkAddress | undefined;
  /** Further addresses of the record, such as a mailing address. The one nearest to the other record's is compared. */
  readonly otherAddresses?: readonly LinkAddress[] | undefined;
  /** The state of the address as published, if `address.state` is the state of registration instead. */
  readonly officeState?: string | undefined;
  /** USPS or EDGAR code; not the state of the address. */
  readonly incorporationState?: string | undefined;
  /** Officers, agents and contacts, as published. */
  readonly people?: readonly string[] | undefined;
  /** EIN, UEI, CIK: `scheme:value`. Must be validated. */
  readonly identifiers?: readonly string[] | undefined;
  /** The year in which the body was formed, if a register publishes it. */
  readonly formedYear?: number | undefined;
  /** Marked in the IRS's file as a trust for the benefit of employees: 501(c)(9) and similar. */
  readonly isBenefitTrust?: boolean | undefined;
  /** The year of the earliest event in the record (a return, a filing, a loan). */
  readonly activeYear?: number | undefined;
}

/** The principal or mailing address of the record itself, never its agent's. Missing parts are empty. */
export interface LinkAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}
