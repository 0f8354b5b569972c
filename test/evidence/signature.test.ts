import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rawPublicKey, signed, verdictOn } from '../../src/evidence/signature.js';
import { budget } from '../support/effort.js';

const newKey = () => {
  const { privateKey: secret, publicKey } = generateKeyPairSync('ed25519');
  return { secret, publicKey: rawPublicKey(publicKey) };
};
const KEY = newKey();
const isWhole = (text: string) => verdictOn(text).isWhole;
const json = () => fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });
/** `signature` is a name of its own in evidence. */
const documents = () => json().filter((document) => !('signature' in document));

describe('a signed document', () => {
  test('holds, however it is laid out, and names its key', () => {
    fc.assert(
      fc.property(documents(), (document) => {
        const text = signed(document, KEY);
        expect(verdictOn(text)).toMatchObject({ isWhole: true, publicKey: KEY.publicKey, isAnswer: false });
        expect(isWhole(JSON.stringify(JSON.parse(text), null, 2))).toBe(true);
        const turned = Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse());
        expect(isWhole(JSON.stringify(turned))).toBe(true);
        expect(verdictOn(`{"data":${text},"meta":{"creditsUsed":2}}`)).toMatchObject({
          isWhole: true,
          isAnswer: true,
        });
      }),
      { numRuns: budget(300) },
    );
  });

  test('does not hold once any byte of it is another one', () => {
    fc.assert(
      fc.property(documents(), fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), (document, place, byte) => {
        const bytes = Buffer.from(signed(document, KEY));
        const at = place % bytes.length;
        fc.pre(bytes[at] !== byte);
        bytes[at] = byte;
        const text = bytes.toString();
        // 0 and -0 are one number, and have one canonical form.
        fc.pre(!isSame(text, signed(document, KEY)));
        expect(isWhole(text)).toBe(false);
      }),
      { numRuns: budget(3_000) },
    );
  });

  test('does not hold with a member more, less or twice, or signed by another key under its name', () => {
    const text = signed({ name: 'ASPEN ROOFING LLC', officers: [{ name: 'A' }] }, KEY);
    expect(isWhole(text)).toBe(true);
    for (const [from, to] of [
      ['{"name":"ASPEN ROOFING LLC"', '{"name":"OTHER LLC","name":"ASPEN ROOFING LLC"'],
      ['{"name":"A"}', '{"name":"B","name":"A"}'],
      ['{"name":"ASPEN ROOFING LLC",', '{'],
      ['{"name":"ASPEN ROOFING LLC"', '{"more":null,"name":"ASPEN ROOFING LLC"'],
      [KEY.publicKey, newKey().publicKey],
    ] as const) {
      expect(text).toContain(from);
      expect(isWhole(text.replace(from, to)), to).toBe(false);
    }
  });

  test('is not what is no JSON object, has no signature, or was never canonical', () => {
    const text = signed({ name: 'x' }, KEY);
    for (const wrong of [
      '',
      'x',
      '[]',
      'null',
      '1',
      '{}',
      '{"signature":{}}',
      '{"data":null,"meta":{}}',
      `${text}}`,
      '['.repeat(100_000),
    ])
      expect(isWhole(wrong)).toBe(false);
    expect(isWhole(text.replace('"x"', '"\\ud800"'))).toBe(false);
    expect(isWhole(text.replace('"Ed25519"', '"RS256"'))).toBe(false);
    expect(isWhole(text.replace(/"value":"[^"]*"/, '"value":"AA=="'))).toBe(false);
  });

  test('holds also with text that is half of a surrogate pair', () => {
    const text = signed({ name: 'x\ud800y', none: undefined }, KEY);
    expect(JSON.parse(text)).toMatchObject({ name: 'x\ufffdy' });
    expect(isWhole(text)).toBe(true);
  });
});

function isSame(text: string, other: string): boolean {
  try {
    expect(JSON.parse(text)).toEqual(JSON.parse(other));
    return true;
  } catch {
    return false;
  }
}
