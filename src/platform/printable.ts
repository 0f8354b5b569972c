/** C0 but for tab and line feed, DEL, C1, line separators, and the controls that reorder text. */
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const ALL_CONTROLS = new RegExp(CONTROLS, 'gu');
const ALL_WITH_LINE_ENDS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Returns the text with control characters written as `\u001b`, which a terminal does not obey. Within a JSON string the same
 * notation stands for the character itself, so JSON stays the same value.
 */
export function printable(text: string): string {
  return CONTROLS.test(text) ? text.replace(ALL_CONTROLS, escaped) : text;
}

/** The same for a part of one line: tabs and line feeds are written as `\u0009` and `\u000a`. */
export function printableLine(text: string): string {
  return text.replace(ALL_WITH_LINE_ENDS, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
