interface PersonNameParts {
  readonly first?: string | undefined;
  readonly middle?: string | undefined;
  readonly last?: string | undefined;
  readonly suffix?: string | undefined;
}

/** `Ana Maria Lopez Jr.`: the non-empty parts in spoken order, separated by single spaces; `undefined` if there is none. */
export function personName({ first, middle, last, suffix }: PersonNameParts): string | undefined {
  let name = '';
  for (const part of [first, middle, last, suffix]) {
    const plain = part === undefined ? '' : withSingleBlanks(part.trim());
    if (plain !== '') name = name === '' ? plain : `${name} ${plain}`;
  }
  return name || undefined;
}

function withSingleBlanks(text: string): string {
  return text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text;
}

/**
 * Florida's 42 characters: last 20, first 14, middle 1, suffix 7. Requires the raw field, because trimming or collapsing spaces
 * shifts the positions.
 */
export function positionalPersonName(raw: string): string | undefined {
  return personName({
    last: raw.slice(0, 20),
    first: raw.slice(20, 34),
    middle: raw.slice(34, 35),
    suffix: raw.slice(35, 42),
  });
}
