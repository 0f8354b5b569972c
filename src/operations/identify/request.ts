import { NUMBER_SCHEMES } from '../../contract/vocabulary.js';
import { type BodyNumber, NUMBER_RULES, readNumber } from '../../domain/numbers.js';
import { choice, defineQuery, quoted, saying, text } from '../query/query.js';

export const IdentifyQuery = defineQuery(
  {
    scheme: saying(choice('Kind of number.', NUMBER_SCHEMES), 'Required.'),
    value: saying(
      text(
        'The number; dashes and leading zeros are optional. Of `state-number`, the number after the state, `CO:20221555001`, ' +
          'or the number alone to look in all registers.',
        '00-5550001',
      ),
      'Required.',
    ),
  },
  ({ scheme, value }, faults, isGiven) => {
    if (!isGiven('scheme')) faults.add('scheme', `is required: one of ${NUMBER_SCHEMES.join(', ')}.`);
    if (!isGiven('value')) faults.add('value', 'is required.');
    if (scheme === null || value === null || readNumber(scheme, value) !== undefined) return;
    faults.add('value', `must be ${NUMBER_RULES[scheme].what}; got ${quoted(value)}.`);
  },
);

/** Throws 400 with every fault at once. */
export function parseIdentify(query: object): BodyNumber {
  const { scheme, value } = IdentifyQuery.read(query);
  const number = scheme === null ? undefined : readNumber(scheme, value ?? '');
  if (number === undefined) throw new Error('The query reader accepted an invalid number.');
  return number;
}
