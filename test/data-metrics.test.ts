import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ entities: { us_co_business_entities: [{ key: '1', name: 'Aspen, LLC' }] } });
});
afterAll(() => service.close());

test('/metrics tells the age of the index, and of each source its records and how its last run ended', async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  expect(text).toMatch(/^dossier_index_age_seconds [\d.]+$/m);
  expect(text).toContain('dossier_source_records{source="us_co_business_entities"} 1');
  expect(text).toContain('dossier_source_last_run{source="us_co_business_entities",outcome="done"} 1');
  expect(text).toContain('dossier_source_last_run{source="us_co_business_entities",outcome="failed"} 0');
  expect(text).toMatch(
    /dossier_source_last_good_run_timestamp_seconds\{source="us_co_business_entities"\} 1\d{9}/,
  );
});
