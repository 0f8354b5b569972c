import { afterEach, expect, test } from 'vitest';
import { CO, coloradoRow, type LiveService, NY, putRows, startLive } from '../../operations/live/portals.js';
import { repeatBatch } from './attacks.js';

const PER_MINUTE = 20;

let service: LiveService;
afterEach(() => service.close());

test('a batch of which most is over the limit of portal reads is paid for in parts as it is answered, and no part is free', async () => {
  const ids = Array.from({ length: 99 }, (_, at) => String(20_251_000_100 + at));
  const entities = { [NY]: [{ key: '1', name: 'HUDSON LLC' }] };
  service = await startLive({ entities }, { perMinute: PER_MINUTE, deadlineMs: 60_000 });
  putRows(
    service,
    CO,
    ids.map((id) => coloradoRow(id, `ASPEN ${id} LLC`)),
  );
  service.clock.now = Math.ceil(service.clock.now / 60_000) * 60_000;
  for (let read = 0; read < PER_MINUTE; read += 1)
    expect((await service.get(`/api/v1/entity/CO:${read}`)).status).toBe(404);

  const before = await service.creditsLeft();
  const answers = await repeatBatch(
    service,
    ['NY:1', ...ids.map((id) => `CO:${id}`)],
    [0, 60_000, 0, 60_000],
    (ms) => {
      service.clock.now += ms;
    },
  );
  expect(answers).toEqual([
    { succeeded: 1, cost: 1 },
    { succeeded: 21, cost: 20 },
    { succeeded: 21, cost: 0 },
    { succeeded: 41, cost: 20 },
  ]);
  expect(before - (await service.creditsLeft())).toBe(41);
  expect(await service.app.store.ledger.verify()).toEqual([]);
}, 60_000);
