import { afterEach, expect, it } from 'vitest';
import { CO, coloradoRow, type LiveService, putRows, startLive } from './portals.js';

let service: LiveService;
afterEach(() => service.close());

it('what an account may cause portals to be read is not multiplied by the workers', async () => {
  service = await startLive({}, { workers: 3, perMinute: 5 });
  putRows(service, CO, [coloradoRow('20251000100', 'ASPEN ROOFING LLC')]);
  const ids = Array.from({ length: 60 }, (_, at) => `CO:${20_251_000_100 + at}`);
  // A connection each: they go to whichever thread is free.
  const ask = (id: string) =>
    service.get(`/api/v1/entity/${id}`, {
      authorization: `Bearer ${service.key}`,
      connection: 'close',
    });
  const statuses = (await Promise.all(ids.map(ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(5);
  expect(service.portal.requests).toHaveLength(5);
});
