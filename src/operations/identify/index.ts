import Type from 'typebox';
import { IdentitySchema } from '../../contract/records/identity.js';
import { NUMBER_SCHEMES } from '../../contract/vocabulary.js';
import { type BodyNumber, NUMBER_RULES, readNumber } from '../../domain/numbers.js';
import type { PriceItem } from '../../store/store.js';
import { choice, defineQuery, quoted, saying, text } from '../query/query.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agenciesOf, loadedAmong } from '../support/origin.js';
import { identify } from './chain.js';
import { isSearchedByNumber, NumberedRecords } from './records.js';

const PRICE: readonly PriceItem[] = [{ item: 'identify', credits: 1 }];

export function identifyNumber(dependencies: Dependencies) {
  return defineOperation({
    id: 'identify',
    method: 'GET',
    path: '/api/v1/identify',
    summary: 'Find all records of a number',
    description:
      'All loaded records that state the number, and the other numbers of the same body. Every step is a published record that ' +
      'states both numbers, with its publisher, file and date. Names never join records: they only stop a step that a typing ' +
      'error would cause. Costs 1 credit.',
    scope: 'read',
    example: { query: { scheme: 'ein', value: '00-5550001' } },
    params: Type.Object({}),
    query: IdentifyQuery.schema,
    data: IdentitySchema,
    meta: Type.Object({
      source: Type.String({
        description: 'Publishers of the records. If there are none: of all that were searched.',
      }),
      searched: Type.Array(Type.String(), {
        description:
          'Ids of the loaded sources that were searched. Not listed: sources that are not loaded, and financial reports, relationships and ' +
          'insiders, whose records are shown with `include`.',
      }),
      sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
    }),
    parse: ({ query }) => parseIdentify(query),
    price: () => PRICE,
    run: async (number) => {
      const { sources, sample } = dependencies;
      const value = await identify(number, new NumberedRecords(dependencies));
      const searched = await loadedAmong(dependencies, isSearchedByNumber);
      const found = [...value.records, ...value.chain.flatMap(({ records }) => records)];
      const publishers = found.length > 0 ? found.map(({ source }) => source) : searched;
      return {
        data: { value },
        meta: { source: agenciesOf(publishers, sources), searched, ...(sample && { sample: true }) },
      };
    },
  });
}

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
function parseIdentify(query: object): BodyNumber {
  const { scheme, value } = IdentifyQuery.read(query);
  const number = scheme === null ? undefined : readNumber(scheme, value ?? '');
  if (number === undefined) throw new Error('The query reader accepted an invalid number.');
  return number;
}
