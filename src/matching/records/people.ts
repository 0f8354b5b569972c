import { plainText } from '../../domain/names.js';

/** A person as named in officers, contacts and `care of` lines. It is not always known which word is the surname. */
export interface NormalPerson {
  readonly raw: string;
  readonly words: readonly string[];
}

/** Returns `undefined` if fewer than two words remain: a surname alone identifies nobody. */
export function normalisePerson(raw: string): NormalPerson | undefined {
  const words = plainText(raw.replaceAll('.', ''))
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word));
  return words.filter((word) => word.length > 1).length < 2 ? undefined : { raw, words };
}

/**
 * `same`: two long words are shared, or the last word and the first initial. `surname`: only the last word. Middle names and
 * initials may be missing, as sources omit them. A surname may be one word or several: `O'Malley` and `O Malley`, `De La Cruz`
 * and `Delacruz`.
 */
export function comparePeople(ours: NormalPerson, theirs: NormalPerson): 'same' | 'surname' | 'other' {
  const shared = ours.words.filter((word) => word.length > 1 && theirs.words.includes(word));
  const joined = shared.length < 2 ? [...joinedIn(ours, theirs), ...joinedIn(theirs, ours)] : [];
  if (shared.length + joined.length >= 2) return 'same';
  const hasInitial = ours.words[0]?.[0] === theirs.words[0]?.[0];
  const [surname = '', their = ''] = [ours.words.at(-1), theirs.words.at(-1)];
  if (joined.includes(surname) || joined.includes(their)) return hasInitial ? 'same' : 'surname';
  if (surname.length < 2 || !theirs.words.includes(surname)) return 'other';
  return surname === their && hasInitial ? 'same' : 'surname';
}

/** The words of one name that the other splits into two or three. */
function joinedIn(one: NormalPerson, other: NormalPerson): string[] {
  const runs = other.words.flatMap((_, at) =>
    [2, 3].map((length) => other.words.slice(at, at + length)).filter((run, i) => run.length === i + 2),
  );
  const texts = new Set(runs.map((run) => run.join('')));
  return one.words.filter((word) => word.length > 2 && texts.has(word));
}

const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms dr rev sr jr ii iii iv md phd esq cpa the of and ttee trustee treasurer president pres secretary'.split(
    ' ',
  ),
);
