/** The canonical spelling of a word: abbreviations that registers and filers use are expanded, plurals become singular. */
export function spelling(word: string): string {
  return ABBREVIATIONS.get(word) ?? ABBREVIATIONS.get(singular(word)) ?? singular(word);
}

/** Phrases that are as often abbreviated; the words must be in canonical spelling. */
export function withInitials(text: string): string {
  return PHRASES.reduce((shorter, [phrase, initials]) => shorter.replace(phrase, initials), text);
}

/** `graduates`, `graduate's` and `graduate` are one word under the states' own name rules. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /[siu]s$/.test(word)) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

const WRITTEN_OUT = `
academy acad | administration admin | agency agcy | america amer | american amer | associate assocs | association assoc assn asso
auxiliary aux | brother bros | building bldg | center centre ctr cntr | chapter chap chpt | charitable char
christian chrstn | church ch | committee cmte | community comm cmty | company cos | conference conf | congregation cong
council cncl | county cnty | department dept | development dev dvlpmt | district dist | east e | education educ ed
educational edl | employee empl emp | federation fed fedn | financial finl | foundation fdn fndn found foundatn | fort ft
government govt | group grp | holding hldg hldgs | hospital hosp | housing hsg | senior sr | improvement impr
independent indep | industry ind inds | institute inst | insurance ins | international intl int | investment inv invt
library lib | lutheran luth | management mgmt mgt | manufacturing mfg | medical med | memorial mem meml
methodist meth | ministry min | mount mt mtn | museum mus | national natl nat | north n | northeast ne | northwest nw
organization org orgn organisation | park pk | partner ptnr | property prop | presbyterian presby | professional prof
program prgm programme | public pub | recreation rec | regional reg regl | rescue resc | research res | retirement ret
saint st ste | scholarship schol | school sch | science sci | service svc svcs serv | society soc | south s
southeast se | southwest sw | system sys | technology tech technol | theater theatre | trust tr | trustee ttee
university univ | volunteer vol | west w | worker wkr wkrs | young yng | irrevocable irrv irrev | testamentary test
revocable rev | perpetual perp | scientific scientif | veteran vets | savings svgs | bancorporation bancorp bancshares
pharmaceutical pharma pharm pharms | therapeutic therap | communication commun comms | exploration expl | resource rsrc
employes employees | women womens womans woman | men mens | acquisition acq | international internatl | fund fd
`;

const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  WRITTEN_OUT.trim()
    .split(/\s*[|\n]\s*/)
    .flatMap((line) => {
      const [word = '', ...shorter] = line.split(' ');
      return shorter.map((short): [string, string] => [short, singular(word)]);
    }),
);

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\byoung men christian association\b/, 'ymca'],
  [/\byoung women christian association\b/, 'ywca'],
  [/\bparent teacher student association\b/, 'ptsa'],
  [/\bparent teacher association\b/, 'pta'],
  [/\bparent teacher organization\b/, 'pto'],
  [/\bveteran foreign war(?: us| united state(?: america)?)?\b/, 'vfw'],
  [/\binternational brotherhood electrical worker\b/, 'ibew'],
  [/\bbenevolent protective(?: order)? elk(?: usa| us| united state america)?\b/, 'bpoe'],
  // Charities, not banks.
  [/\bfood bank\b/, 'foodbank'],
  [/\bunited state america\b/, 'usa'],
  [/\bunited state\b/, 'us'],
];
