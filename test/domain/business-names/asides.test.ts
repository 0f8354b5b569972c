import { expect, it } from 'vitest';
import { withoutAsides } from '../../../src/domain/business-names/asides.js';

it.each([
  ['tesla 10 k', ['tesla']],
  ['tesla 10 k 2023', ['tesla 10 k', 'tesla']],
  ['boeing company stock', ['boeing company', 'boeing']],
  ['kbr investor relations', ['kbr']],
  ['who owns pg and e', ['pg and e']],
  ['annual report of tesla', ['of tesla', 'tesla']],
  ['find medicure new york', ['medicure new york']],
  ['annual report', ['annual']],
  ['booking com', ['booking']],
  ['acme oak', []],
])('%s may be %s', (text, parts) => {
  const words = text.split(' ');
  const found = withoutAsides(words).map(([from, to]) => words.slice(from, to).join(' '));
  expect([...new Set(found)].sort()).toEqual([...parts].sort());
});
