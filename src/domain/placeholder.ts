/**
 * Returns true for entries in a field without a value: `N/A`, `NONE`, `SAME AS ABOVE`, punctuation alone. Compares the whole
 * text: `Same Café` and `None Such LLC` are names.
 */
export function isPlaceholder(text: string): boolean {
  if (text.length > MAX_LENGTH || PLAIN_NAME.test(text)) return false;
  const words = text.toLowerCase().replace(SEPARATORS, ' ').trim();
  return words === '' || WHOLE.test(words);
}

/** Length of the longest entry: `SAME AS THE LEGAL BUSINESS NAME LISTED ABOVE`. */
const MAX_LENGTH = 60;

/** Starts with a letter that no placeholder starts with; excludes most texts cheaply. */
const PLAIN_NAME = /^[abce-mo-rv-z1-9]/i;

const SEPARATORS = /[\s.,;:*()[\]"'`_/\\-]+/g;

const PHRASES = [
  'none(?: (?:known|listed|given|used|provided|applicable|reported|at this time|other|yet))?',
  'no (?:name|names|other names?|assumed names?|trade names?|dba|dba names?|information provided|information|data)',
  'not (?:applicable|available|provided|assigned|listed|given|known|specified|reported|stated|on file|used)',
  'does not apply|n a|na|nan|null|unknown|tbd|to be determined',
  'see above|as above|same',
  'same(?: (?:as|above|before|the|this|that|first|line|listed|legal|business|entity|company|corporate|corporation|trade|dba|registered|applicant|owner|licensee|taxpayer|name|names|information))+',
];

/** Some forms are filled in twice: `N/A, N/A`; some repeat their label: `DBA NONE`. */
const WHOLE = new RegExp(`^(?:(?:dba|d b a) )?(?:(?:${PHRASES.join('|')})(?: |$))+$`);
