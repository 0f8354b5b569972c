import { searchText } from '../names.js';
import type { PartyAddress } from './address-parts.js';
import { cityName } from './city-name.js';
import { withHouseNumber } from './house-number.js';

/**
 * Returns one text for all spellings of a postal address: street types, directions, ordinals and units as the Postal Service
 * abbreviates them, the ZIP code in five digits. `1624 MARKET STREET, SUITE 202, DENVER, CO 80202-1234` and `1624 Market St
 * #202, Denver, CO 80202` are equal. `undefined` for a place without a house number or a box.
 */
export function addressKey({ street, city, state, zip }: PartyAddress): string | undefined {
  const door = doorOf(street);
  if (door === undefined) return undefined;
  // Post offices have several names (`St. Petersburg`, `Saint Petersburg`) but one ZIP code.
  const office = zip === '' ? `${cityName(city, state)} ${state.toLowerCase()}` : zip.slice(0, 5);
  return `${door} ${office}`;
}

/**
 * Returns street, house number and unit of an address in canonical spelling, without the place; `undefined` without a house
 * number or a box.
 */
export function doorOf(written: string): string | undefined {
  const street = withHouseNumber(written);
  const box = BOX.exec(street);
  if (box) return `po box ${box[1]?.toLowerCase()}`;
  const lines = street.split(/[,;\n]/).filter((line) => line.trim() !== '');
  // Lines before the street name a building or a person.
  const first = lines.findIndex((line) => /^\s*\d/.test(line));
  if (first === -1 && !/\d/.test(street)) return undefined;
  const text = lines.slice(Math.max(first, 0)).join(' ');
  return wordsOf(text.replace(FLOOR, ' fl $1 ').replace(UNIT, ' # $1 ')).join(' ');
}

function wordsOf(text: string): string[] {
  return searchText(text.replaceAll('#', ' unitmark '))
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => SPELLINGS.get(word) ?? word);
}

const BOX = /\b(?:p\.?\s*o\.?|post\s+office)\s*box\s*#?\s*([\w-]+)/i;
/** `4th Floor`, `Floor 4`, `Fl. 4`. */
const FLOOR =
  /(?<![\w])(?:(?:floor|fl)\b\.?\s*#?\s*(?=\d)|(?=\d+(?:st|nd|rd|th)\s+(?:floor|fl)\b))(\d+)(?:st|nd|rd|th)?(?:\s+(?:floor|fl)\b\.?)?/gi;
/** All kinds of unit are equal: a suite is `Ste 4`, `Suite #4`, `Unit 4` and `#4`. */
const UNIT =
  /(?:\b(?:suites?|ste|units?|apartment|apt|rooms?|rm|number|no)\b\.?\s*#?|#)\s*([a-z]?-?\d[\w-]*|[a-z]\d*)\b/gi;

/** Canonical spelling -> others; Publication 28 of the Postal Service, appendices B and C. `Saint` and `Street` share `st`. */
const TABLE: Readonly<Record<string, string>> = {
  '#': 'unitmark',
  aly: 'alley',
  ave: 'avenue av aven avenu',
  blvd: 'boulevard boul boulv',
  br: 'branch',
  bldg: 'building',
  brg: 'bridge',
  byp: 'bypass',
  cir: 'circle circ',
  cres: 'crescent',
  ct: 'court crt',
  ctr: 'center centre cntr cent',
  cv: 'cove',
  dr: 'drive drv',
  expy: 'expressway expwy',
  ext: 'extension',
  fwy: 'freeway frwy',
  grv: 'grove',
  hbr: 'harbor',
  hl: 'hill',
  hls: 'hills',
  hts: 'heights',
  hwy: 'highway hiway hway',
  is: 'island',
  jct: 'junction',
  lk: 'lake',
  ln: 'lane',
  lndg: 'landing',
  mnr: 'manor',
  mt: 'mount',
  mtn: 'mountain',
  ft: 'fort',
  pkwy: 'parkway pkway pky parkwy',
  pl: 'place',
  plz: 'plaza',
  pt: 'point',
  rd: 'road',
  rdg: 'ridge',
  rte: 'route rt',
  sq: 'square sqr',
  st: 'street str strt saint',
  sta: 'station',
  ter: 'terrace terr',
  tpke: 'turnpike trnpk',
  trl: 'trail',
  vlg: 'village',
  vw: 'view',
  xing: 'crossing',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
  '5th': 'fifth',
  '6th': 'sixth',
  '7th': 'seventh',
  '8th': 'eighth',
  '9th': 'ninth',
  '10th': 'tenth',
};

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLE).flatMap(([spelling, others]) => others.split(' ').map((other) => [other, spelling])),
);
