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

/**
 * A name in the form in which names are compared. The rules are those that states use to decide whether a name is available.
 */
export interface NormalName {
  /** As published. */
  readonly raw: string;
  /** As published, in searchable spelling, including legal form, articles and EDGAR suffixes. */
  readonly written: string;
  readonly kind: NameKind;
  /** The words in order, without legal form and articles, in canonical spelling. Never empty. */
  readonly tokens: readonly string[];
  /** `tokens` joined by spaces. */
  readonly core: string;
  /** `tokens` joined without spaces: equal for `BLUE GRASS` and `BLUEGRASS`. */
  readonly compact: string;
  readonly legalForm: LegalForm | undefined;
  /** The tokens that are numbers. */
  readonly numbers: readonly string[];
}

/** All distinct names of a record, including those inside another. */
export function normaliseNames(names: readonly RecordName[]): readonly NormalName[] {
  const distinct = new Map<string, NormalName>();
  for (const part of names.flatMap(nameParts)) {
    const normal = normaliseName(part, part.published);
    if (normal !== undefined && !distinct.has(normal.written)) distinct.set(normal.written, normal);
  }
  return [...distinct.values()];
}

/**
 * Normalises one name without splitting it; `undefined` if it has neither letter nor digit. `published`: with its EDGAR suffix.
 */
export function normaliseName(name: RecordName, published = name.text): NormalName | undefined {
  const first = reduced(name.text);
  if (first.core === '') return undefined;
  const { core, legalForm } = settled(first);
  return nameOfCore({ raw: published, written: searchText(published), kind: name.kind, core, legalForm });
}

/** Builds a name from its core. */
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

/** Removes articles, unless the name consists of them. */
export function withoutArticles(words: readonly string[]): readonly string[] {
  const filled = words.filter((word) => word !== '');
  const telling = filled.filter((word) => !ARTICLES.has(word));
  return telling.length === 0 ? filled : telling;
}

/** The last form is the name's form; a name of nothing but forms keeps its first word. */
function withoutLegalForm(words: readonly string[]) {
  const whole = withForeignForms(words.join(' '));
  const text = FORM_PHRASES.reduce((plain, [phrase, form]) => plain.replace(phrase, form), whole).split(' ');
  let end = text.length;
  while (end > 1 && LEGAL_FORMS.has(text[end - 1] ?? '')) end--;
  const rest = text.slice(0, end).filter((word, index) => index === 0 || !FORMS_ANYWHERE.has(word));
  const inner = text.slice(1, end).find((word) => FORMS_ANYWHERE.has(word));
  return { rest, legalForm: LEGAL_FORMS.get(text[text.length - 1] ?? '') ?? LEGAL_FORMS.get(inner ?? '') };
}

/** The words in canonical spelling; `NO 5` becomes `5`. */
function spelt(words: readonly string[]): readonly string[] {
  const tokens = withFigures(words).map(
    (word, index, all) => numberOf(word, index > 0 && index === all.length - 1) ?? spelling(word),
  );
  return tokens.filter((token, index) => token !== 'no' || !isNumber(tokens[index + 1] ?? ''));
}

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'and', 'of']);

/**
 * Numbers distinguish bodies with one name (`HOLDINGS II` and `HOLDINGS III`, `LOCAL 567`), so every notation becomes plain
 * digits: no leading zeros, ordinals and roman numerals converted.
 */
function numberOf(word: string, last: boolean): string | undefined {
  if (/^\d/.test(word)) return digits(word);
  return (
    ORDINAL_WORDS.get(word) ?? cardinalFigure(word) ?? (last || word.length > 1 ? ROMAN.get(word) : undefined)
  );
}

/** `forty four` and `FORTY-FOUR` become `44`; a cardinal of one word is left to `numberOf`. */
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

/** A single letter is a numeral only at the end of the name; `c`, `d` and `l` never are. */
const ROMAN: ReadonlyMap<string, string> = new Map(
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
);
