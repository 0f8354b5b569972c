import { describe, expect, it } from 'vitest';
import { useService } from '../../support/use-service.js';

const service = useService({
  entities: {
    us_co_business_entities: [
      {
        key: '1',
        name: 'ASPEN LLC',
        type: 'LLC',
        status: 'Good',
        formedDate: '2020-01-01',
        officers: [{ name: 'ANA RIVERA', title: null }],
      },
    ],
  },
});

describe('include tokens that are not known', () => {
  it.each([
    ['include=federl', ['include=federl'], 1],
    ['include=federl,sam&nope=1&include=Samm', ['nope', 'include=federl', 'include=Samm'], 2],
    ['include=sam', undefined, 2],
    ['include=', undefined, 1],
  ])('%s: named in meta.ignoredParameters and free', async (query, ignored, cost) => {
    const before = await service.creditsLeft();
    const { status, meta } = await service.get(`/api/v1/entity/CO:1?${query}`);
    expect(status).toBe(200);
    expect(meta.ignoredParameters).toEqual(ignored);
    expect(await service.creditsLeft()).toBe(before - cost);
  });
});

describe('the members of data', () => {
  it('stand in the same order with and without include', async () => {
    const keysOf = async (query: string) =>
      Object.keys((await service.get<object>(`/api/v1/entity/CO:1?${query}`)).data);
    const plain = await keysOf('');
    expect(plain.indexOf('officers')).toBeGreaterThan(plain.indexOf('status'));
    expect(await keysOf('include=all')).toEqual(plain);
    expect(await keysOf('explain=true')).toEqual(plain);
  });
});
