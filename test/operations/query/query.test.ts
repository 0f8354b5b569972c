import { expect, test } from 'vitest';
import { ApiError } from '../../../src/contract/errors.js';
import {
  choice,
  code,
  date,
  defineQuery,
  flag,
  limit,
  list,
  needsOne,
  offset,
  ordered,
  text,
  words,
} from '../../../src/operations/query/query.js';

const YEAR = { is: /^\d{4}$/, what: '4 digits' };
const query = defineQuery(
  {
    name: words('Name.', 'aspen'),
    note: text('Note.', 'a'),
    year: code('Year.', '2026', YEAR),
    from: date('From.', '2026-01-01'),
    to: date('To.', '2026-01-02'),
    sort: choice('Sort.', ['date', 'amount'], 'date'),
    exact: flag('Exact.'),
    forms: list('Forms.', ['8-K']),
    limit: limit({ max: 50, fallback: 10 }),
    offset: offset(),
  },
  ordered('from', 'to'),
  needsOne('name', 'year'),
);

function faultsOf(sent: object): readonly string[] {
  try {
    query.read(sent);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.more.errors ?? []).map(({ parameter, message }) => `${parameter}: ${message}`);
  }
}

test('each parameter is read by its field, and blank counts as missing', () => {
  const sent = { name: ' The ASPEN, Inc. ', note: '  ', year: '2026', forms: ['8-K', '10-K'], limit: '500' };
  expect(query.read(sent)).toEqual({
    name: expect.stringMatching(/^the aspen/),
    note: null,
    year: '2026',
    from: null,
    to: null,
    sort: null,
    exact: false,
    forms: ['8-K', '10-K'],
    limit: 50,
    offset: 0,
  });
});

test('all faults are told at once, by the field and by the rules over several', () => {
  expect(faultsOf({ name: '!', limit: '0', sort: 'size', from: '2026-02-30' })).toEqual([
    'name: contains no letter or digit; got "!".',
    'from: must be a calendar date YYYY-MM-DD; got "2026-02-30".',
    'sort: must be one of date, amount; got "size".',
    'limit: must be a whole number, 1 or more, of at most 15 digits; got "0".',
  ]);
  expect(faultsOf({ name: 'a', from: '2026-01-02', to: '2026-01-01' })).toEqual([
    'from: must not be after to; got 2026-01-02 and 2026-01-01.',
  ]);
});

test('if one of several is needed, a wrong one is not told as missing, too', () => {
  expect(faultsOf({ year: '20' })).toEqual(['year: must be 4 digits; got "20".']);
  expect(faultsOf({ note: 'a' })).toEqual(['name: one of name and year is required.']);
});

test('the documents come from the same table', () => {
  expect(query.schema.properties.limit).toMatchObject({
    description: 'Results per page, 1 to 50; larger values are treated as the maximum.',
    published: { schema: { type: 'integer', minimum: 1, default: 10 } },
  });
});
