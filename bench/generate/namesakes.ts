import { colorado } from './files/colorado.js';
import { companyNames, personNames } from './names.js';
import { pickFrom, randomFrom } from './writers/random.js';
import { spelled } from './writers/spelled.js';

/** Whom a row is about: an entity of Colorado's generated file, another body of its name elsewhere, or neither. */
export type About = 'entity' | 'namesake' | 'stranger';

/** A body as another publisher has it. */
export interface Body {
  readonly about: About;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  /** Five digits. */
  readonly zip: string;
  readonly person: { readonly first: string; readonly last: string };
}

export interface Overlap {
  /** Rows of the generated Colorado file and its seed. */
  readonly entities: number;
  readonly seed: number;
  readonly rows: number;
  /** Row by row, over and over. */
  readonly about: readonly About[];
}

const ELSEWHERE: readonly (readonly [city: string, state: string, zip: string])[] = [
  ['AUSTIN', 'TX', '787'],
  ['CHICAGO', 'IL', '606'],
  ['BOSTON', 'MA', '021'],
  ['PHOENIX', 'AZ', '850'],
  ['ALBANY', 'NY', '122'],
  ['RALEIGH', 'NC', '276'],
  ['TAMPA', 'FL', '336'],
];
/** The columns of the rows about an entity. */
const SAME_STREET = 0.6;
const SAME_PERSON = 0.4;

/**
 * Bodies for the rows of another publisher's file, in memory that does not grow with either: the entities whose
 * names are borne rise with the rows, each drawn from its row's stretch of Colorado's file.
 */
export function* bodies(overlap: Overlap, random: () => number): Generator<Body> {
  const entityAt = colorado(randomFrom(overlap.seed));
  const company = companyNames(random);
  const person = personNames(random);
  let read = 0;
  let entity: Record<string, string> = {};
  for (let row = 0; row < overlap.rows; row++) {
    const place = Math.floor(((row + random()) * overlap.entities) / overlap.rows);
    while (read <= place) entity = entityAt(read++);
    const about = overlap.about[row % overlap.about.length] ?? 'stranger';
    const name = about === 'stranger' ? company() : spelled(entity.entityname ?? '', random);
    const [last = '', first = ''] = person().split(' ');
    const body = { about, name, person: { first, last }, street: streetIn(random), ...elsewhere(random) };
    yield about === 'entity' ? { ...body, ...whatItShares(entity, random) } : body;
  }
}

/** Its place always, its street and its registered agent as often as not. */
function whatItShares(entity: Record<string, string>, random: () => number): Partial<Body> {
  const { principaladdress1 = '', principalcity = '', principalzipcode: zip = '' } = entity;
  const { agentfirstname: first, agentlastname: last } = entity;
  return {
    ...{ city: principalcity.toUpperCase(), state: 'CO', zip },
    ...(random() < SAME_STREET && { street: principaladdress1.replace(/ ST$/, ' STREET') }),
    ...(first && last && random() < SAME_PERSON && { person: { first, last } }),
  };
}

function elsewhere(random: () => number) {
  const [city, state, zip] = pickFrom(ELSEWHERE, random);
  return { city, state, zip: `${zip}${String(Math.floor(random() * 100)).padStart(2, '0')}` };
}

function streetIn(random: () => number): string {
  const number = 1 + Math.floor(random() * 9_000);
  return random() < 0.3 ? `PO BOX ${number}` : `${number} ${pickFrom(['OAK', 'MAIN', 'ELM'], random)} AVE`;
}
