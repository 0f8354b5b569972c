import { cityName } from '../../domain/places/city-name.js';
import { withHouseNumber } from '../../domain/places/house-number.js';
import { spelling } from '../names/spellings.js';
import type { LinkAddress } from './record.js';

/** An address in the form in which addresses are compared; missing parts are empty. */
export interface NormalAddress {
  readonly raw: LinkAddress;
  /** The house number, or the number of the post office box; empty if the street has none. */
  readonly house: string;
  readonly isBox: boolean;
  /** The words of the street without its number, unit, direction and type (street, avenue). */
  readonly street: string;
  readonly city: string;
  /** USPS or EDGAR code in capitals. */
  readonly state: string;
  /** Five digits; foreign codes as published. */
  readonly zip: string;
  /** Identifies one street address, to count commercial agents and virtual offices. Empty if unknown. */
  readonly door: string;
}

export function normaliseAddress(raw: LinkAddress): NormalAddress {
  const [, box] = /\b(?:P\.?\s*O\.?\s*)?BOX\s+#?(\w+)/i.exec(raw.street) ?? [];
  const words = box === undefined ? wordsOf(withHouseNumber(raw.street)) : [];
  const at = words.findIndex((word) => /^\d/.test(word));
  const house = box?.toLowerCase() ?? (at >= 0 ? (words[at] ?? '') : '');
  const street = streetOf(words.slice(at + 1));
  const state = raw.state.trim().toUpperCase();
  const zip = /^\d{5}/.exec(raw.zip.trim())?.[0] ?? raw.zip.trim().toUpperCase();
  return {
    raw,
    house,
    isBox: box !== undefined,
    street,
    city: wordsOf(cityName(raw.city, state)).map(spelling).join(' '),
    state,
    zip,
    door: house === '' || zip === '' ? '' : `${house} ${street} ${zip}`,
  };
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replace(/['.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The first two distinctive words: `N Main St Ste 4` and `MAIN STREET NORTH` are both `main`. */
function streetOf(words: readonly string[]): string {
  const unit = words.findIndex((word) => UNITS.has(word));
  const telling = words.slice(0, unit < 0 ? undefined : unit).filter((word) => !STREET_WORDS.has(word));
  return telling
    .slice(0, 2)
    .map((word) => /^\d+/.exec(word)?.[0] ?? word)
    .join(' ');
}

const UNITS: ReadonlySet<string> = new Set(
  'ste suite apt unit fl floor rm room bldg building pmb lot'.split(' '),
);
const STREET_WORDS: ReadonlySet<string> = new Set(
  (
    'st street ave avenue av rd road dr drive blvd boulevard ln lane ct court cir circle pl place pkwy parkway hwy ' +
    'highway ter terrace trl trail way sq square n s e w north south east west ne nw se sw'
  ).split(' '),
);
