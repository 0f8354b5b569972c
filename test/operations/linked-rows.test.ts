import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContractItem } from '../../src/contract/records/award.js';
import type { LobbyingItem } from '../../src/contract/records/lobbying.js';
import type { ContractDocument, LobbyingDocument } from '../../src/domain/records/searched-records.js';
import { startService, type TestService } from '../support/service.js';

const CONTRACTS = 'us_usaspending_contracts';
const LOBBYING = 'us_lda_filings';
const party = (key: string, text: string) => ({ key, names: [{ text, kind: 'current' as const }] });

const AWARD: ContractDocument = {
  ...{ awardId: '', recipientName: 'MOON DRIVES', amount: 1, agency: null, awardingSubAgency: null },
  ...{ startDate: null, endDate: null, awardType: null, description: null },
  ...{ naicsCode: null, naicsDescription: null, pscCode: null },
};
const FILING: LobbyingDocument = {
  ...{
    filingId: 'f',
    registrantName: 'AVENUE FIRM',
    clientName: 'MOON DRIVES',
    registrantId: 7,
    clientId: 8,
  },
  ...{
    amount: null,
    issueArea: null,
    filingDate: null,
    filingType: null,
    filingYear: null,
    filingPeriod: null,
  },
  ...{ clientDescription: null, income: null, expenses: null, activities: [], documentUrl: null },
};

let service: TestService;
const correct = (entity: string, dataset: string, key: string, verdict: 'confirmed' | 'denied') =>
  service.app.store.links.correct({ entity, dataset, party: key, verdict, note: '', at: 1 });

beforeAll(async () => {
  service = await startService({
    entities: { us_co_business_entities: [{ key: '1', name: 'WHEEL WORKS LLC' }] },
    datasets: {
      [CONTRACTS]: ['A', 'B'].map((uei) => ({
        key: uei,
        document: { ...AWARD, awardId: uei },
        parties: [party(`uei:${uei}`, 'MOON DRIVES')],
      })),
      [LOBBYING]: [
        {
          key: 'f',
          document: FILING,
          parties: [party('client:MOON', 'MOON DRIVES'), party('registrant:7', 'AVENUE FIRM')],
        },
      ],
    },
  });
});
afterAll(() => service.close());

describe('a row of contracts or lobbying', () => {
  const awards = async () => {
    const { data } = await service.get<ContractItem[]>('/api/v1/contracts/search?recipient=moon');
    return Object.fromEntries(data.map(({ awardId, entityId }) => [awardId, entityId]));
  };
  const filing = async () => {
    const { data } = await service.get<LobbyingItem[]>('/api/v1/lobbying/search?client_name=moon');
    return data.map(({ entityId, client, registrant }) => [
      entityId,
      client.entityId,
      registrant.entityId,
    ])[0];
  };

  it('names no entity where none is linked', async () => {
    expect(await awards()).toEqual({ A: null, B: null });
    expect(await filing()).toEqual([null, null, null]);
  });

  it('names the entity that is linked to its own party, and to no other', async () => {
    await correct('CO:1', CONTRACTS, 'uei:A', 'confirmed');
    // Reads of a few milliseconds see one moment (`ReadTurns`).
    await expect.poll(awards).toEqual({ A: 'CO:1', B: null });
    expect(await filing()).toEqual([null, null, null]);
    await correct('CO:2', LOBBYING, 'client:MOON', 'confirmed');
    await expect.poll(filing).toEqual(['CO:2', 'CO:2', null]);
    await correct('CO:1', LOBBYING, 'registrant:7', 'confirmed');
    await expect.poll(filing).toEqual(['CO:2', 'CO:2', 'CO:1']);
  });

  it('names it no more once a person denied it', async () => {
    await correct('CO:1', CONTRACTS, 'uei:A', 'denied');
    await expect.poll(awards).toEqual({ A: null, B: null });
  });
});
