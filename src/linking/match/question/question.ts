import type { LinkAddress, LinkRecord } from '../../../matching/records/record.js';

/** What the client knows of a company. Empty texts are unknown. */
export interface Question {
  readonly name: string;
  /** Other current or former names. */
  readonly otherNames: readonly string[];
  readonly address: LinkAddress;
  /** Officers and agents. */
  readonly people: readonly string[];
  /** EIN, UEI, CIK, LEI: `scheme:value`, as written by `identifierText`. */
  readonly identifiers: readonly string[];
  /** Number assigned by a state or a county, as written there. */
  readonly registryNumber: string;
  /** A year in which the company existed; null if unknown. */
  readonly year: number | null;
}

/** The request as a record for the matcher. `identifiers` are compared with those of the records. */
export function questionRecord(question: Question, identifiers: readonly string[]): LinkRecord {
  const { name, otherNames, address, people, year } = question;
  const names = [name, ...otherNames].filter((text) => text !== '');
  return {
    id: '',
    names: names.map((text, at) => ({ text, kind: at === 0 ? 'current' : 'assumed' })),
    address,
    people,
    identifiers,
    ...(year !== null && { activeYear: year }),
  };
}
