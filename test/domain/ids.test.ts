import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkId, canonicalEntityId, portalId } from '../../src/domain/ids.js';

describe('canonicalEntityId', () => {
  it('takes UUIDs in any case and keeps them in lower case', () => {
    expect(canonicalEntityId('9F1C6F0E-5D0B-5C7C-8F3B-2A6D51E07C44')).toBe(
      '9f1c6f0e-5d0b-5c7c-8f3b-2a6d51e07c44',
    );
  });

  it('takes the state in any case and the key as it is', () => {
    expect(canonicalEntityId('wa:contractors:1*2CACH865BC')).toBe('WA:contractors:1*2CACH865BC');
    expect(canonicalEntityId('co:00123')).toBe('CO:00123');
  });

  it.each([
    '',
    'CO',
    'CO:',
    'CO: ',
    'ZZ:1',
    'COL:1',
    '1234',
    'CO:a\u0000b',
    `CO:${'x'.repeat(201)}`,
    '../etc/passwd',
  ])('refuses %j', (text) => {
    expect(canonicalEntityId(text)).toBeUndefined();
  });

  it('finds every portal id as it was made', () => {
    const key = fc
      .string({ minLength: 1, maxLength: 190 })
      .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(key, fc.constantFrom(undefined, 'licences'), (text, tag) => {
        const id = portalId('CT', tag, text);
        expect(canonicalEntityId(id)).toBe(id);
      }),
    );
  });
});

describe('bulkId', () => {
  it('is a UUID of version 5 that never changes', () => {
    expect(bulkId('us_fl_corporations', 'L26000299540')).toBe(bulkId('us_fl_corporations', 'L26000299540'));
    expect(bulkId('us_fl_corporations', 'L26000299540')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    );
    expect(bulkId('us_fl_corporations', 'L26000299540')).toBe('a43d6fa4-94da-53e1-a1bc-033b4c05b6e4');
  });

  it('differs by source and by key', () => {
    expect(new Set([bulkId('a', 'b'), bulkId('a', 'c'), bulkId('b', 'b')]).size).toBe(3);
  });
});
