import { LEADING_FORMS, LIMITED_FORMS, STOCK_FORMS } from '../../domain/business-names/foreign-forms.js';

/**
 * Legal forms in searchable spelling. Two spellings of one class agree; two classes conflict. `trust` and `foundation` are not
 * forms here: they distinguish one charity from another.
 */
export const LEGAL_FORMS: ReadonlyMap<string, LegalForm> = new Map(
  Object.entries({
    corporation: 'inc incorporated corp corporation co company incorporation',
    llc: 'llc lc pllc',
    partnership: 'lp llp lllp',
    professional: 'pc pa',
    limited: 'ltd limited',
    foreign: wordsOf(STOCK_FORMS),
    foreignLimited: wordsOf(LIMITED_FORMS),
  } satisfies Record<LegalForm, string>).flatMap(([form, words]) =>
    words.split(' ').map((word): [string, LegalForm] => [word, form as LegalForm]),
  ),
);

/** The abbreviations, without spaces: `sadecv`. */
function wordsOf(forms: readonly (readonly string[])[]): string {
  return forms.map(([form = '']) => joined(form)).join(' ');
}

function joined(form: string): string {
  return form.replaceAll(' ', '');
}

export type LegalForm =
  | 'corporation'
  | 'llc'
  | 'partnership'
  | 'professional'
  | 'limited'
  | 'foreign'
  | 'foreignLimited';

/** Writes the forms of other countries as one word each, at the end or the start of the name. */
export function withForeignForms(text: string): string {
  const [, leading = '', rest = ''] = LEADING.exec(text) ?? [];
  const turned = leading === '' ? text : `${rest} ${leading}`;
  return turned.replace(TRAILING, (_, form: string) => ` ${FOREIGN.get(form) ?? form}`);
}

const FOREIGN: ReadonlyMap<string, string> = new Map(
  [...STOCK_FORMS, ...LIMITED_FORMS].flatMap((spellings) =>
    spellings.map((spelling): [string, string] => [spelling, joined(spellings[0] ?? '')]),
  ),
);
/** Longest first, so that `open joint stock company` is not `joint stock company`. */
const either = (spellings: Iterable<string>) =>
  [...spellings].sort((one, other) => other.length - one.length).join('|');
const LEADING = new RegExp(`^(${either(LEADING_FORMS)}) (?!(?:of|and|the)\\b)(.+)$`);
const TRAILING = new RegExp(` (${either(FOREIGN.keys())})$`);

/** Forms that are dropped anywhere (`WIDGETS INC OF TAMPA`); all others only at the end of a name. */
export const FORMS_ANYWHERE: ReadonlySet<string> = new Set([
  'inc',
  'incorporated',
  'corp',
  'corporation',
  'llc',
  'lllp',
]);

/** Words before a form that belong to it: `nonprofit corporation`, `limited liability company`. */
export const FORM_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ (?:non ?profit|not for profit) (?:corp|corporation)$/, ' corporation'],
  [/ (?:professional )?limited liability (?:company|co)$/, ' llc'],
  [/ (?:limited liability )?limited partnership$/, ' lp'],
  [/ limited liability partnership$/, ' llp'],
];
