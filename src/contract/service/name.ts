/** Control characters, and characters that reorder or hide text and could disguise a name. */
const HIDDEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';

/** A name that an operator gives to an account or key: no hidden characters, no leading or trailing space. */
export const NAME_PATTERN = `^(?!\\s)[^${HIDDEN}]*[^\\s${HIDDEN}]$`;
export const MAX_NAME_LENGTH = 200;
export const NAME_RULE = `must have 1 to ${MAX_NAME_LENGTH} characters, no control or invisible ones, and no space at its ends`;

export function isName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && new RegExp(NAME_PATTERN).test(text);
}
