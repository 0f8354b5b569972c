import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodiesOf, type NameHolder } from '../../src/matching/population/identity.js';

const bearer = (more: Partial<NameHolder>): NameHolder => ({
  register: 1,
  state: 1,
  city: 0,
  door: 0,
  numbers: [],
  ...more,
});
const count = (bearers: readonly NameHolder[], isLocal = false) => new Set(bodiesOf(bearers, isLocal)).size;
/** The lowest three bits tell the kind. */
const [EIN, OTHER_EIN, UEI] = [8 + 1, 16 + 1, 8 + 2];

describe('records of one name are one body’s', () => {
  it('where each register of a state has one of the name, whatever their addresses', () => {
    expect(count([bearer({ door: 7 }), bearer({ register: 2, door: 8 }), bearer({ register: 3 })])).toBe(1);
  });

  it('where they hold one identifier or stand at one door', () => {
    expect(count([bearer({ numbers: [EIN] }), bearer({ register: 2, state: 2, numbers: [UEI, EIN] })])).toBe(
      1,
    );
    expect(count([bearer({ door: 7 }), bearer({ register: 2, state: 2, door: 7 })])).toBe(1);
  });
});

describe('records of one name are of several bodies', () => {
  it.each([
    ['in two states', [bearer({}), bearer({ register: 2, state: 2 })], 2],
    ['where no state is known', [bearer({ state: 0 }), bearer({ register: 2, state: 0 })], 2],
    [
      'where a register of the state has two of the name',
      [bearer({}), bearer({}), bearer({ register: 2 })],
      3,
    ],
    [
      'that hold two numbers of one kind',
      [bearer({ numbers: [EIN] }), bearer({ register: 2, numbers: [OTHER_EIN] })],
      2,
    ],
  ] as const)('%s', (_, bearers, bodies) => {
    expect(count(bearers)).toBe(bodies);
  });

  it('where a church of the name is in another town', () => {
    const two = [bearer({ city: 1 }), bearer({ register: 2, city: 2 })];
    expect(count(two, true)).toBe(2);
    expect(count(two)).toBe(1);
  });
});

it('neither the order of the records nor that of the registers matters', () => {
  const one = fc.record({
    register: fc.integer({ min: 1, max: 3 }),
    state: fc.integer({ min: 0, max: 2 }),
    city: fc.integer({ min: 0, max: 2 }),
    door: fc.integer({ min: 0, max: 3 }),
    numbers: fc.subarray([EIN, OTHER_EIN, UEI]),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), fc.boolean(), (bearers, isLocal) => {
      expect(count(bearers.toReversed(), isLocal)).toBe(count(bearers, isLocal));
    }),
  );
});
