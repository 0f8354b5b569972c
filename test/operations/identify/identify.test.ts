import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Identity } from '../../../src/contract/records/identity.js';
import { bulkId } from '../../../src/domain/ids.js';
import type { DatasetDraft } from '../../../src/domain/records/dataset.js';
import { startService, type TestService } from '../../support/service.js';

const FL = (key: string) => bulkId('us_fl_corporations', key);
const IRS = (key: string) => bulkId('us_irs_eo_bmf', key);

function pair(cik: number, ein: string, name: string): DatasetDraft {
  return {
    key: `${cik}-${ein}`,
    document: { cik: String(cik), ein },
    parties: [
      {
        key: `cik:${cik}`,
        names: [{ text: name, kind: 'current' }],
        identifiers: [
          { scheme: 'cik', value: String(cik) },
          { scheme: 'ein', value: ein },
        ],
      },
    ],
  };
}

function auditee(uei: string, ein: string, name: string): DatasetDraft {
  const identifiers = [
    { scheme: 'uei', value: uei },
    { scheme: 'ein', value: ein },
  ] as const;
  return {
    key: `${uei}-${ein}`,
    document: { uei, ein },
    parties: identifiers.map(({ scheme, value }) => ({
      key: `${scheme}:${value}`,
      names: [{ text: name, kind: 'current' as const }],
      identifiers,
    })),
  };
}

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [{ key: '20221555009', name: 'Wicklow Heather Mills, LLC' }],
      us_fl_corporations: [
        {
          key: 'P08000000001',
          name: 'Quillfeather Heron Works Inc',
          linkKeys: [{ scheme: 'ein', value: '650000001' }],
        },
        { key: 'P08000000002', name: 'Zephyr Anvil Inc', linkKeys: [{ scheme: 'ein', value: '650000002' }] },
        {
          key: 'P08000000003',
          name: 'Zephyr Anvil South Inc',
          linkKeys: [{ scheme: 'ein', value: '650000002' }],
        },
        {
          key: 'P08000000004',
          name: 'Ilse Thornbury',
          subjectType: 'person',
          linkKeys: [{ scheme: 'ein', value: '650000004' }],
        },
      ],
      us_irs_eo_bmf: [
        {
          key: '650000005',
          name: 'SOCIETY OF LANTERN MAKERS',
          identifiers: [{ scheme: 'ein', value: '65-0000005' }],
          linkKeys: [{ scheme: 'ein', value: '650000005' }],
        },
      ],
    },
    datasets: {
      us_sec_financial_statements: [
        pair(700_001, '650000001', 'QUILLFEATHER HERON WORKS INC /FL/'),
        pair(700_002, '650000002', 'ZEPHYR ANVIL INC'),
        pair(700_005, '650000005', 'UNRELATED ROCKETS CORP'),
      ],
      us_fac_auditees: [auditee('QHW1QHW1QHW1', '650000001', 'QUILLFEATHER HERON WORKS, INC.')],
      us_sam_registrations: [
        {
          key: 'QHW1QHW1QHW1',
          document: {
            uei: 'QHW1QHW1QHW1',
            cageCode: '7ABC1',
            naicsCode: null,
            businessTypes: [],
            extractCode: 'A',
            expirationDate: null,
            officers: [],
          },
          parties: [
            {
              key: 'uei:QHW1QHW1QHW1',
              names: [{ text: 'QUILLFEATHER HERON WORKS INC', kind: 'current' }],
              identifiers: [
                { scheme: 'uei', value: 'QHW1QHW1QHW1' },
                { scheme: 'cage', value: '7ABC1' },
              ],
            },
          ],
        },
      ],
      us_gleif_lei_records: [
        {
          key: '2549000ZKR0L3Y1XAM11',
          document: { lei: '2549000ZKR0L3Y1XAM11', entityStatus: 'ACTIVE', registrationStatus: 'ISSUED' },
          parties: [
            {
              key: 'lei:2549000ZKR0L3Y1XAM11',
              names: [{ text: 'WICKLOW HEATHER MILLS LLC', kind: 'current' }],
              identifiers: [
                { scheme: 'lei', value: '2549000ZKR0L3Y1XAM11' },
                { scheme: 'state_number', value: 'CO:20221555009' },
              ],
            },
          ],
        },
      ],
    },
    sec: {
      us_sec_submissions: [
        {
          kind: 'filer',
          cik: 700_001,
          name: 'Quillfeather Heron Works Inc',
          asOf: '2026-01-02',
          sic: '3999',
          entityType: 'operating',
          ein: '650000001',
          tickers: ['QHW', 'QHW-B'],
          fileNumbers: ['001-70001'],
        },
        {
          kind: 'filing',
          accession: '0000700001-26-000001',
          cik: 700_001,
          form: '10-K',
          filed: '2026-01-02',
          name: 'Quillfeather Heron Works Inc',
        },
      ],
    },
  });
});
afterAll(() => service.close());

const identify = async (scheme: string, value: string) =>
  (await service.get<Identity>(`/api/v1/identify?scheme=${scheme}&value=${encodeURIComponent(value)}`)).data;

const numbers = ({ chain }: Identity) => chain.map(({ scheme, value }) => `${scheme} ${value}`).sort();
const ALL = [
  'cage 7ABC1',
  'cik 0000700001',
  'ein 65-0000001',
  'state-number FL:P08000000001',
  'ticker QHW',
  'ticker QHW-B',
  'uei QHW1QHW1QHW1',
];

