import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  API_KEY_PATTERN,
  displayPrefix,
  hashApiKey,
  isApiKey,
  makeApiKey,
} from '../../src/domain/accounts/api-key.js';

const zeros = (size: number) => new Uint8Array(size);

describe('makeApiKey', () => {
  test('a key is its mode, 30 random characters and the checksum of both, to the letter', () => {
    expect(makeApiKey('live', zeros)).toBe('dsr_live_00000000000000000000000000000005zJrl');
    expect(makeApiKey('test', zeros)).toMatch(/^dsr_test_0{30}[0-9A-Za-z]{6}$/);
  });

  test('bytes that would favour some letters are drawn again', () => {
    let first = true;
    const unfairFirst = (size: number) => {
      const bytes = new Uint8Array(size).fill(first ? 255 : 1);
      first = false;
      return bytes;
    };
    expect(makeApiKey('live', unfairFirst)).toContain('1'.repeat(30));
  });

  test('every key is valid and found by the secret scanner', () => {
    for (let count = 0; count < 200; count += 1) {
      const key = makeApiKey('test', randomBytes);
      expect(isApiKey(key)).toBe(true);
      expect(API_KEY_PATTERN.exec(`token = "${key}";`)?.[0]).toBe(key);
    }
  });
});

describe('isApiKey', () => {
  test('one wrong character is refused, wherever it stands', () => {
    const key = makeApiKey('live', randomBytes);
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...'aZ09_'), (position, letter) => {
        const wrong = key.slice(0, position) + letter + key.slice(position + 1);
        expect(isApiKey(wrong)).toBe(wrong === key);
      }),
    );
  });

  test.each(['', 'dsr_live_', 'dsr_prod_00000000000000000000000000000005zJrl', 'x'])(
    '%j is no key',
    (text) => {
      expect(isApiKey(text)).toBe(false);
    },
  );

  test('a line break or a blank at the end is refused', () => {
    const key = makeApiKey('live', randomBytes);
    expect(isApiKey(`${key}\n`)).toBe(false);
    expect(isApiKey(`${key} `)).toBe(false);
  });
});

test('what is stored is SHA-256, and what is shown are 12 characters', () => {
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(displayPrefix('dsr_live_ABCDEF')).toBe('dsr_live_ABC');
});
