/**
 * Names in normal form hold letters, digits and blanks alone; what has a stroke in it is told apart from their
 * words, and `_` stands for the blank.
 */
export function beginningToken(name: string): string {
  return `b/${joined(name)}`;
}

export function wholeToken(text: string): string {
  return `w/${joined(text)}`;
}

export function describedToken(word: string): string {
  return `d/${word}`;
}

/** Values of facets have any sign in them (`SC 13G/A`). */
export function facetToken(facet: string, value: string): string {
  const plain = value.toLowerCase().replace(/[^a-z0-9]/g, (sign) => `_${sign.charCodeAt(0)}`);
  return `f/${facet.toLowerCase()}/${plain}`;
}

function joined(text: string): string {
  return text.replaceAll(' ', '_');
}
