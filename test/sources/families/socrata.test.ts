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

  test('cannot be asked for one record where its key is made of several columns', () => {
    const source = socrata('TX', 'data.example.gov', 'aaaa-1111', { name: 'name' });
    expect(source).not.toHaveProperty('portal');
    expect(source).not.toHaveProperty('tag');
    expect(source.state).toBe('TX');
  });
});
