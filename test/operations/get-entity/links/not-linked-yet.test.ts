import { expect, it } from 'vitest';
import { runIngest } from '../../../../src/ingest/run/run.js';
import { SOURCES } from '../../../../src/sources/index.js';
import { startService } from '../../../support/service.js';

const HOUR = 3_600_000;
const COLORADO = SOURCES.find(({ id }) => id === 'us_co_business_entities');

/** The outcome of `sam` for a record whose load began and ended so long before the links were made. */
async function outcomeOf(began: number, ended: number): Promise<unknown> {
  const now = Date.now();
  const times = [now - began];
  const service = await startService({
    datasets: { us_sam_registrations: [] },
    load: async ({ catalog }, { path: folder }) => {
      if (COLORADO === undefined) throw new Error('Colorado is not declared.');
      const report = await runIngest({
        source: COLORADO,
        catalog,
        folder,
        clock: () => times.shift() ?? now - ended,
        paths: ['test/sources/us/co/business-entities/input.json'],
      });
      expect(report.outcome).toBe('done');
    },
  });
  try {
    const found = await service.get<{ id: string }[]>('/api/v1/search?state=CO&name=copper kettle');
    const { meta } = await service.get(`/api/v1/entity/${found.data[0]?.id}?include=sam`);
    return (meta.enrichment as { sam: { outcome: string } }).sam.outcome;
  } finally {
    await service.close();
  }
}

it('a record whose load ended before the links were made is linked to nothing', async () => {
  expect(await outcomeOf(2 * HOUR, HOUR)).toBe('none');
});

it('a record whose load began before the links were made and ended after that is not linked yet', async () => {
  expect(await outcomeOf(HOUR, -HOUR)).toBe('not_linked_yet');
});
