import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../../../support/service.js';

const LOANS = 1_030;
const PARTY = 'borrower:a';
const UNKNOWN =
  'program dateApproved amountRange forgivenessAmount forgivenessDate lender jobsReported naicsCode status';
const LOAN = { ...Object.fromEntries(UNKNOWN.split(' ').map((name) => [name, null])), amount: 1 };

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: { us_co_business_entities: [{ key: '1', name: 'SUMMIT LANTERN WORKS LLC' }] },
    datasets: {
      us_sba_ppp: Array.from({ length: LOANS }, (_, loan) => ({
        key: String(loan),
        document: { ...LOAN, loanNumber: String(loan) },
        parties: [{ key: PARTY, names: [{ text: 'SUMMIT LANTERN WORKS LLC', kind: 'current' as const }] }],
      })),
    },
  });
  const { links } = service.app.store;
  await links.correct({
    ...{ entity: 'CO:1', dataset: 'us_sba_ppp', party: PARTY },
    ...{ verdict: 'confirmed', note: '', at: 1 },
  });
});
afterAll(() => service.close());

it('more loans than are read for a sum have a true count, no sum, and pages to the last', async () => {
  const page = async (offset: number) => {
    const { data } = await service.get<{ ppp?: object & { items: readonly unknown[] } }>(
      `/api/v1/entity/CO:1?include=ppp&offset=${offset}`,
    );
    return data?.ppp;
  };
  await expect.poll(() => page(0)).toMatchObject({ totalCount: LOANS, totalAmount: null });
  expect([(await page(0))?.items.length, (await page(LOANS - 7))?.items.length]).toEqual([25, 7]);
});
