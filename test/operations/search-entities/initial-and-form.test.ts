import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        { key: '1', name: 'HERON FUND V, L.P.' },
        { key: '2', name: 'HERON FUND VI, L.P.' },
        { key: '3', name: 'HERON PARTNERS, J, P' },
      ],
    },
  });
});
afterAll(() => service.close());

const ids = async (name: string) =>
  (await service.get<EntityItem[]>(`/api/v1/search?name=${encodeURIComponent(name)}`)).data.map(
    ({ id }) => id,
  );

it.each([
  'HERON FUND V, LP',
  'Heron Fund V, L.P.',
  'heron fund v lp',
  'HERON FUND V L.P.',
  'heron fund v l p',
])('an initial before the form is told from the form: %s', async (name) => {
  expect(await ids(name)).toEqual(['CO:1']);
});

it('initials with commas between them are found apart and together', async () => {
  expect(await ids('heron partners j p')).toEqual(['CO:3']);
  expect(await ids('heron partners jp')).toEqual(['CO:3']);
});
