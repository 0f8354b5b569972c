/** Control characters, and characters that reorder or hide text and could disguise a name. */
const HIDDEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';

/** A name or reason that an operator gives: no hidden characters, no leading or trailing space. */
export const NAME_PATTERN = `^(?!\\s)[^${HIDDEN}]*[^\\s${HIDDEN}]$`;
export const MAX_NAME_LENGTH = 200;
export const NAME_RULE = `must have 1 to ${MAX_NAME_LENGTH} characters, no control or invisible ones, and no space at its ends`;

export const PATTERN_RULE = 'must have no control or invisible characters, and no space at its ends';

export function isName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && isVisible(text);
}

export function isVisible(text: string): boolean {
  return new RegExp(NAME_PATTERN).test(text);
}
