import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityData, EntityDraft } from '../../../../src/domain/entity.js';
import { bulkId } from '../../../../src/domain/ids.js';
import type { DatasetDraft } from '../../../../src/domain/records/dataset.js';
import { isLinked, relink } from '../../../../src/linking/relink.js';
import { Database } from '../../../../src/store/sqlite/file/driver.js';
import { startService, type TestService } from '../../../support/service.js';

const AGENT = { name: 'Rivera Filing Services', address: '9 AGENT ST, TAMPA, FL 33601' };
const STREET = '1 INVENTED WAY, TAMPA, FL 33601';

const florida: readonly EntityDraft[] = [
  {
    key: 'P1',
    name: 'PALM INVENTED INC',
    principalAddress: STREET,
    registeredAgent: AGENT,
    officers: [{ name: 'ANA RIVERA', title: 'President' }],
    linkKeys: [{ scheme: 'ein', value: '590000001' }],
  },
  { key: 'P2', name: 'PALM NEIGHBOUR LLC', principalAddress: '1 Invented Way, Tampa, FL 33601-1234' },
  { key: 'P3', name: 'PALM CLIENT LLC', registeredAgent: { ...AGENT, name: 'RIVERA FILING SERVICES' } },
  {
    key: 'P4',
    name: 'OTHER AGENT OF THE NAME LLC',
    registeredAgent: { ...AGENT, address: '2 OTHER ST, MIAMI, FL 33101' },
  },
  ...Array.from({ length: 101 }, (_, index) => ({
    key: `V${index}`,
    name: `VIRTUAL TENANT ${index} LLC`,
    principalAddress: '500 OFFICE PARK DR, ORLANDO, FL 32801',
  })),
];
const colorado: readonly EntityDraft[] = [
  { key: '1', name: 'LIEN DEBTOR LLC' },
  { key: '2', name: 'BARE COMPANY' },
];

const named = (
  key: string,
  ein: string,
  name: string,
  document: object,
  more: Partial<DatasetDraft> = {},
): DatasetDraft => ({
  key,
  document,
  parties: [
    {
      key: `ein:${ein}`,
      names: [{ text: name, kind: 'current' }],
      identifiers: [{ scheme: 'ein', value: ein }],
    },
  ],
  ...more,
});
const NONPROFIT = {
  ...{ ein: '59-0000001', nteeCode: null, income: null, assets: 0, rulingDate: null, subsectionCode: '03' },
};
const REGISTRATION = {
  ...{ uei: 'AAAAAAAAAAA1', cageCode: null, naicsCode: '541715', businessTypes: ['2X'], extractCode: 'A' },
  expirationDate: '2020-01-01',
  officers: [
    { name: 'Ana  Rivera', title: 'PRESIDENT' },
    { name: 'BO LEE', title: 'Past performance contact' },
  ],
};
const lien = {
  filingNumber: '2009',
  type: 'UCC',
  status: null,
  filedDate: '2009-01-05',
  lapseDate: '2014-01-05',
};

const datasets: Readonly<Record<string, readonly DatasetDraft[]>> = {
  us_irs_exempt_organizations: [named('590000001', '590000001', 'PALM INVENTED', NONPROFIT)],
  us_irs_form_990: [
    named('590000001', '590000001', 'PALM INVENTED', {
      officers: [
        { name: 'BO LEE', title: 'past performance CONTACT' },
        { name: 'CY DOE', title: null },
      ],
    }),
  ],
  us_fac_auditees: [
    {
      key: 'AAAAAAAAAAA1-590000001',
      document: { uei: 'AAAAAAAAAAA1', ein: '590000001' },
      parties: ['uei:AAAAAAAAAAA1', 'ein:590000001'].map((key) => ({ key, names: [] })),
    },
  ],
  us_sam_registrations: [
    {
      key: 'AAAAAAAAAAA1',
      document: REGISTRATION,
      parties: [
        {
          key: 'uei:AAAAAAAAAAA1',
          names: [{ text: 'PALM INVENTED INC', kind: 'current' }],
          identifiers: [{ scheme: 'uei', value: 'AAAAAAAAAAA1' }],
        },
      ],
    },
  ],
  us_usaspending_contracts: Array.from({ length: 30 }, (_, index) => ({
    key: `CONT_AWD_${index}`,
    date: `2020-01-${String(index + 1).padStart(2, '0')}`,
    document: { awardId: String(index), amount: index, agency: 'A', startDate: null },
    parties: [
      {
        key: 'uei:AAAAAAAAAAA1',
        names: [{ text: 'PALM INVENTED INC', kind: 'current' as const }],
        identifiers: [{ scheme: 'uei' as const, value: 'AAAAAAAAAAA1' }],
      },
    ],
  })),
  us_co_ucc: [
    {
      key: '7',
      document: {
        ...lien,
        debtors: [{ name: 'LIEN DEBTOR LLC', address: null }],
        securedParties: [],
        collateral: null,
      },
      parties: [{ key: 'debtor:LIEN DEBTOR LLC', names: [{ text: 'LIEN DEBTOR LLC', kind: 'current' }] }],
    },
  ],
};

