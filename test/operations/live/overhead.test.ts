import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CO, coloradoRow, type LiveService, portalOf, putRows, startLive } from './portals.js';

const LOOKUPS = 200;
/** Loose: what is measured is milliseconds, what is guarded against is seconds. */
const MOST_OVERHEAD_MS = 250;

let service: LiveService;
beforeAll(async () => {
  service = await startLive({}, { deadlineMs: 4_000 });
  putRows(
    service,
    CO,
    Array.from({ length: LOOKUPS }, (_, n) => coloradoRow(String(n), `COMPANY ${n} LLC`)),
  );
});
afterAll(() => service.close());

async function medianMs(work: (n: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < LOOKUPS; n += 1) {
    const startedAt = performance.now();
    await work(n);
    took.push(performance.now() - startedAt);
    service.clock.now += 1_000;
  }
  return took.sort((a, b) => a - b)[LOOKUPS / 2] ?? 0;
}

describe('a live lookup', () => {
  it('adds little to the time that the portal takes, and needs none of it again', async () => {
    const { host, tables } = portalOf(CO);
    const portal = `${service.portal.origin(host)}/resource/${tables.main}.json`;
    const direct = await medianMs(async (n) => (await fetch(`${portal}?entityid=${n}`)).json());
    const live = await medianMs((n) => service.get(`/api/v1/entity/CO:${n}`));
    const kept = await medianMs((n) => service.get(`/api/v1/entity/CO:${n}`));
    const shown = [direct, live, kept].map((ms) => ms.toFixed(2));
    process.stderr.write(`Median ms: portal ${shown[0]}, live lookup ${shown[1]}, kept ${shown[2]}.\n`);
    expect(service.portal.requests).toHaveLength(2 * LOOKUPS);
    expect(live - direct).toBeLessThan(MOST_OVERHEAD_MS);
    expect(kept).toBeLessThan(MOST_OVERHEAD_MS);
  });
});
