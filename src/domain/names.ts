/**
 * The normal form in which names are indexed and asked for: words of lower-case letters and digits, one blank
 * between. Both sides pass through the same function, so that `J.P. Morgan & Co.` finds `J P MORGAN AND CO`.
 */
export function searchText(name: string): string {
  const plain = ASCII.test(name) ? name : name.normalize('NFKD').replace(MARKS, '');
  const words = plain
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(/&/g, ' and ')
    .replace(NOT_A_WORD, ' ')
    .trim();
  return joinInitials(words);
}

/** The searchable text without its legal form: `tesla` for `Tesla, Inc.`; never empty where the name is not. */
export function coreText(name: string): string {
  return coreOfText(searchText(withoutEdgarTail(name)));
}

/** The same for a text that is normalised already. */
export function coreOfText(text: string): string {
  const words = text.split(' ');
  let end = words.length;
  while (end > 1 && LEGAL_FORMS.has(words[end - 1] ?? '')) end--;
  const start = end > 1 && words[0] === 'the' ? 1 : 0;
  return words.slice(start, end).join(' ');
}

/** Ids and filing numbers are compared whole, without regard to case and surrounding blanks. */
export function numberText(value: string): string {
  return value.trim().toUpperCase();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole.
const ASCII = /^[\x00-\x7f]*$/;
const MARKS = /\p{M}+/gu;
const APOSTROPHES = /['`\u2018\u2019\u02bc]/g;
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu;

/** EDGAR sets filers of one name apart by `/DE/`, `\NEW\`, `/ADR` at the end. */
function withoutEdgarTail(name: string): string {
  const shorter = name.replace(/\s*[/\\][A-Z]{2,4}[/\\]?\s*$/, '');
  return shorter === name || shorter === '' ? name : withoutEdgarTail(shorter);
}

/** `j p morgan` and `u s a` are written with and without dots and blanks. */
function joinInitials(words: string): string {
  return words.replace(/(?<=^| )\p{L}(?: \p{L}(?= |$))+/gu, (run) => run.replaceAll(' ', ''));
}

/** Endings that say what kind of body it is, in searchable spelling; `and` is left over from `& Co.`. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  (
    'inc incorporated corp corporation co company llc ltd limited lp llp lllp pllc pc pa plc sa nv bv ag gmbh se ' +
    'spa kgaa the and'
  ).split(' '),
);
