import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDraft } from '../../../../src/domain/entity.js';
import { SEC_FILERS } from '../../../../src/domain/sec/sec.js';
import { type Content, startService, type TestService } from '../../../support/service.js';

/** So many of Colorado that the other states count as not loaded. */
const PLAIN: readonly EntityDraft[] = Array.from({ length: 800 }, (_, row) => ({
  key: `9${row}`,
  name: `Plain Company ${row} LLC`,
  principalAddress: `${row} Long Rd, Denver, CO 80202`,
}));
const CONFIRM = `dossier link confirm CO:1 ${SEC_FILERS} cik:4711`;

const CONTENT = {
  entities: {
    us_co_business_entities: [
      { key: '1', name: 'Bramble Loom Inc.', principalAddress: '9 Cherry Rd, Austin, TX 78701' },
      { key: '2', name: 'Saltmarsh Trading LLC', principalAddress: '9 Cherry Rd, Austin, TX 78701' },
      ...PLAIN,
    ],
  },
  sec: {
    us_sec_submissions: [
      {
        kind: 'filer',
        cik: 4711,
        name: 'Bramble Loom Inc.',
        entityType: 'operating',
        sic: '3571',
        city: 'Tulsa',
        place: 'OK',
      },
      {
        kind: 'filing',
        cik: 4711,
        accession: '0000004711-22-000001',
        form: '10-K',
        filed: '2022-03-01',
        name: 'Bramble Loom Inc.',
      },
    ],
  },
  datasets: {
    us_sam_registrations: [
      {
        key: 'BRAMBLELOOM1',
        document: { uei: 'BRAMBLELOOM1' },
        parties: [
          {
            key: 'uei:BRAMBLELOOM1',
            names: [{ text: 'BRAMBLE LOOM', kind: 'current' }],
            address: { street: '70 OTHER WAY', city: 'RENO', state: 'NV', zip: '89501' },
          },
        ],
      },
    ],
  },
} satisfies Content;

let service: TestService;
beforeAll(async () => {
  service = await startService(CONTENT);
});
afterAll(() => service.close());

describe('a link that is not certain enough', () => {
  let answer: Awaited<ReturnType<typeof service.get>>;
  beforeAll(async () => {
    answer = await service.get('/api/v1/entity/CO:1?include=federal,sam');
  });

  it('shows no data, but its candidate, its probability and what speaks against it', () => {
    expect(answer.data).not.toHaveProperty('federal');
    const { federal } = answer.meta.enrichment as { federal: { outcome: string; parts: { sec: unknown } } };
    expect(federal.outcome).toBe('possible');
    expect(federal.parts.sec).toMatchObject({
      outcome: 'possible',
      possible: [{ dataset: SEC_FILERS, key: 'cik:4711', name: 'Bramble Loom Inc.', confirm: CONFIRM }],
    });
    const { possible } = federal.parts.sec as { possible: { probability: number; against: string[] }[] };
    expect(possible[0]?.probability).toBeGreaterThan(0.5);
    expect(possible[0]?.against).toContain('The addresses are in two states.');
  });

  it('costs what a look-up without a result costs', async () => {
    const none = await service.get('/api/v1/entity/CO:2?include=federal');
    const possible = await service.get('/api/v1/entity/CO:1?include=federal');
    expect((none.meta.enrichment as { federal: object }).federal).toMatchObject({
      outcome: 'none',
      parts: { sec: { outcome: 'none' } },
    });
    expect(possible.meta.creditsUsed).toBe(none.meta.creditsUsed);
  });

  it('is on the page of the record, with the filings of the candidate and the command that confirms it', async () => {
    const text = await (await fetch(`${service.url}/entity/CO:1`)).text();
    expect(text).toContain('SEC filings: not certain enough to be displayed.');
    expect(text).toContain('<a href="/sec?cik=4711">Bramble Loom Inc.</a>');
    expect(text).toContain(CONFIRM);
    expect(text).not.toContain('SEC filings: searched; nothing found');
  });

  it('is none once a person denied it, and found once a person confirmed it', async () => {
    const { links } = service.app.store;
    const correction = { dataset: SEC_FILERS, entity: 'CO:1', party: 'cik:4711', note: '', at: 1 } as const;
    const outcome = async () => {
      const { meta } = await service.get('/api/v1/entity/CO:1?include=federal');
      return (meta.enrichment as { federal: { parts: { sec: { outcome: string } } } }).federal.parts.sec
        .outcome;
    };
    // Reads of a few milliseconds share a transaction, so a commit may be seen that much later.
    await links.correct({ ...correction, verdict: 'denied' });
    await expect.poll(outcome).toBe('none');
    await links.correct({ ...correction, verdict: 'confirmed' });
    await expect.poll(outcome).toBe('found');
  });
});