let service: TestService;
const logged: string[] = [];
const id = bulkId('us_fl_corporations', 'P1');

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  service = await startService(
    {
      entities: { us_fl_corporations: florida, us_co_business_entities: colorado },
      datasets,
      sec: {
        us_sec_submissions: [
          { kind: 'filer', cik: 42, name: 'PALM INVENTED INC', ein: '590000001', sic: '3711', place: 'FL' },
          ...Array.from({ length: 27 }, (_, index) => ({
            kind: 'filing' as const,
            accession: `0000000042-16-${String(index).padStart(6, '0')}`,
            cik: 42,
            form: '10-K',
            filed: `2016-01-${String(index + 1).padStart(2, '0')}`,
            description: 'Annual report',
          })),
        ],
      },
    },
    { log },
  );
  const { links } = service.app.store;
  const party = 'debtor:LIEN DEBTOR LLC';
  await links.correct({ entity: 'CO:1', dataset: 'us_co_ucc', party, verdict: 'confirmed', note: '', at: 1 });
});
afterAll(() => service.close());

type Enriched = EntityData & Record<string, { items: unknown[]; totalCount: number }>;
const lookUp = (entity: string, query: string) => service.get<Enriched>(`/api/v1/entity/${entity}?${query}`);

describe('enrichment of an entity', () => {
  it('shows the newest 25 of a list and counts all', async () => {
    const { data } = await lookUp(id, 'include=federal');
    const { contracts, sec } = data.federal as unknown as Record<
      string,
      { items: object[]; totalCount: number }
    >;
    expect(contracts?.totalCount).toBe(30);
    expect(contracts?.items).toHaveLength(25);
    expect(contracts?.items[0]).toEqual({ awardId: '29', amount: 29, agency: 'A', startDate: null });
    const search = await service.get('/api/v1/sec/search?cik=42');
    expect(sec?.totalCount).toBe(search.meta.totalCount);
    expect(sec?.items[0]).toEqual({
      ...{ type: '10-K', date: '2016-01-27', description: 'Annual report' },
      ...{ typeTitle: 'Annual report', items: [], itemTitles: [] },
    });
    expect(sec?.items).toHaveLength(25);
  });

  it('says of each part of federal what came of it, and omits what was not searched', async () => {
    const { data, meta } = await lookUp(id, 'include=federal');
    expect(data.federal).not.toHaveProperty('lobbying');
    expect(meta.enrichment).toMatchObject({
      federal: {
        outcome: 'found',
        parts: { sec: { outcome: 'found' }, lobbying: { outcome: 'not_loaded' } },
      },
    });
  });

  it('carries a number from one data set to the next: EIN, the bridge, UEI, contracts', async () => {
    const { meta } = await lookUp(id, 'include=federal,sam,nonprofit&explain=true');
    const links = meta.links as Record<string, unknown>[];
    expect(links.map((link) => [link.dataset, link.decidedBy, link.tier])).toEqual(
      expect.arrayContaining([
        ['us_irs_exempt_organizations', 'identifier', 'confirmed'],
        ['us_sam_registrations', 'identifier', 'confirmed'],
        ['us_usaspending_contracts', 'identifier', 'confirmed'],
      ]),
    );
  });

  it('keeps null what the publisher leaves blank', async () => {
    expect((await lookUp(id, 'include=nonprofit')).data.nonprofit).toEqual(NONPROFIT);
  });

  it('says of a registration whose end is past that it has expired, whatever the file said', async () => {
    expect((await lookUp(id, 'include=sam')).data.sam).toEqual({
      ...{ uei: 'AAAAAAAAAAA1', cageCode: null, naicsCode: '541715', businessTypes: ['2X'] },
      naicsTitle: 'Professional, Scientific, and Technical Services',
      businessTypeTitles: ['For Profit Organization'],
      ...{ registrationStatus: 'Expired', expirationDate: '2020-01-01' },
    });
  });

  it('names each officer once per title over state, SAM and IRS, whatever is included', async () => {
    expect((await lookUp(id, '')).data.officers).toEqual([
      { name: 'ANA RIVERA', title: 'President', source: 'state' },
      { name: 'BO LEE', title: 'Past performance contact', source: 'sam' },
      { name: 'CY DOE', title: null, source: 'irs_990' },
    ]);
  });

  it('adds no key where nothing is found, and says why', async () => {
    const { data, meta } = await lookUp('CO:2', 'include=all');
    for (const token of ['federal', 'sam', 'nonprofit', 'ucc', 'ppp', 'related'])
      expect(data).not.toHaveProperty(token);
    expect(meta.enrichment).toMatchObject({
      sam: { outcome: 'none' },
      nonprofit: { outcome: 'none' },
      ucc: { outcome: 'none' },
      ppp: { outcome: 'not_loaded', asOf: null },
      related: { outcome: 'none' },
    });
  });

  it('shows liens of entities of Colorado and Connecticut alone, and whether they have lapsed by today', async () => {
    const { data } = await lookUp('CO:1', 'include=ucc');
    expect(data.ucc).toMatchObject({ totalCount: 1, items: [{ filingNumber: '2009', status: 'Lapsed' }] });
    expect((await lookUp(id, 'include=ucc')).meta.enrichment).toEqual({
      ucc: { outcome: 'not_covered', asOf: null },
    });
  });

  it('explains only the included tokens, with weights that are numbers and sentences that are sentences', async () => {
    const { meta } = await lookUp(id, 'include=nonprofit&explain=true');
    const links = meta.links as { token: string; evidence: { weight: number; text: string }[] }[];
    expect(new Set(links.map(({ token }) => token))).toEqual(new Set(['nonprofit']));
    expect(links.flatMap(({ evidence }) => evidence).every(({ text }) => /^[A-Z].*\.$/.test(text))).toBe(
      true,
    );
    expect((await lookUp(id, 'include=nonprofit')).meta).not.toHaveProperty('links');
    expect((await lookUp(id, 'explain=maybe')).status).toBe(400);
    for (const every of ['CO:1', 'CO:2', id])
      expect((await lookUp(every, 'explain=true')).meta.links).toEqual([]);
  });
});

