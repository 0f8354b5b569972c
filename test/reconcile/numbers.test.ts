import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkId } from '../../src/domain/ids.js';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import { startService, type TestService } from '../support/service.js';

const IRS = bulkId('us_irs_eo_bmf', '650000001');
const FLORIDA = bulkId('us_fl_corporations', 'N08000000001');
const ALONE = bulkId('us_irs_eo_bmf', '650000002');
const SHARED = bulkId('us_irs_eo_bmf', '650000003');
const NAME = 'QUILLFEATHER HERON WORKS INC';

const ein = (value: string) => ({ scheme: 'ein', value }) as const;
const uei = (value: string) => ({ scheme: 'uei', value }) as const;

function nonprofit(key: string, name: string) {
  return { key, name, identifiers: [ein(key.replace(/^../, '$&-'))], linkKeys: [ein(key)] };
}

function auditee(ueiValue: string, einValue: string, name: string): DatasetDraft {
  const identifiers = [uei(ueiValue), ein(einValue)];
  return {
    key: `${ueiValue}-${einValue}`,
    document: { uei: ueiValue, ein: einValue },
    parties: identifiers.map(({ scheme, value }) => ({
      ...{ key: `${scheme}:${value}`, identifiers },
      names: [{ text: name, kind: 'current' as const }],
    })),
  };
}

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_irs_eo_bmf: [
        nonprofit('650000001', NAME),
        nonprofit('650000002', 'ZEPHYR ANVIL GUILD'),
        nonprofit('650000003', 'SOCIETY OF LANTERN MAKERS'),
      ],
      us_fl_corporations: [{ key: 'N08000000001', name: NAME, linkKeys: [ein('650000001')] }],
    },
    datasets: {
      us_fac_auditees: [
        auditee('QHW1QHW1QHW1', '650000001', NAME),
        auditee('RKT1RKT1RKT1', '650000003', 'UNRELATED ROCKETS CORP'),
      ],
    },
  });
});
afterAll(() => service.close());

test('columns have the numbers that other records of the same company state, and the ids of these records', async () => {
  const token = await service.newKey({ scopes: ['reconcile'], credits: 10 });
  const properties = ['ein', 'uei', 'cik', 'sameCompany'].map((id) => ({ id }));
  const response = await fetch(`${service.url}/reconcile/k/${token}`, {
    method: 'POST',
    body: new URLSearchParams({
      extend: JSON.stringify({ ids: [IRS, FLORIDA, ALONE, SHARED], properties }),
    }),
  });
  const { rows } = (await response.json()) as { rows: Record<string, unknown> };
  const cells = (...values: string[]) => values.map((str) => ({ str }));
  expect(rows).toEqual({
    [IRS]: { ein: cells('65-0000001'), uei: cells('QHW1QHW1QHW1'), cik: [], sameCompany: cells(FLORIDA) },
    [FLORIDA]: { ein: cells('65-0000001'), uei: cells('QHW1QHW1QHW1'), cik: [], sameCompany: cells(IRS) },
    [ALONE]: { ein: cells('65-0000002'), uei: [], cik: [], sameCompany: [] },
    // Records of different companies state its number: nothing is reached through it.
    [SHARED]: { ein: cells('65-0000003'), uei: [], cik: [], sameCompany: [] },
  });
  expect(response.headers.get('x-credits-cost')).toBe('4');
});
