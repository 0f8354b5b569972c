import { otherNumbers } from './numbers.js';

/** Expands an abbreviation that registers and filers use, and removes leading zeros of a number; other words are unchanged. */
export function writtenOut(word: string): string {
  return WRITTEN_OUT.get(word) ?? (word[0] === '0' ? word.replace(/^0+(?=\d+$)/, '') : word);
}

/** The word and all its other spellings. */
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
 * Returns further words that this one abbreviates, in addition to those that `writtenOut` replaces (it abbreviates several
 * words, or is a word of its own), and the other notations of a number. In the spelling of indexed names.
 */
export function wordsFor(word: string): readonly string[] {
  return WORDS.get(word) ?? otherNumbers(word);
}

/** Each abbreviation, then the words. */
const ABBREVIATED = `
  acad academy | acct accounting | adv advisors advertising advanced | agri agricultural | ala alabama | am american | amer america americas |
  amvets veterans | apts apartments | arch architects | ariz arizona | ark arkansas | assoc associates associated | assocs associates |
  astron astronomical astronomy | auto automotive | aux auxiliary | bapt baptist | bio biosciences biotechnology | biol biological biology | bk bank |
  bkg banking | bks banks | bldrs builders | botan botanical | bro brothers | bus business | cal california | calif california | cap capital |
  cath catholic | cem cemetery | cent central | ch chapter | chap chapter | char charitable charities | charit charitable | chem chemical chemicals |
  chems chemicals | cmnty community | cmtys communities | cntrl central | coll college | colo colorado |
  comm community communications commission committee commercial | commun communications community | communic communications | comty community |
  cong congregation | conn connecticut | cons consulting conservation | consol consolidated | const construction | constr construction |
  consult consulting | coun council | ctl central | ctrs centers | del delaware | dem democratic | diag diagnostics diagnostic |
  dist district distribution distributors | dynam dynamics | e east | eastn eastern | ed education educational | educ education educational |
  elec electric electronics electrical | elecs electronics | elem elementary | elev elevator | endow endowment | eng engineering engineers |
  ent enterprises entertainment | env environmental | envir environmental | epis episcopal | evan evangelical | evang evangelical |
  evangel evangelical evangelistic | fam family | fd fund food | fds funds foods | fed federal federation | fell fellowship | fellowsh fellowship |
  fin financial finance | fla florida | fndtn foundation | foun foundation | found foundation | frt freight | fst first | gen general | genl general |
  geog geographic geographical | geol geological geology | gov government | gtr greater | hab habitat | hc healthcare | hist historical history |
  histl historical | hldg holdings | hlth health | hlthcare healthcare | hlthcr healthcare | hosp hospitality | hosps hospitals | hsg housing |
  hts heights | humn humane | ill illinois | impt improvement | incl including | ind industries industrial independent indiana | indl industrial |
  indp independent | info information | inst institute institution | instr instruments | instrs instruments | insur insurance |
  intergov intergovernmental | intern international | internat international | intrntl international | inv investment investments investors |
  invest investment investments investors | invs investments investors | isl island | jct junction | jewel jewelry | jr junior | kans kansas |
  labs laboratories | lbr lumber | leag league | legn legion | lf life | lib library | ltg lighting | luth lutheran | mach machinery |
  machs machines | maint maintenance | mass massachusetts | mat materials | matls materials | mech mechanical | med medical medicine | mem memorial |
  meth methodist | mfgrs manufacturers | mfr manufacturer manufacturers | mfrs manufacturers | mgrs managers | mich michigan | mill mills |
  min ministries ministry | minn minnesota | mins ministries | miss mississippi missionary missions | mkt market marketing | mktg marketing |
  mkts markets | mont montana | mort mortgage | mssn mission | mtge mortgage | mtr motor | mtrs motors | mun municipal | mus museum music |
  mut mutual | n north | nat national natural | nbhd neighborhood | ne northeast | nebr nebraska | neigh neighborhood | nev nevada |
  no north northern | northn northern | nthn northern | nucl nuclear | okla oklahoma | ops operations | orch orchestra | ore oregon |
  org organization | orgs organizations | orth orthodox | orthop orthopedic orthopaedic | pac pacific | pathol pathology |
  pediat pediatric pediatrics | penn pennsylvania | perf performing | pet petroleum | pete petroleum | petro petroleum |
  pharm pharmaceuticals pharmaceutical pharmacy | pharma pharmaceutical | phila philadelphia | philharm philharmonic | phys physicians physical |
  pk park | pkg packaging | plast plastics | ppty property | pptys properties | prec precision | pres preservation presbyterian | presb presbyterian |
  presby presbyterian | prod products productions | prop property properties | prot protective protestant |
  psych psychology psychiatric psychological | pt point | pub public publishing | pubg publishing | publ publishing public | pwr power | rd research |
  rec recreation | recreat recreation | reg regional | rehab rehabilitation | rep republican repertory | repub republican republic |
  res resources research | rest restaurants | ret retired retirement | rlty realty | s south | sav savings | sch school schools | schol scholarship |
  sci sciences science | se southeast | sec security securities | sem seminary | semi semiconductor | serv services service | so south southern |
  soc social | soft software | sol solutions | soln solution solutions | southn southern | spec special | spgs springs | sr senior | st street state |
  std standard | stds standards | sthn southern | stl steel | surg surgical surgery | svgs savings | symp symphony | symph symphony |
  sys systems system | tech technologies technology technical | techs technologies | tel telephone | tele telecommunications |
  telecom telecommunications telecommunication | tenn tennessee | tex texas | therap therapeutics | thtr theatre | tr trust trustees |
  trans transportation transport | twp township | u university | un union united | univ universal | util utilities | utils utilities | var variable |
  vet veterans veterinary | vlg village | vly valley | vol volunteers | volun volunteer volunteers | w west | wash washington | westn western |
  whse warehouse | wis wisconsin | wisc wisconsin | wks works | wldlf wildlife | wom women womens | wrld world | wtr water | wyo wyoming | yth youth |
  zool zoological
`;

const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  ABBREVIATED.trim()
    .split(/\s*\|\s*/)
    .map((line) => line.split(/\s+/))
    .map(([short = '', ...words]) => [short, words]),
);