describe('related entities', () => {
  const shares = async (entity: string) => {
    const { data } = await lookUp(entity, 'include=related');
    const items = (data.related?.items ?? []) as { name: string; shares: { kind: string }[] }[];
    return Object.fromEntries(items.map(({ name, shares: of }) => [name, of.map(({ kind }) => kind)]));
  };

  it('share the principal address, or the agent’s name and address, however written', async () => {
    expect(await shares(id)).toEqual({
      'PALM NEIGHBOUR LLC': ['principal_address'],
      'PALM CLIENT LLC': ['registered_agent'],
    });
  });

  it('are not those who share what more than a hundred have, and that is said', async () => {
    const { data, meta } = await lookUp(bulkId('us_fl_corporations', 'V1'), 'include=related');
    expect(data).not.toHaveProperty('related');
    expect(meta.enrichment).toEqual({
      related: {
        outcome: 'none',
        asOf: null,
        excluded: [
          { kind: 'principal_address', value: '500 OFFICE PARK DR, ORLANDO, FL 32801', entities: 101 },
        ],
      },
    });
  });
});

describe('links are made ahead of time', () => {
  it('again only where something changed', async () => {
    const { catalog, links } = service.app.store;
    // What was corrected before waits to be looked at.
    await relink(catalog, links, Date.now);
    expect(await isLinked(catalog, links)).toBe(true);
    expect(await relink(catalog, links, Date.now)).toEqual([]);
  });

  it('and what a person denied is gone from answers and stays gone', async () => {
    const { catalog, links } = service.app.store;
    const given = {
      entity: id,
      dataset: 'us_irs_exempt_organizations',
      party: 'ein:590000001',
      note: '',
      at: 2,
    };
    const nonprofit = async () => (await lookUp(id, 'include=nonprofit')).data.nonprofit;
    await links.correct({ ...given, verdict: 'denied' });
    await relink(catalog, links, Date.now);
    // Reads of a few milliseconds see one moment (`ReadTurns`).
    await expect.poll(nonprofit).toBeUndefined();
    const { data, meta } = await lookUp(id, 'include=nonprofit');
    expect(data).not.toHaveProperty('nonprofit');
    expect(meta.enrichment).toMatchObject({ nonprofit: { outcome: 'none' } });
    await links.correct({ ...given, verdict: 'confirmed' });
    await expect.poll(nonprofit).toEqual(NONPROFIT);
  });
});

describe('a token that fails', () => {
  it('is said to be unavailable and is not charged; the others answer', async () => {
    const catalog = new Database(join(service.folder.path, 'catalog.db'));
    const broken = `UPDATE dataset_records SET document = '{' WHERE key = '590000001' AND document LIKE '%ntee%'`;
    expect(catalog.prepare(broken).run().changes).toBe(1);
    catalog.close();
    // Reads of a few milliseconds see one moment (`ReadTurns`).
    const enrichment = async () => (await lookUp(id, 'include=nonprofit')).meta.enrichment;
    await expect.poll(enrichment).toMatchObject({ nonprofit: { outcome: 'unavailable' } });
    const { meta, data } = await lookUp(id, 'include=nonprofit,sam');
    expect(meta.enrichment).toMatchObject({
      nonprofit: { outcome: 'unavailable' },
      sam: { outcome: 'found' },
    });
    expect(data).toHaveProperty('sam');
    expect(meta.creditsUsed).toBe(2);
    expect(logged).toEqual([expect.stringContaining('nonprofit could not be read')]);
  });
});