describe('one number leads to the others', () => {
  it.each([
    ['ein', '65-0000001'],
    ['cik', '700001'],
    ['uei', 'qhw1qhw1qhw1'],
    ['cage', '7abc1'],
    ['ticker', 'qhw'],
    ['file-number', '1-70001'],
    ['accession', '000070000126000001'],
    ['state-number', 'FL:P08000000001'],
  ])('from %s %s to all numbers of the body', async (scheme, value) => {
    const found = await identify(scheme, value);
    expect(found.shared).toBe(false);
    expect(
      [...numbers(found), `${found.scheme} ${found.value}`].filter((text) => ALL.includes(text)).sort(),
    ).toEqual(ALL);
    expect(found.chain.every(({ shared }) => !shared)).toBe(true);
  });

  it('names publisher, record, file and day of each step, and each record once', async () => {
    const { records, chain } = await identify('ein', '650000001');
    expect(records.map(({ kind, source }) => `${kind} ${source}`).sort()).toEqual([
      'entity us_fl_corporations',
      'filer us_sec_submissions',
      'record us_fac_auditees',
      'record us_sec_financial_statements',
    ]);
    expect(records.find(({ kind }) => kind === 'entity')).toMatchObject({
      id: FL('P08000000001'),
      name: 'Quillfeather Heron Works Inc',
      publisher: 'Florida Division of Corporations (Sunbiz)',
      loadedAt: expect.stringMatching(/Z$/),
    });
    const cage = chain.find(({ scheme }) => scheme === 'cage');
    expect(cage).toMatchObject({
      from: { scheme: 'uei', value: 'QHW1QHW1QHW1' },
      statedBy: { source: 'us_sam_registrations', publisher: 'US General Services Administration' },
      steps: 2,
    });
  });

  it('an LEI leads through the number of the register to the entity, and back', async () => {
    const found = await identify('lei', '2549000ZKR0L3Y1XAM11');
    expect(found.chain).toMatchObject([
      {
        scheme: 'state-number',
        value: 'CO:20221555009',
        records: expect.arrayContaining([expect.objectContaining({ id: 'CO:20221555009' })]),
      },
    ]);
    const { meta } = await service.get('/api/v1/entity/CO:20221555009');
    expect(meta.identity).toMatchObject([
      { scheme: 'state-number', records: [{ source: 'us_gleif_lei_records' }] },
      { scheme: 'lei', value: '2549000ZKR0L3Y1XAM11', steps: 1 },
    ]);
  });

  it('a register number alone finds the record in every register', async () => {
    const found = await identify('state-number', '20221555009');
    expect(found.records).toMatchObject([{ id: 'CO:20221555009' }]);
    expect(numbers(found)).toEqual(['lei 2549000ZKR0L3Y1XAM11', 'state-number CO:20221555009']);
  });
});

describe('a number of several bodies', () => {
  it('lists each record and reaches nothing beyond the numbers that they state themselves', async () => {
    const found = await identify('ein', '650000002');
    expect(found.shared).toBe(true);
    expect(found.records.map(({ name }) => name).sort()).toEqual([
      'ZEPHYR ANVIL INC',
      'Zephyr Anvil Inc',
      'Zephyr Anvil South Inc',
    ]);
    expect(found.chain.every(({ shared, steps }) => shared && steps === 1)).toBe(true);
  });

  it('is no step from one body to the other', async () => {
    const found = await identify('state-number', 'FL:P08000000002');
    expect(found.shared).toBe(false);
    expect(found.chain).toMatchObject([{ scheme: 'ein', value: '65-0000002', shared: true }]);
    const { meta } = await service.get(`/api/v1/entity/${FL('P08000000002')}`);
    expect(meta.identity).toBeUndefined();
  });

  it('a typing error joins nobody: names that do not agree are different bodies', async () => {
    const found = await identify('ein', '650000005');
    expect(found.shared).toBe(true);
    expect(found.records).toHaveLength(2);
    const { meta } = await service.get(`/api/v1/entity/${IRS('650000005')}`);
    expect(meta.identity).toBeUndefined();
  });
});

describe('the entity', () => {
  it('names the numbers of its body that other records state, and where', async () => {
    const { meta } = await service.get(`/api/v1/entity/${FL('P08000000001')}`);
    const identity = meta.identity as Identity['chain'];
    expect(identity.map(({ scheme }) => scheme)).toEqual(
      expect.arrayContaining(['ein', 'cik', 'uei', 'cage', 'ticker']),
    );
    expect(identity.flatMap(({ records }) => records).some(({ id }) => id === FL('P08000000001'))).toBe(
      false,
    );
  });

  it('of a person shows no number that its record does not show', async () => {
    const { data, meta } = await service.get(`/api/v1/entity/${FL('P08000000004')}`);
    expect(JSON.stringify([data, meta])).not.toContain('650000004');
    expect((await identify('ein', '650000004')).records).toEqual([]);
  });
});

describe('the request', () => {
  it('costs one credit, found or not', async () => {
    const before = await service.creditsLeft();
    const { data, meta } = await service.get<Identity>('/api/v1/identify?scheme=ein&value=999999991');
    expect([data.records, data.chain]).toEqual([[], []]);
    expect(meta).toMatchObject({ creditsUsed: 1, searched: expect.arrayContaining(['us_fl_corporations']) });
    expect(before - (await service.creditsLeft())).toBe(1);
  });

  it.each([
    ['', ['scheme', 'value']],
    ['?scheme=ein', ['value']],
    ['?scheme=ssn&value=1', ['scheme']],
    ['?scheme=ein&value=12345', ['value']],
    ['?scheme=lei&value=2549000ZKR0L3Y1XAM12', ['value']],
  ])('%s is refused for free and names %j', async (query, parameters) => {
    const before = await service.creditsLeft();
    const { status, body } = await service.get(`/api/v1/identify${query}`);
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map(({ parameter }) => parameter)).toEqual(parameters);
    expect(await service.creditsLeft()).toBe(before);
  });
});
