import { cardinalFigure } from '../../domain/business-names/numbers.js';
import { searchText } from '../../domain/names.js';
import {
  FORM_PHRASES,
  FORMS_ANYWHERE,
  LEGAL_FORMS,
  type LegalForm,
  withForeignForms,
} from './legal-forms.js';
import type { NameKind, RecordName } from './name-parts.js';
import { nameParts } from './name-parts.js';
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
  const first = reduced(name.text);
  if (first.core === '') return undefined;
  const { core, legalForm } = settled(first);
  return nameOfCore({ raw: published, written: searchText(published), kind: name.kind, core, legalForm });
}

/** With all that follows from the core. */
export function nameOfCore(
  name: Pick<NormalName, 'raw' | 'written' | 'kind' | 'core' | 'legalForm'>,
): NormalName {
  const { raw, written, kind, core, legalForm } = name;
  const tokens = core.split(' ');
  const numbers = tokens.filter(isNumber);
  return { raw, written, kind, tokens, core, compact: tokens.join(''), legalForm, numbers };
}

interface Reduced {
  readonly core: string;
  readonly legalForm: LegalForm | undefined;
}

/** Reduces until nothing changes (`V OF B ACME` takes two steps), so that the core of a core is itself. */
function settled(before: Reduced): Reduced {
  const after = reduced(before.core);
  const legalForm = before.legalForm ?? after.legalForm;
  return after.core === before.core
    ? { core: after.core, legalForm }
    : settled({ core: after.core, legalForm });
}

function reduced(text: string): Reduced {
  const { rest, legalForm } = withoutLegalForm(withoutArticles(searchText(text).split(' ')));
  return { core: withInitials(spelt(rest).join(' ')), legalForm };
}

/** Articles tell nothing; a name of articles alone keeps them. */
export function withoutArticles(words: readonly string[]): readonly string[] {
  const filled = words.filter((word) => word !== '');
  const telling = filled.filter((word) => !ARTICLES.has(word));
  return telling.length === 0 ? filled : telling;
}

/** The form nearest the end is the name's form; a name of nothing but forms keeps its first word. */
function withoutLegalForm(words: readonly string[]) {
  const whole = withForeignForms(words.join(' '));
  const text = FORM_PHRASES.reduce((plain, [phrase, form]) => plain.replace(phrase, form), whole).split(' ');
  let end = text.length;
  while (end > 1 && LEGAL_FORMS.has(text[end - 1] ?? '')) end--;
  const rest = text.slice(0, end).filter((word, index) => index === 0 || !FORMS_ANYWHERE.has(word));
  const inner = text.slice(1, end).find((word) => FORMS_ANYWHERE.has(word));
  return { rest, legalForm: LEGAL_FORMS.get(text[text.length - 1] ?? '') ?? LEGAL_FORMS.get(inner ?? '') };
}

/** Each word in its one spelling; `NO 5` says no more than `5`. */
function spelt(words: readonly string[]): readonly string[] {
  const tokens = withFigures(words).map(
    (word, index, all) => numberOf(word, index > 0 && index === all.length - 1) ?? spelling(word),
  );
  return tokens.filter((token, index) => token !== 'no' || !isNumber(tokens[index + 1] ?? ''));
}

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'and', 'of']);

/**
 * Numbers tell bodies of one name apart (`HOLDINGS II` and `HOLDINGS III`, `LOCAL 567`), so every way of writing
 * one becomes plain digits: leading zeros off, ordinals and roman numerals converted.
 */
function numberOf(word: string, last: boolean): string | undefined {
  if (/^\d/.test(word)) return digits(word);
  return (
    ORDINAL_WORDS.get(word) ?? cardinalFigure(word) ?? (last || word.length > 1 ? ROMAN.get(word) : undefined)
  );
}

/** `forty four` and `FORTY-FOUR` are `44`; a cardinal of one word stays for `numberOf`. */
function withFigures(words: readonly string[]): readonly string[] {
  const figures: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const compound = cardinalFigure(words[index] ?? '', words[index + 1] ?? '');
    figures.push(compound ?? words[index] ?? '');
    if (compound !== undefined) index += 1;
  }
  return figures;
}

function isNumber(token: string): boolean {
  return /^\d+$/.test(token);
}

function digits(word: string): string | undefined {
  const [, figure] = /^0*(\d+)(?:st|nd|rd|th)?$/.exec(word) ?? [];
  return figure;
}

const ORDINAL_WORDS: ReadonlyMap<string, string> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
);

/** A single letter is a numeral only where it ends the name; `c`, `d` and `l` are never read as one. */
const ROMAN: ReadonlyMap<string, string> = new Map(
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
);
