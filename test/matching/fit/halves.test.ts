import { describe, expect, it } from 'vitest';
import type { Choice } from '../../../bench/links/fit.js';
import { groupOf } from '../../../bench/links/group.js';
import { fitOneHalf } from '../../../bench/links/halves.js';
import { record } from '../support.js';

/** A body with two queries: one candidate each that agrees, which is right for `linked` bodies. */
const bodies = (count: number, linked: (body: number) => boolean): Choice[] =>
  Array.from({ length: 2 * count }, (_, place) => {
    const body = place >> 1;
    return {
      group: `body${body}`,
      rows: Float64Array.from([1, linked(body) ? 1 : 0]),
      right: linked(body) ? 0 : -1,
      linkable: linked(body),
    };
  });

describe('a fit on one half', () => {
  const choices = bodies(200, (body) => body % 2 === 0);
  const options = { signs: [0, 1], ridge: 0.01, rounds: 1 };

  it('finds in the other half what the first one teaches', () => {
    expect(fitOneHalf(choices, 0, options)).toMatchObject({ f1: 1, precision: 1, recall: 1 });
  });

  it('holds back whole bodies, others at each dealing', () => {
    const heldBack = [0, 1].map((dealing) => {
      let unseen: ReadonlySet<string> = new Set();
      const towards = (bodies: ReadonlySet<string>) => {
        unseen = bodies;
        return new Float64Array(2);
      };
      fitOneHalf(choices, dealing, { ...options, towards });
      return unseen;
    });
    for (const { size } of heldBack) {
      expect(size).toBeGreaterThan(70);
      expect(size).toBeLessThan(130);
    }
    expect(heldBack[0]).not.toEqual(heldBack[1]);
  });

  it('learns nothing from the half that it measures', () => {
    // The bodies that were not seen are answered against all that was seen.
    let unseen: ReadonlySet<string> = new Set();
    const towards = (bodies: ReadonlySet<string>) => {
      unseen = bodies;
      return new Float64Array(2);
    };
    fitOneHalf(choices, 0, { ...options, towards });
    const turned = choices.map((choice) =>
      unseen.has(choice.group) ? { ...choice, linkable: true, right: choice.right === 0 ? -1 : 0 } : choice,
    );
    const { f1, sure } = fitOneHalf(turned, 0, options);
    expect({ f1, precision: sure.precision }).toEqual({ f1: 0, precision: 0 });
  });
});

describe('the body of a query', () => {
  it('is the right answer, else the number in its id', () => {
    const query = (id: string, answer?: string) =>
      groupOf({
        record: record(id, 'QUILL'),
        truth: answer === undefined ? undefined : { linkable: true, id: answer },
      });
    expect(query('C12FA4TZ11N3', '475168747')).toBe('475168747');
    expect(query('C12FA4TZ11N3')).toBe('C12FA4TZ11N3');
    expect(query('S2010_1000229')).toBe(query('S2021_1000229', '1000229'));
    expect(query('T010022320')).toBe('010022320');
  });
});
