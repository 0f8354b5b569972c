import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_TOKENS, INCLUDE_TOKENS } from '../../src/contract/records/enrichment.js';
import { parseInclude, unknownIncludes } from '../../src/operations/get-entity/index.js';

describe('parseInclude', () => {
  it('counts a token named twice once and ignores case, blanks and unknown tokens', () => {
    expect(parseInclude(['SAM, sam,,bogus', 'Federal'])).toEqual(['federal', 'sam']);
  });

  it('takes all for the six', () => {
    expect(parseInclude(['all,sam'])).toEqual(ALL_TOKENS);
  });

  it('tells which tokens are ignored, as they were sent, each once', () => {
    expect(unknownIncludes(['SAM, federl,,federl', 'All, Samm '])).toEqual(['federl', 'Samm']);
    expect(unknownIncludes(['', ' ,'])).toEqual([]);
  });

  it('never names a token that was not asked for, nor one twice', () => {
    const token = fc.constantFrom(...INCLUDE_TOKENS, 'x', ' ');
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        const parsed = parseInclude([tokens.join(',')]);
        expect(new Set(parsed).size).toBe(parsed.length);
        expect(parsed.every((name) => tokens.includes(name))).toBe(true);
      }),
    );
  });
});
