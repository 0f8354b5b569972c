import { expect, test } from 'vitest';
import { buildIndex, HEAD_BYTES, openIndex, streamIndex } from '../../../src/search/index.js';
import { filings, found, query } from '../model/sample.js';

test('an index that is written piece by piece has the same sections behind a head of a fixed size', () => {
  const pieces: Buffer[] = [];
  const head = streamIndex(filings, (piece) => pieces.push(Buffer.from(piece)));
  expect(head).toHaveLength(HEAD_BYTES);
  const body = Buffer.concat(pieces);
  const whole = Buffer.concat(buildIndex(filings));
  expect(whole.subarray(whole.length - body.length).equals(body)).toBe(true);
  const index = openIndex(Buffer.concat([head, body]));
  expect(found(index, query('inc acme'))).toBe('0:3 1:3 2:3 3:3 4:3');
});

test('a byte changed in any piece is found', () => {
  const pieces: Buffer[] = [];
  const head = streamIndex(filings, (piece) => pieces.push(Buffer.from(piece)));
  const bytes = Buffer.concat([head, ...pieces]);
  bytes[HEAD_BYTES] = (bytes[HEAD_BYTES] ?? 0) ^ 1;
  expect(() => openIndex(bytes)).toThrow('damaged');
});
