import { otherNumbers } from './numbers.js';

/**
 * Returns the words that people abbreviate as this one, beyond those that `writtenOut` replaces (it is short for several words, or a word
 * of its own), and the other spellings of a number. In the spelling in which names are indexed.
 */
export function wordsFor(word: string): readonly string[] {
  return WORDS.get(word) ?? otherNumbers(word);
}

/** Each abbreviation, then the words. */
const ABBREVIATED = `
  acad academy | acct accounting | adv advisors advertising advanced | agri agricultural | apts apartments | arch architects
  | assoc associates | assocs associates | auto automotive | aux auxiliary | bio biosciences biotechnology | bro brothers | cap capital
  | ch chapter | chap chapter | comm community communications commission committee commercial | cong congregation | cons consulting
  conservation | const construction | constr construction | consult consulting | coun council | dist district distribution distributors
  | e east | ed education educational | educ education educational | elec electric electronics electrical | eng engineering engineers
  | ent enterprises entertainment | fed federal federation | fin financial finance | found foundation | gen general | gov government
  | hldg holdings | hosp hospitality | ind industries industrial independent | info information | inv investment
  investments investors | invs investments investors | lib library | mach machinery | mat materials | matls materials | mech mechanical
  | med medical medicine | mem memorial | mkt market marketing | mktg marketing | mort mortgage | mus museum music | n north
  | nat national natural | ne northeast | ops operations | pac pacific | pet petroleum | pharm pharmaceuticals pharmaceutical pharmacy
  | pharma pharmaceutical | prod products productions | prop property properties | pt point | pub public publishing | rd research
  | rec recreation | reg regional | res resources research | rest restaurants | s south | sav savings | sch school schools
  | schol scholarship | sci sciences science | se southeast | sec security securities | semi semiconductor | serv services service
  | soft software | sol solutions | soln solution solutions | st street state | sys systems system | tech technologies technology technical
  | techs technologies | tel telephone | tele telecommunications | therap therapeutics | tr trust trustees | trans transportation transport
  | util utilities | vet veterans veterinary | w west
`;

const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  ABBREVIATED.trim()
    .split(/\s*\|\s*/)
    .map((line) => line.split(/\s+/))
    .map(([short = '', ...words]) => [short, words]),
);
