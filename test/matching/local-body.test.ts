import { expect, test } from 'vitest';
import { localBody } from '../../src/matching/compare/kind/local-body.js';
import { pairOf } from '../../src/matching/features.js';
import { normaliseRecord, prepare } from '../../src/matching/records/prepare.js';
import { populationOf, record } from './support.js';

const church = (id: string, city: string, zip: string) =>
  record(id, 'FIRST BAPTIST CHURCH', 'WA', { address: { street: '', city, state: 'WA', zip } });

test.each([
  ['two cities of which no ZIP code is known', 'TACOMA', '', '', 'partly'],
  ['two cities, one without a ZIP code', 'TACOMA', '98101', '', 'partly'],
  ['two cities of one ZIP code', 'TACOMA', '98101', '98101', 'agree'],
  ['one city without ZIP codes', 'SEATTLE', '', '', 'agree'],
])('a body that serves one place, in %s', (_places, city, ours, theirs, verdict) => {
  const [one, other] = [church('a', 'SEATTLE', ours), church('b', city, theirs)];
  const population = populationOf([one, other]);
  const ready = (of: typeof one) => prepare(normaliseRecord(of));
  const pair = pairOf(ready(one), ready(other), population);
  expect(pair && localBody.measure(pair, new Float64Array(2), 0)).toBe(verdict);
});
