/** A person as officers, contacts and `care of` lines name one: which word is the surname is not always known. */
export interface NormalPerson {
  readonly raw: string;
  readonly words: readonly string[];
}

/** `undefined` where fewer than two words are left: a surname alone identifies nobody. */
export function normalisePerson(raw: string): NormalPerson | undefined {
  const words = raw
    .toLowerCase()
    .replace(/['.]/g, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !TITLES.has(word));
  return words.filter((word) => word.length > 1).length < 2 ? undefined : { raw, words };
}

/**
 * Same person: two long words shared, or the last word shared and the first initial the same. `surname`: the
 * last word alone. Middle names and initials are not needed, as sources leave them out.
 */
export function comparePeople(ours: NormalPerson, theirs: NormalPerson): 'same' | 'surname' | 'other' {
  const shared = ours.words.filter((word) => word.length > 1 && theirs.words.includes(word));
  if (shared.length >= 2) return 'same';
  const surname = ours.words.at(-1);
  if (surname === undefined || surname.length < 2 || !theirs.words.includes(surname)) return 'other';
  const initial = ours.words[0]?.[0];
  return surname === theirs.words.at(-1) && initial === theirs.words[0]?.[0] ? 'same' : 'surname';
}

const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms dr rev sr jr ii iii iv md phd esq cpa the of and ttee trustee treasurer president pres secretary'.split(
    ' ',
  ),
);
