import { expect, test } from 'vitest';
import { contentTag, writer } from '../../src/gateway/answer-text.js';
import type { Answer } from '../../src/operations/support/declare.js';

function counting() {
  let times = 0;
  const write = writer(({ data }) => {
    times++;
    return { data: 'json' in data ? data.json : '', meta: '' };
  }, contentTag);
  return { write, times: () => times };
}
const answer = (more: Partial<Answer> = {}): Answer => ({ data: { json: '{"id":1}' }, meta: {}, ...more });

test('an answer that is kept is written once, any other each time', () => {
  for (const [kept, times] of [
    [{ kept: {} }, 1],
    [{}, 3],
  ] as const) {
    const { write, times: written } = counting();
    const request = answer(kept);
    const all = [1, 2, 3].map(() => write(request, []));
    expect(new Set(all.map(({ tag }) => tag)).size).toBe(1);
    expect(written()).toBe(times);
  }
});

test('of two kept answers each has its own text', () => {
  const { write } = counting();
  const [one, other] = [answer({ kept: {} }), answer({ kept: {}, data: { json: '{"id":2}' } })];
  expect(write(one, []).text).toBe('{"data":{"id":1},"meta":{');
  expect(write(other, []).text).toBe('{"data":{"id":2},"meta":{');
  expect(write(one, []).tag).not.toBe(write(other, []).tag);
});

test('names that were ignored change the tag, and are not kept', () => {
  const { write } = counting();
  const request = answer({ kept: {} });
  const plain = write(request, []);
  const ignoring = write(request, ['fieldz']);
  expect(ignoring.tag).not.toBe(plain.tag);
  expect(write(request, ['other']).tag).not.toBe(ignoring.tag);
  expect(write(request, [])).toBe(plain);
});
