import { expect, test } from 'vitest';
import { sentence } from '../../src/domain/sentence.js';

test.each([
  [new Error('The file cannot be read (ENOENT).'), 'The file cannot be read (ENOENT).'],
  [new Error('prepared statement "d0" already exists'), 'prepared statement "d0" already exists.'],
  ['Twice..\n', 'Twice.'],
])('the text of %s ends in one full stop', (error, text) => {
  expect(sentence(error)).toBe(text);
});
