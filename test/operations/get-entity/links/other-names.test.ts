import { expect, it } from 'vitest';
import type { EntityData } from '../../../../src/domain/entity.js';
import { useService } from '../../../support/use-service.js';

const service = useService({
  entities: {
    us_co_business_entities: [
      {
        key: '1',
        name: 'BLUE SPRUCE LLC',
        otherNames: [
          { name: 'Night Owl Prints', kind: 'assumed' },
          { name: 'BLUE FIR LLC', kind: 'former' },
        ],
      },
      { key: '2', name: 'BARE LLC' },
    ],
  },
});

it('shows every other name that finds the record, with its kind and who gives it', async () => {
  for (const query of ['', '?include=sam']) {
    const { data } = await service.get<EntityData>(`/api/v1/entity/CO:1${query}`);
    expect(data.otherNames).toEqual([
      { name: 'Night Owl Prints', kind: 'assumed', source: 'us_co_business_entities' },
      { name: 'BLUE FIR LLC', kind: 'former', source: 'us_co_business_entities' },
    ]);
  }
  for (const { name } of (await service.get<EntityData>('/api/v1/entity/CO:1')).data.otherNames ?? []) {
    const { data } = await service.get<EntityData[]>(`/api/v1/search?name=${encodeURIComponent(name)}`);
    expect(data.map(({ id }) => id)).toEqual(['CO:1']);
  }
});

it('has no such member where there is none', async () => {
  const { data } = await service.get<EntityData>('/api/v1/entity/CO:2');
  expect(data).not.toHaveProperty('otherNames');
});
