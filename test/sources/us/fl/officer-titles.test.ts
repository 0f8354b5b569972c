import { expect, test } from 'vitest';
import { officerTitle } from '../../../../src/sources/us/fl/corporations.js';

test.each([
  ['P', 'President'],
  ['vp', 'Vice President'],
  ['PRES', 'President'],
  ['SEC', 'Secretary'],
  ['TREA', 'Treasurer'],
  ['DIR', 'Director'],
  ['AMBR', 'Authorized Member'],
  ['MGRM', 'Managing Member'],
  ['PD', 'President, Director'],
  ['DPST', 'Director, President, Secretary, Treasurer'],
  ['VP/D', 'Vice President, Director'],
  ['P, T', 'President, Treasurer'],
  ['DCEO', 'Director, Chief Executive Officer'],
  ['VPS', 'Vice President, Secretary'],
])('%s is %s', (code, title) => {
  expect(officerTitle(code)).toBe(title);
});

test.each(['AUTH', 'SEC.', 'QC', 'MGAU', 'AMGR', '.'])('%s, which no legend has, stays as it is', (code) => {
  expect(officerTitle(code)).toBe(code);
});
