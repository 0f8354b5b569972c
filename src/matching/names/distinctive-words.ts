import { jaroWinkler } from '../similarity/jaro-winkler.js';

/** Words for a unit or a relative of the body that is named beside them. */
export const UNIT_WORDS: ReadonlySet<string> = new Set(
  'foundation trust fund endowment auxiliary guild chapter trustee alumni booster friend pta pto ptsa scholarship'.split(
    ' ',
  ),
);

/** Words for the people of a body, and what is done for them, in the spelling of normalised names: their clubs, unions and funds have its name. */
export const STAFF_WORDS: ReadonlySet<string> = new Set(
  'employe employee parent retiree staff faculty pension benefit'.split(' '),
);

/** In their alphabet. In another order they name another fraternity. */
export const GREEK_LETTERS: ReadonlySet<string> = new Set(
  (
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi ' +
    'psi omega'
  ).split(' '),
);

/** Words that distinguish the bodies of one family: a hospital, its foundation and its auxiliary are three. */
const BODY_WORDS: ReadonlySet<string> = new Set([
  ...UNIT_WORDS,
  ...'school church holding acquisition bank bancorporation capital partner'.split(' '),
]);

/** Returns the word for a kind of body that the token is, even misspelt or truncated: `FOUNATION`, `SCHOLARS`. */
export function bodyWord(token: string): string | undefined {
  if (BODY_WORDS.has(token)) return token;
  if (token.length < MIN_CUT) return undefined;
  return LONG_BODY_WORDS.find(
    (word) =>
      word[0] === token[0] &&
      ((word.startsWith(token) && !SCHOLAR.test(token)) ||
        (token.length > MIN_CUT && jaroWinkler(token, word) >= MISSPELT)),
  );
}

/**
 * Words for bodies that serve one place: a congregation, a school, a fire company, or the unit of an order that has one in
 * every town. Spelt as in `spellings.ts`.
 */
export const LOCAL_WORDS: ReadonlySet<string> = new Set(
  (
    'church chapel cathedral parish congregation temple synagogue mosque ministry salvation baptist catholic ' +
    'episcopal lutheran methodist presbyterian school elementary preschool academy pta pto ptsa booster library ' +
    'fire volunteer rescue ambulance cemetery lodge post legion vfw knight bpoe ymca'
  ).split(' '),
);
/** Shorter words are too similar to others. */
const LONG_BODY_WORDS: readonly string[] = [...BODY_WORDS].filter((word) => word.length >= 9);
/** In letters. */
const MIN_CUT = 6;
const MISSPELT = 0.95;
const SCHOLAR = /^scholars?$/;
