import type {
  AbsenceReason,
  EnrichmentOutcome,
  NumberFormName,
  RecordClass,
  TypeClass,
} from '../../contract/vocabulary.js';
import { stateName } from './states.js';

/** Display words for the contract's values. */
export const RECORD_CLASS_WORDS: Readonly<Record<RecordClass, string>> = {
  registry_entity: 'Register of companies',
  federal_registration: 'Federal registration',
  filing_event: 'Filing',
  license: 'Licence',
  name_registration: 'Trade name',
  government_vendor: 'Government vendor',
  financial_assistance_award: 'Financial assistance',
};

const TYPE_WORDS: Readonly<Record<TypeClass, string>> = {
  llc: 'Limited liability company',
  corporation: 'Corporation',
  nonprofit: 'Nonprofit',
  lp: 'Limited partnership',
  llp: 'Limited liability partnership',
  cooperative: 'Cooperative',
  trust: 'Trust',
  sole_proprietorship: 'Sole proprietorship',
  other: 'Other',
};

/** A facet value in words; unknown values are unchanged. */
export function facetWords(facet: string, value: string): string {
  if (facet === 'state') return stateName(value);
  if (facet === 'recordClass') return RECORD_CLASS_WORDS[value as RecordClass] ?? value;
  if (facet === 'type') return TYPE_WORDS[value as TypeClass] ?? value;
  return value.charAt(0).toUpperCase() + value.slice(1);
}

const NUMBER_WORDS: Readonly<Record<NumberFormName, string>> = {
  accession: 'accession number',
  'file-number': 'SEC file number',
  cik: 'CIK',
  ein: 'EIN',
  uei: 'UEI',
  cage: 'CAGE code',
  lei: 'LEI',
  fdic: 'FDIC certificate',
  npi: 'NPI',
  usdot: 'USDOT number',
  zip: 'ZIP code',
};

/** A number that a search recognized: `EIN 12-3456789`. */
export function numberWords({
  scheme,
  value,
}: {
  readonly scheme: NumberFormName;
  readonly value: string;
}): string {
  return `${NUMBER_WORDS[scheme]} ${value}`;
}

/** Field of a record -> its name for people. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  state: 'State',
  stateEntityId: 'State number',
  type: 'Type',
  status: 'Status',
  expirationDate: 'Registration ends',
  formedDate: 'Formed',
  registeredInStateDate: 'Registered in the state',
  registeredAgent: 'Registered agent',
  principalAddress: 'Principal address',
  'principalAddress.street': 'Street of the address',
  officers: 'People',
  filings: 'Filings',
  identifiers: 'Other numbers',
  otherNames: 'Other names',
  jurisdictionLevel: 'Level of the publisher',
  sourceAgency: 'Agency',
};

export function fieldWords(field: string): string {
  const dataset = /^records\.(.+)$/.exec(field)?.[1];
  return dataset === undefined ? (FIELD_WORDS[field] ?? field) : `Records in ${dataset}`;
}

/** Why a field is missing, as a clause behind its name. */
export const ABSENCE_WORDS: Readonly<Record<AbsenceReason, string>> = {
  not_in_record_class: 'this kind of record does not have it',
  not_published_by_source: 'not published',
  blank_at_source: 'left blank by the publisher',
  withheld: 'withheld to protect an individual',
  source_not_loaded: 'its source is not loaded',
};

/** The end of a look-up in a data set that shows nothing. */
export const OUTCOME_WORDS: Readonly<Record<Exclude<EnrichmentOutcome, 'found'>, string>> = {
  none: 'searched; nothing found',
  possible: 'not certain enough to be displayed',
  ambiguous:
    'several parties could be this record, and the evidence does not distinguish them; none is displayed',
  not_covered: 'this state or kind of record is not covered',
  not_loaded: 'the data set is not loaded',
  details_not_loaded:
    'a filer of this name has filings, but its details, which are needed for the comparison, are not loaded',
  not_linked_yet: 'loaded, but not compared with this record yet',
  unavailable: 'could not be read; not charged',
};

export const TOKEN_WORDS: Readonly<Record<string, string>> = {
  federal: 'Federal filings',
  sec: 'SEC filings',
  contracts: 'Federal contracts',
  lobbying: 'Lobbying disclosures',
  sam: 'Contractor registration (SAM)',
  nonprofit: 'Nonprofit record (IRS)',
  ucc: 'Liens (UCC)',
  ppp: 'Pandemic loans (PPP)',
  related: 'Related entities',
  exclusions: 'Exclusion lists',
  financials: 'Figures by year',
  irs: 'Nonprofit returns (IRS)',
  dol: 'Employee benefit plans (Form 5500)',
  ownership: 'Owners',
  gleif: 'Parents and children (GLEIF)',
  insiders: 'Insiders (SEC forms 3, 4 and 5)',
};

/** The prices of pages, which are those of the operations that they call. */
export const PRICES =
  'A search costs 1 credit, a page of SEC filings 2, a record 7, its timeline 5, its relations, owners, figures, exclusions and each of its lists 2, a page of changes 1, each matched row 1. The same page of the same data is charged once in 24 hours.';
