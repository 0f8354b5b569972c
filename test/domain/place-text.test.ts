import { expect, test } from 'vitest';
import { placeOf, placesBehind, placeTexts } from '../../src/domain/places/place-text.js';

test.each([
  ['1 MAIN ST, NEW HAVEN, CT 06511-1234', 'newhaven ct 06511'],
  ['SAINT LOUIS, MO', 'saintlouis mo'],
  ['PO BOX 1, ST. LOUIS, MO 63101', 'saintlouis mo 63101'],
  ['10 DOWNING ST, LONDON, UK', undefined],
  [undefined, undefined],
])('the place of %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});

test('a place is found by itself, its state and its ZIP code', () => {
  expect(placeTexts('newhaven ct 06511')).toEqual(['newhaven ct 06511', 'ct', '06511']);
});

test.each([
  ['acme corp denver co', ['acme corp denver|co', 'acme corp|denver co']],
  ['rotary club of boise idaho', ['rotary club of boise|id', 'rotary club of|boise id']],
  ['acme new haven rhode island', ['acme new haven|ri', 'acme new|haven ri', 'acme|newhaven ri']],
  ['acme 80202', ['acme|80202']],
  ['acme denver 80202', ['acme denver|80202', 'acme|denver ']],
  ['walmart bentonville', ['walmart|bentonville ']],
  ['walmart', []],
])('the places behind %s, the longest name first', (text, expected) => {
  const words = text.split(' ');
  const found = [...placesBehind(words)].map(
    ({ before, text }) => `${words.slice(0, before).join(' ')}|${text}`,
  );
  expect(found.slice(0, expected.length)).toEqual(expected);
});
