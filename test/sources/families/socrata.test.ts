import { describe, expect, test } from 'vitest';
import { socrata } from '../../../src/sources/families/socrata.js';

describe('a source of a Socrata portal', () => {
  test('has ids of the state with its tag, files for all its tables, and a portal to ask', () => {
    const tables = { licenses: 'aaaa-1111', owners: 'bbbb-2222' };
    expect(socrata('IL:towns', 'data.example.gov', tables, { key: 'number', name: 'legal_name' })).toEqual({
      idScheme: 'portal',
      state: 'IL',
      tag: 'towns',
      fetch: {
        kind: 'urls',
        urls: [
          'https://data.example.gov/api/views/aaaa-1111/rows.csv?accessType=DOWNLOAD',
          'https://data.example.gov/api/views/bbbb-2222/rows.csv?accessType=DOWNLOAD',
        ],
        host: 'data.example.gov',
        perSecond: 1,
      },
      portal: { kind: 'socrata', host: 'data.example.gov', tables, key: ['number'], names: ['legal_name'] },
    });
  });

  test('keeps what is said of a key made of several columns, and of tables that are read whole', () => {
    const keyHolds = (key: string) => [key.slice(2)];
    const source = socrata('TX', 'data.example.gov', 'aaaa-1111', {
      key: 'number',
      keyHolds,
      name: 'name',
      cursor: null,
    });
    expect(source.portal).toMatchObject({ key: ['number'], keyHolds, cursor: null });
    expect(source).not.toHaveProperty('tag');
    expect(source.state).toBe('TX');
  });
});
