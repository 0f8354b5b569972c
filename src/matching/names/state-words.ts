import { STATE_NAMES } from '../../domain/places/place-codes.js';
import { spelling } from './spellings.js';

/** The normalised name of each state, by USPS code. */
export const STATE_WORDS: ReadonlyMap<string, string> = new Map(
  [...STATE_NAMES].map(([code, name]) => [
    code,
    name
      .toLowerCase()
      .split(' ')
      .filter((word) => word !== 'of')
      .map(spelling)
      .join(' '),
  ]),
);
