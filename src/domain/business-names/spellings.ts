/** The word written out where it is an abbreviation that registers and filers use, a number without zeros before it, else the word itself. */
export function writtenOut(word: string): string {
  return WRITTEN_OUT.get(word) ?? (word[0] === '0' ? word.replace(/^0+(?=\d+$)/, '') : word);
}

/** The word and all that are written for the same. */
export function spellingsOf(word: string): readonly string[] {
  const whole = writtenOut(word);
  return [whole, ...(SHORTER.get(whole) ?? [])];
}

/** Each word, then its abbreviations. Legal forms are abbreviations like others where they stand within a name. */
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
