import { otherNumbers } from './numbers.js';

/** The word written out where it is an abbreviation that registers and filers use, a number without zeros before it, else the word itself. */
export function writtenOut(word: string): string {
  return WRITTEN_OUT.get(word) ?? (word[0] === '0' ? word.replace(/^0+(?=\d+$)/, '') : word);
}

/** The word and all that are written for the same. */
export function spellingsOf(word: string): readonly string[] {
  const whole = writtenOut(word);
  return [whole, ...(SHORTER.get(whole) ?? [])];
}

/** Each word, then its abbreviations. Within a name, legal forms are ordinary abbreviations. */
const ABBREVIATIONS = `
incorporated inc | corporation corp | company co | limited ltd | saint st | fort ft | mount mt | international intl internatl
manufacturing mfg | university univ | association assn assoc | brothers bros | national natl | department dept
american amer | services svcs srvcs | service svc srvc | management mgmt mgt | insurance ins | government govt | building bldg | center ctr centre
development dev | foundation fdn fndn | hospital hosp | institute inst | railroad rr | railway rwy ry | theater theatre
technologies techs | properties props | partners ptnrs | community cmty | commission commn | committee cmte | council cncl
county cnty | federation fedn | financial finl | church ch | district dist | distributing distrib | engineering engrg engr
enterprises ents | equipment equip | exchange exch | industries inds | investments invts | investment invt | laboratories labs
laboratory lab | memorial meml mem | organization org orgn | products prods | research rsch | restaurant rest | society soc
supply sply | systems sys | transportation transp | volunteer vol | wholesale whsl | group grp | holdings hldgs | holding hldg
companies cos | energy engy | bancorporation bancorp | pharmaceuticals pharma | acquisition acq | savings svgs | mortgage mtg
mountain mtn | northwest nw | southwest sw | avenue ave | road rd | academy acad | veterans vets | solutions solns | exploration expl
communications comms | partnership ptnrshp
`;

/** Abbreviation -> word. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  ABBREVIATIONS.trim()
    .split(/\s*[|\n]\s*/)
    .flatMap((line) => {
      const [word = '', ...shorter] = line.split(' ');
      return shorter.map((short): [string, string] => [short, word]);
    }),
);

/** Word -> abbreviations. */
export const SHORTER = new Map<string, string[]>();
for (const [short, whole] of WRITTEN_OUT) SHORTER.set(whole, [...(SHORTER.get(whole) ?? []), short]);

/**
 * Returns the words that people abbreviate as this one, beyond those that `writtenOut` replaces (it is short for several words, or a word
 * of its own), and the other spellings of a number. In the spelling in which names are indexed.
 */
export function wordsFor(word: string): readonly string[] {
  return WORDS.get(word) ?? otherNumbers(word);
}

/** Each abbreviation, then the words. */
const ABBREVIATED = `
  acad academy | acct accounting | adv advisors advertising advanced | agri agricultural | am american | apts apartments | arch architects | assoc
  associates | assocs associates | auto automotive | aux auxiliary | bapt baptist | bio biosciences biotechnology | bk bank | bkg banking |
  bks banks | bldrs builders | bro brothers | bus business | cal california | calif california | cap capital | cath catholic | cem cemetery |
  ch chapter | chap chapter | chem chemical chemicals | chems chemicals | cmnty community | coll college | comm community communications
  commission committee commercial | commun communications community | communic communications | cong congregation | cons consulting
  conservation | const construction | constr construction | consult consulting | coun council | dem democratic | dist district distribution
  distributors | e east | ed education educational | educ education educational | elec electric electronics electrical | elecs electronics |
  elem elementary | eng engineering engineers | ent enterprises entertainment | env environmental | envir environmental | epis episcopal |
  evan evangelical | evang evangelical | fam family | fd fund food | fds funds foods | fed federal federation | fell fellowship | fin
  financial finance | fla florida | found foundation | frt freight | gen general | genl general | gov government | gtr greater | hc healthcare
  | hldg holdings | hlth health | hlthcare healthcare | hosp hospitality | hsg housing | hts heights | impt improvement | ind industries
  industrial independent | indl industrial | indp independent | info information | inst institute institution | instr instruments | instrs
  instruments | inv investment investments investors | invs investments investors | isl island | jct junction | jr junior | labs laboratories
  | lib library | ltg lighting | luth lutheran | mach machinery | machs machines | maint maintenance | mass massachusetts | mat materials |
  matls materials | mech mechanical | med medical medicine | mem memorial | meth methodist | mfrs manufacturers | mich michigan | minn
  minnesota | mkt market marketing | mktg marketing | mort mortgage | mtr motor | mtrs motors | mun municipal | mus museum music | mut mutual
  | n north | nat national natural | ne northeast | nebr nebraska | no north northern | okla oklahoma | ops operations | orth orthodox | pac
  pacific | penn pennsylvania | pet petroleum | pharm pharmaceuticals pharmaceutical pharmacy | pharma pharmaceutical | philharm philharmonic
  | pk park | pkg packaging | plast plastics | prec precision | presb presbyterian | prod products productions | prop property properties | pt
  point | pub public publishing | pwr power | rd research | rec recreation | reg regional | repub republican republic | res resources research
  | rest restaurants | s south | sav savings | sch school schools | schol scholarship | sci sciences science | se southeast | sec security
  securities | semi semiconductor | serv services service | so south southern | soft software | sol solutions | soln solution solutions | spgs
  springs | sr senior | st street state | stl steel | symph symphony | sys systems system | tech technologies technology technical | techs
  technologies | tel telephone | tele telecommunications | tex texas | therap therapeutics | thtr theatre | tr trust trustees | trans
  transportation transport | twp township | u university | util utilities | vet veterans veterinary | vlg village | vly valley | w west | wash
  washington | whse warehouse | wtr water
`;

const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  ABBREVIATED.trim()
    .split(/\s*\|\s*/)
    .map((line) => line.split(/\s+/))
    .map(([short = '', ...words]) => [short, words]),
);
