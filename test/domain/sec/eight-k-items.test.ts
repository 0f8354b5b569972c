import { expect, it } from 'vitest';
import { eightKItemTexts } from '../../../src/domain/sec/eight-k-items.js';

it('an item has the words of the SEC, and each in the singular', () => {
  expect(eightKItemTexts('1.03')).toEqual(['Bankruptcy or Receivership']);
  expect(eightKItemTexts('1.05')).toEqual([
    'Material Cybersecurity Incidents',
    'Material Cybersecurity Incident',
  ]);
  expect(eightKItemTexts('2.02')).toEqual([
    'Results of Operations and Financial Condition',
    'Result of Operation and Financial Condition',
  ]);
  expect(eightKItemTexts('5.06')).toEqual(['Change in Shell Company Status']);
  expect(eightKItemTexts('2.05')[1]).toBe('Cost Associated with Exit or Disposal Activity');
});

it('an item that the form does not have has none', () => {
  expect(eightKItemTexts('0.99')).toEqual([]);
});
