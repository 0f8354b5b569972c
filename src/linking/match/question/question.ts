import type { LinkAddress, LinkRecord } from '../../../matching/records/record.js';

/** All that somebody knows of a company when they ask which record it is. Blank texts stand for what is not known. */
export interface Question {
  readonly name: string;
  /** Further names that it bears or bore. */
  readonly otherNames: readonly string[];
  readonly address: LinkAddress;
  /** Officers and agents. */
  readonly people: readonly string[];
  /** EIN, UEI, CIK, LEI: `scheme:value`, in the spelling of `identifierText`. */
  readonly identifiers: readonly string[];
  /** The number that a state or a county gave it, as written there. */
  readonly registryNumber: string;
  /** It existed in this year; null where that is not asked. */
  readonly year: number | null;
}

/** As the matcher takes it. `identifiers` are compared with those of the records. */
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
