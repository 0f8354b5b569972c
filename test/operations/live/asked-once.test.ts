import { expect, test } from 'vitest';
import { CO, coloradoRow, putRows, startLive } from './portals.js';

const LOOKUPS = 200;

test('a live lookup asks its portal once, and none of it again', async () => {
  const service = await startLive();
  putRows(
    service,
    CO,
    Array.from({ length: LOOKUPS }, (_, n) => coloradoRow(String(n), `COMPANY ${n} LLC`)),
  );
  const lookUpAll = async () => {
    for (let n = 0; n < LOOKUPS; n += 1) {
      expect((await service.get(`/api/v1/entity/CO:${n}`)).status).toBe(200);
      service.clock.now += 1_000;
    }
  };
  await lookUpAll();
  expect(service.portal.requests).toHaveLength(LOOKUPS);
  await lookUpAll();
  expect(service.portal.requests).toHaveLength(LOOKUPS);
  await service.close();
});
