import { expect, it } from 'vitest';
import type { SecFact } from '../../../../src/domain/sec/sec.js';
import { useService } from '../../../support/use-service.js';

const filing = (cik: number, name: string, filed: string): SecFact => ({
  kind: 'filing',
  accession: `${String(cik).padStart(10, '0')}-22-000001`,
  cik,
  name,
  form: '10-K',
  filed,
});

const service = useService({
  entities: {
    us_co_business_entities: [
      { key: '1', name: 'CHUGACH POWER, INC.' },
      { key: '2', name: 'KENAI POWER LLC' },
      { key: '3', name: 'NUSHAGAK POWER INC' },
    ],
  },
  sec: {
    us_sec_full_index: [
      filing(1, 'CHUGACH POWER INC', '2022-03-01'),
      filing(2, 'KENAI POWER LLC', '2022-10-03'),
    ],
    us_sec_submissions: [
      { kind: 'filer', cik: 2, name: 'KENAI POWER LLC', entityType: 'other' },
      filing(3, 'OTHER POWER INC', '2026-02-02'),
    ],
  },
  datasets: {},
});

it.each([
  ['CO:1', 'details_not_loaded'],
  ['CO:2', 'none'],
  ['CO:3', 'none'],
])('%s: %s', async (id, outcome) => {
  const { data, meta } = await service.get(`/api/v1/entity/${id}?include=federal`);
  expect(data).not.toHaveProperty('federal');
  expect(meta.enrichment).toMatchObject({
    federal: { parts: { sec: { outcome, asOf: '2026-02-02' } } },
  });
});
