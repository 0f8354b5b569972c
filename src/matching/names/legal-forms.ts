/**
 * Legal forms in searchable spelling. Two spellings of one class agree; two classes conflict. `trust` and
 * `foundation` are no forms here: they tell one charity from another.
 */
export const LEGAL_FORMS: ReadonlyMap<string, LegalForm> = new Map(
  Object.entries({
    corporation: 'inc incorporated corp corporation co company incorporation',
    llc: 'llc lc pllc',
    partnership: 'lp llp lllp',
    professional: 'pc pa',
    limited: 'ltd limited',
    foreign: 'plc sa nv bv ag gmbh se spa kgaa ab asa oyj',
  } satisfies Record<LegalForm, string>).flatMap(([form, words]) =>
    words.split(' ').map((word): [string, LegalForm] => [word, form as LegalForm]),
  ),
);

export type LegalForm = 'corporation' | 'llc' | 'partnership' | 'professional' | 'limited' | 'foreign';

/** Forms that are dropped wherever they stand (`WIDGETS INC OF TAMPA`); the others only at the end of a name. */
export const FORMS_ANYWHERE: ReadonlySet<string> = new Set(['inc', 'incorporated', 'corp', 'llc', 'lllp']);

/** Words before a form that belong to it: `nonprofit corporation`, `limited liability company`. */
export const FORM_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ (?:non ?profit|not for profit) (?:corp|corporation)$/, ' corporation'],
  [/ (?:professional )?limited liability (?:company|co)$/, ' llc'],
  [/ (?:limited liability )?limited partnership$/, ' lp'],
  [/ limited liability partnership$/, ' llp'],
];
