import { searchText } from '../domain/names.js';
import { FORM_PHRASES, FORMS_ANYWHERE, LEGAL_FORMS, type LegalForm } from './legal-forms.js';
import { nameParts } from './name-parts.js';
import { isNumber, numberOf } from './numerals.js';
import type { NameKind, RecordName } from './record.js';
import { spelling, withInitials } from './spellings.js';

/** A name in the form in which names are compared. The rules are those by which states judge availability. */
export interface NormalName {
  /** As published. */
  readonly raw: string;
  /** As published, in searchable spelling: legal form, articles and EDGAR tails kept. */
  readonly written: string;
  readonly kind: NameKind;
  /** The words without legal form and articles, in their order, each in one spelling. Never empty. */
  readonly tokens: readonly string[];
  /** `tokens` with blanks between. */
  readonly core: string;
  /** `tokens` without blanks: `BLUE GRASS` and `BLUEGRASS`. */
  readonly compact: string;
  readonly legalForm: LegalForm | undefined;
  /** The tokens that are numbers. */
  readonly numbers: readonly string[];
}

/** All names of a record, those inside them included; the same name twice counts once. */
export function normaliseNames(names: readonly RecordName[]): readonly NormalName[] {
  const distinct = new Map<string, NormalName>();
  for (const part of names.flatMap(nameParts)) {
    const normal = normaliseName(part, part.published);
    if (normal !== undefined && !distinct.has(normal.written)) distinct.set(normal.written, normal);
  }
  return [...distinct.values()];
}

/** One name, not split; `undefined` where it has neither letter nor digit. `published`: with its EDGAR tail. */
export function normaliseName(name: RecordName, published = name.text): NormalName | undefined {
  const words = tellingWords(searchText(name.text).split(' '));
  if (words.length === 0) return undefined;
  const { rest, legalForm } = withoutLegalForm(words);
  const tokens = withInitials(spelt(rest).join(' ')).split(' ');
  return {
    raw: published,
    written: searchText(published),
    kind: name.kind,
    tokens,
    core: tokens.join(' '),
    compact: tokens.join(''),
    legalForm,
    numbers: tokens.filter(isNumber),
  };
}

/** Articles tell nothing, and `NO 5` says no more than `5`; a name of articles alone keeps them. */
function tellingWords(words: readonly string[]): readonly string[] {
  const filled = words.filter((word) => word !== '');
  const telling = filled.filter(
    (word, index) => !ARTICLES.has(word) && !(word === 'no' && /^\d/.test(filled[index + 1] ?? '')),
  );
  return telling.length === 0 ? filled : telling;
}

/** The form nearest the end is the name's form; a name of nothing but forms keeps its first word. */
function withoutLegalForm(words: readonly string[]) {
  const whole = words.join(' ');
  const text = FORM_PHRASES.reduce((plain, [phrase, form]) => plain.replace(phrase, form), whole).split(' ');
  let end = text.length;
  while (end > 1 && LEGAL_FORMS.has(text[end - 1] ?? '')) end--;
  const rest = text.slice(0, end).filter((word, index) => index === 0 || !FORMS_ANYWHERE.has(word));
  const inner = text.slice(1, end).find((word) => FORMS_ANYWHERE.has(word));
  return { rest, legalForm: LEGAL_FORMS.get(text[text.length - 1] ?? '') ?? LEGAL_FORMS.get(inner ?? '') };
}

function spelt(words: readonly string[]): readonly string[] {
  return words.map(
    (word, index) => numberOf(word, index > 0 && index === words.length - 1) ?? spelling(word),
  );
}

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'and', 'of']);
