import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError, invalidParams } from '../../src/contract/errors.js';
import { newReceipt } from '../../src/gateway/receipt.js';
import { MAX_ANSWER } from '../../src/mcp/answer/cut-to-fit.js';
import { toAnswer, toRefusal } from '../../src/mcp/answer/to-answer.js';
import { TOOLS } from '../../src/mcp/tools/table.js';
import type { Tool } from '../../src/mcp/tools/tool.js';
import { budget } from '../support/effort.js';

const name = fc.stringMatching(/^[a-z][A-Za-z]{0,11}$/);
const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.string({ unit: fc.constantFrom('"', '\\', '\u2028', 'é', 'x'), minLength: 10, maxLength: 20 }),
        fc.integer({ min: 500, max: 1_500 }),
      )
      .map(([piece, times]) => piece.repeat(times)),
  },
);
/**
 * Objects of very many short members, long lists, lists of lists, long texts: more than any record has. What is large is repeated:
 * to draw thousands of parts takes half a second.
 */
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.dictionary(name, tie('any'), { maxKeys: 5 }),
    fc.array(tie('any'), { maxLength: 5 }),
    fc
      .tuple(
        fc.dictionary(name, fc.string({ maxLength: 30 }), { maxKeys: 4 }),
        fc.integer({ min: 1, max: 300 }),
      )
      .map(([item, length]) => Array.from({ length }, () => ({ ...item }))),
    fc.integer({ min: 1, max: 90 }).map((width) => wide(width, 2)),
    fc.integer({ min: 1, max: 9 }).map((width) => wide(width, 4)),
  ),
})).any;

function wide(width: number, depth: number): unknown {
  if (depth === 0) return 'short';
  return Object.fromEntries(Array.from({ length: width }, (_, at) => [`field${at}`, wide(width, depth - 1)]));
}

const tools = TOOLS.map(
  (spec) =>
    ({
      spec,
      argumentNames: new Map([
        ['limit', 'query' as const],
        ...(spec.skips ? [] : [['offset', 'query'] as const]),
      ]),
      required: [],
    }) as unknown as Tool,
);
const meta = fc.record(
  {
    source: text,
    absent: fc.dictionary(name, text, { maxKeys: 30 }),
    links: fc.array(value, { maxLength: 5 }),
    facets: value,
    cursor: text,
    hasMore: fc.boolean(),
    offset: fc.nat(),
    limit: fc.nat(),
    totalCount: fc.nat(),
  },
  { requiredKeys: [] },
);
/** Operations answer with an object or a list. */
const data = value.filter(
  (one): one is object => typeof one === 'object' && one !== null && JSON.stringify(one).length < 300_000,
);
const given = fc.dictionary(name, text, { maxKeys: 12 });

test('no answer is longer than an agent can read, and nothing is cut in silence', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tools), given, meta, data, (tool, args, reported, data) => {
      const envelope = { data, meta: reported };
      const before = structuredClone(envelope);
      const answer = toAnswer(tool, args, 0, envelope, newReceipt('req-1', 0));
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MAX_ANSWER);
      expect(answer.meta.requestId).toBe('req-1');
      const shown = { ...answer.meta, data: answer.data };
      if (JSON.stringify(shown.data) !== JSON.stringify(before.data) && !answer.candidates) {
        expect(answer.cut?.length).toBeGreaterThan(0);
      }
      for (const { rest } of answer.cut ?? []) expect(rest).not.toBe('');
      const { next } = answer;
      // A call is whole, or told in words.
      for (const [argument, one] of Object.entries(next?.arguments ?? {})) {
        if (argument in args && !['offset', 'cursor', 'limit'].includes(argument))
          expect(one).toBe(args[argument]);
      }
    }),
    { numRuns: budget(60) },
  );
});

test('a refusal of thousands of arguments names the first, and how many there are', () => {
  const faults = Array.from({ length: 3_000 }, (_, at) => ({
    parameter: `a${at}`,
    message: 'is not known.',
  }));
  const refusal = toRefusal(invalidParams(...faults), 'req-1') as unknown as {
    cut: object[];
    errors: object[];
  };
  expect(JSON.stringify(refusal).length).toBeLessThan(10_000);
  expect(refusal).toMatchObject({ code: 'invalid_params', requestId: 'req-1' });
  expect(refusal.errors[0]).toEqual(faults[0]);
  expect(refusal.cut).toContainEqual({
    path: 'errors',
    shown: refusal.errors.length,
    of: 3_000,
    rest: 'Correct these first.',
  });
  const short = new ApiError('not_found', 'There is no record X.');
  expect(toRefusal(short, 'req-2')).not.toHaveProperty('cut');
});
