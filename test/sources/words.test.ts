import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/sources/declare/index.js';
import { addressIn, assumedNames } from '../../src/sources/us/parts.js';
import { statusIn, statusOfCode, typeByEnding, words } from '../../src/sources/us/words.js';

/** A row of these values that notes what is told to be unknown. */
function rowOf(values: Readonly<Record<string, string>>): { row: Row; unknown: string[] } {
  const unknown: string[] = [];
  const row: Row = {
    take: (column) => values[column],
    need: (column) => values[column] ?? '',
    raw: (column) => values[column] ?? '',
    report: () => {},
    unknown: (column, value) => unknown.push(`${column}: ${value}`),
  };
  return { row, unknown };
}

describe('a written table', () => {
  const statuses = words({ active: 'Good Standing; Exists', inactive: 'Dissolved' });

  test('knows its words in any case and shows them as published', () => {
    const { row, unknown } = rowOf({ status: 'GOOD STANDING' });
    expect(statusIn(row, 'status', statuses)).toEqual({ status: 'GOOD STANDING', activity: 'active' });
    expect(unknown).toEqual([]);
  });

  test('makes nothing of a word that it lacks, and records it', () => {
    const { row, unknown } = rowOf({ status: 'Standing' });
    expect(statusIn(row, 'status', statuses)).toEqual({ status: 'Standing', activity: undefined });
    expect(unknown).toEqual(['status: Standing']);
  });

  test('makes nothing of a blank, and records nothing', () => {
    const { row, unknown } = rowOf({});
    expect(statusIn(row, 'status', statuses)).toEqual({ status: undefined, activity: undefined });
    expect(unknown).toEqual([]);
  });

  test('finds a type by its end, the first that fits', () => {
    const types = words({ nonprofit: 'NON-PROFIT', corporation: 'PROFIT' });
    const typeOf = (type: string) => typeByEnding(rowOf({ type }).row, 'type', types).typeClass;
    expect(typeOf('Revised Domestic Non-Profit')).toBe('nonprofit');
    expect(typeOf('FOREIGN PROFIT')).toBe('corporation');
    expect(typeOf('PROFIT SHARING CLUB')).toBeUndefined();
  });
});

describe('a legend', () => {
  test('puts words for a code, and leaves a code that it lacks as it is', () => {
    const legend = { A: ['Active', 'active'], U: ['Not Established'] } as const;
    expect(statusOfCode(rowOf({ code: 'A' }).row, 'code', legend)).toEqual({
      status: 'Active',
      activity: 'active',
    });
    expect(statusOfCode(rowOf({ code: 'U' }).row, 'code', legend)).toEqual({ status: 'Not Established' });
    const { row, unknown } = rowOf({ code: 'Q' });
    expect(statusOfCode(row, 'code', legend)).toEqual({ status: 'Q' });
    expect(unknown).toEqual(['code: Q']);
  });
});

describe('the address of a person', () => {
  const { row } = rowOf({ street: '1 HOME ST', city: 'OCALA', state: 'Florida', zip: '344700123' });

  test('is the place alone', () => {
    expect(addressIn(row, 'person', ['street'], 'city', 'state', 'zip')).toBe('OCALA, FL 34470');
    expect(addressIn(row, 'organization', ['street'], 'city', 'state', 'zip')).toBe(
      '1 HOME ST, OCALA, FL 34470-0123',
    );
  });
});

test('other names are told once, without blanks and without the name itself', () => {
  expect(assumedNames('A LLC', 'A LLC', undefined, 'B', 'B')).toEqual([{ name: 'B', kind: 'assumed' }]);
});
