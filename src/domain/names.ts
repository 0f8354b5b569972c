/**
 * The normal form in which names are indexed and asked for: words of lower-case letters and digits, one blank
 * between. Both sides pass through the same function, so that `J.P. Morgan & Co.` finds `J P MORGAN AND CO`.
 */
export function searchText(name: string): string {
  const lower = (ASCII.test(name) ? name : name.normalize('NFKD').replace(MARKS, '')).toLowerCase();
  const words = PLAIN_WORDS.test(lower) ? lower : wordsOf(lower);
  return TWO_SHORT_WORDS.test(words) ? joinInitials(words) : words;
}

function wordsOf(lower: string): string {
  return lower.replace(APOSTROPHES, '').replace(/&/g, ' and ').replace(NOT_A_WORD, ' ').trim();
}

/** The searchable text without its legal form: `tesla` for `Tesla, Inc.`; never empty where the name is not. */
export function coreText(name: string): string {
  return coreOfText(searchText(withoutEdgarTail(name)));
}

/** The same for a text that is normalised already. */
export function coreOfText(text: string): string {
  let end = text.length;
  for (let blank = text.lastIndexOf(' '); blank >= 0; blank = blankBefore(text, end)) {
    if (!LEGAL_FORMS.has(text.slice(blank + 1, end))) break;
    end = blank;
  }
  return text.slice(end > 3 && text.startsWith('the ') ? 4 : 0, end);
}

function blankBefore(text: string, end: number): number {
  return end === 0 ? -1 : text.lastIndexOf(' ', end - 1);
}

/** Ids and filing numbers are compared whole, without regard to case and surrounding blanks. */
export function numberText(value: string): string {
  return value.trim().toUpperCase();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole.
const ASCII = /^[\x00-\x7f]*$/;
/** What `wordsOf` leaves as it is: most names in capitals without any sign. */
const PLAIN_WORDS = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
/** Found wherever there are initials to be joined, and quickly not found in most names. */
const TWO_SHORT_WORDS = /(?:^| )\S{1,2} \S{1,2}(?: |$)/;
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
