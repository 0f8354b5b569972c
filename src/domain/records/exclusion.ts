import { comparedText, keyOfText } from '../business-names/name-key.js';

/** Data sets that are lists of excluded, sanctioned or failed bodies, in display order. */
export const EXCLUSION_LISTS: readonly string[] = [
  'us_sam_exclusions',
  'us_ofac_sdn',
  'us_ofac_consolidated',
  'us_ita_screening_list',
  'us_hhs_leie',
  'us_fdic_failed_banks',
];

/** An entry of a list of excluded, sanctioned or failed bodies, as stored. */
export interface ExclusionDocument {
  /** The list within the publisher's file, or the kind of exclusion, as published. */
  readonly list: string;
  readonly name: string;
  readonly otherNames: readonly string[];
  readonly program: string | null;
  readonly agency: string | null;
  /** `YYYY-MM-DD`. */
  readonly startDate: string | null;
  /** Null if it has no end. */
  readonly endDate: string | null;
  readonly place: ExclusionPlace;
}

interface ExclusionPlace {
  readonly city: string | null;
  /** USPS code. */
  readonly state: string | null;
  /** As published. */
  readonly country: string | null;
}

/** Publishers of one list truncate names to this length. */
const CUT_AT = 30;

/** Keys that find an entry by name: the whole name without its legal form. */
export function listedNameKeys(names: readonly string[], isCut = false): string[] {
  const keys = names.flatMap((name) => {
    const whole = wholeKey(name);
    const cut = isCut && name.length >= CUT_AT - 1 ? [`cut:${letters(name.slice(0, CUT_AT))}`] : [];
    return whole === undefined ? cut : [whole, ...cut];
  });
  return [...new Set(keys)];
}

/** Keys of the entries that may be about a body with these names. */
export function soughtNameKeys(names: readonly string[]): string[] {
  const keys = names.flatMap((name) => {
    const whole = wholeKey(name);
    return [...(whole === undefined ? [] : [whole]), `cut:${letters(name.slice(0, CUT_AT))}`];
  });
  return [...new Set(keys)];
}

function wholeKey(name: string): string | undefined {
  const key = keyOfText(comparedText(name));
  return key === null ? undefined : `name:${key.compact}`;
}

function letters(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}
