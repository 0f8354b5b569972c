import type { RecordName } from '../names/name-parts.js';

/** All that the matcher may weigh of one record of either side, and nothing else. */
export interface LinkRecord {
  readonly id: string;
  /** The current name first. A record is its set of names: former and assumed ones count as much. */
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
  /** EIN, UEI, CIK: `scheme:value`, checked before it comes here. */
  readonly identifiers?: readonly string[] | undefined;
  /** The year the body was formed, where a register says so. */
  readonly formedYear?: number | undefined;
  /** Known as a trust for the benefit of employees, of which the IRS's file tells: 501(c)(9) and its like. */
  readonly isBenefitTrust?: boolean | undefined;
  /** The year of the earliest event in the record (a return, a filing, a loan). */
  readonly activeYear?: number | undefined;
}

/** The principal or mailing address of the record itself, never its agent's. Blank parts are empty texts. */
export interface LinkAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}
