import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityData, EntityDraft } from '../../../src/domain/entity.js';
import { bulkId } from '../../../src/domain/ids.js';
import { runIngest } from '../../../src/ingest/run/run.js';
import { DATASETS } from '../../../src/sources/datasets.js';
import { SOURCES } from '../../../src/sources/index.js';
import { oldAgent } from '../../mcp/support/agents.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { startService, type TestService } from '../../support/service.js';

/**
 * What is loaded, and what each file proves:
 *
 * | file | shown by |
 * |---|---|
 * | irs_bmf/eo_ct, irs_990/…060996545… | `nonprofit` and irs_990 officers of Sharon Fire Department, CT |
 * | irs_bmf/eo_ms, irs_990/…wesley_biblical | `nonprofit` and irs_990 officers of Wesley Biblical Seminary, MS |
 * | sam/SAM_PUBLIC_V2_3rec | `sam` of LEIDOS, INC. and CDW GOVERNMENT LLC |
 * | usaspending/contracts_prime_* | `federal.contracts` of LEIDOS, INC., linked by the UEI of its registration |
 * | lda/lda_filings_2026_q1_sample | `federal.lobbying` of BOEING COMPANY and LOCKHEED MARTIN CORPORATION |
 * | ppp/mt_150k_plus_2020-07 | `ppp` of a Montana firm: a range, no number, no total |
 * | ppp/ppp_2021plus_header_and_row | `ppp` of SUMTER COATINGS, INC.: number and amount |
 * | state/docs/firstrows_ct_liens | `ucc` of NUTRIPLEDGE, LLC in Connecticut |
 *
 * Registers of the states named are not among the files, so the entities that records are linked to are made here,
 * with the names and places of the records, among namesakes in other places. Whole files of the IRS are loaded as
 * entities too: names are weighed against the population of three states.
 */
const FEDERAL: readonly (readonly [source: string, ...paths: string[][]])[] = [
  ['us_irs_exempt_organizations', ...['ct', 'ms', 'mt'].map((state) => ['irs_bmf', `eo_${state}.csv.gz`])],
  [
    'us_irs_form_990',
    ['irs_990', 'excerpt_990_2024v5.2_060996545_202600219349300420.xml'],
    ['irs_990', '990_2022v5.0_640579585_wesley_biblical.xml'],
  ],
  ['us_sam_registrations', ['sam', 'SAM_PUBLIC_V2_3rec_20260906.dat']],
  [
    'us_usaspending_contracts',
    ['usaspending', 'contracts_prime_award_summaries_sample.csv'],
    ['usaspending', 'contracts_prime_transactions_sample.csv'],
  ],
  ['us_lda_filings', ['lda', 'lda_filings_2026_q1_sample.json']],
  ['us_sba_ppp', ['ppp', 'mt_150k_plus_2020-07.csv'], ['ppp', 'ppp_2021plus_header_and_row.csv']],
];

const firm = (key: string, name: string, principalAddress?: string): EntityDraft => ({
  key,
  name,
  ...(principalAddress !== undefined && { principalAddress }),
});

const CT: readonly EntityDraft[] = [
  firm('0000001', 'SHARON FIRE DEPARTMENT, INC.', '36 WEST MAIN STREET, SHARON, CT 06069'),
  firm('0000002', 'NUTRIPLEDGE, LLC', '175 CAPITAL BLVD, ROCKY HILL, CT 06067'),
  firm('0000003', 'LEIDOS, INC.', '1750 PRESIDENTS ST, RESTON, VA 20190'),
  firm('0000004', 'THE BOEING COMPANY', '929 Long Bridge Drive, ARLINGTON, VA 22202'),
  firm('0000005', 'KNIGHTS OF COLUMBUS', '1 COLUMBUS PLZ, NEW HAVEN, CT 06510'),
  firm('0000006', 'CDW GOVERNMENT LLC', '230 N MILWAUKEE AVE, VERNON HILLS, IL 60061'),
];
/** Names that many bear, or that differ by a number alone; without a place nothing tells whose they are. */
const HUNTED: readonly string[] = [
  ...['AMERICAN LEGION POST 12', 'FIRST STATE BANK', 'FARMERS STATE BANK', 'VETERANS OF FOREIGN WARS'],
  ...['ROTARY CLUB', 'FIRST BAPTIST CHURCH', 'GRACE LUTHERAN CHURCH', 'JOHN SMITH', 'MARIA GARCIA LLC'],
  ...['NUTRIPLEDGE HOLDINGS II', 'NUTRIPLEDGE HOLDINGS III', 'LEIDOS HOLDINGS, INC.'],
];
const CO: readonly EntityDraft[] = [
  firm('20200000001', 'Wesley Biblical Seminary', '1880 E County Line Rd, Ridgeland, MS 39157'),
  firm('20200000002', 'BETTER BUSINESS SYSTEMS, INC.', '175 N 27th St Ste 800, Billings, MT 59101'),
  firm('20200000003', 'NUTRIPLEDGE LLC', '1 Other Street, Denver, CO 80202'),
  firm('20200000004', 'AMERICAN LEGION'),
  firm('20200000005', 'SUMTER COATINGS, INC.', '2410 Highway 15 South, Sumter, SC 29150'),
  ...HUNTED.map((name, index) => firm(String(20200000010 + index), name)),
];

const skip = withoutRealData('enrichment on real files');

describe.skipIf(skip)('enrichment, on real files', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      entities: { us_ct_business_registry: CT, us_co_business_entities: CO },
      load: async ({ catalog }, folder) => {
        const run = async (id: string, paths: readonly string[]) => {
          const source = [...SOURCES, ...DATASETS].find((one) => one.id === id);
          if (!source) throw new Error(`${id} is not in the catalogue.`);
          const options = { source, paths, catalog, folder: folder.path, clock: Date.now };
          const report = await runIngest({ ...options, publishedAt: '2026-09-06' });
          expect(report, id).toMatchObject({ error: null, outcome: 'done' });
        };
        for (const [id, ...paths] of FEDERAL)
          await run(
            id,
            paths.map((path) => realFile('federal', ...path)),
          );
        await run('us_ct_ucc', [realFile('state', 'docs', 'firstrows_ct_liens.csv')]);
        await run(
          'us_irs_eo_bmf',
          ['ct', 'ms', 'mt'].map((state) => realFile('federal', 'irs_bmf', `eo_${state}.csv.gz`)),
        );
      },
    });
  }, 400_000);
  afterAll(() => service?.close());

  type Enriched = EntityData & Record<string, unknown>;
  const lookUp = (id: string, include = 'all') =>
    service.get<Enriched>(`/api/v1/entity/${id}?include=${include}&explain=true`);

  test('the IRS file and the return of Sharon Fire Department give its nonprofit record and officers', async () => {
    const { data, meta } = await lookUp('CT:0000001', 'nonprofit');
    expect(data.nonprofit).toEqual({
      ein: '06-0996545',
      nteeCode: 'M24',
      nteeTitle: 'Public Safety, Disaster Preparedness and Relief',
      income: 497_671,
      assets: 2_937_894,
      rulingDate: '199905',
      taxPeriod: '2020-06',
      subsectionCode: '03',
    });
    expect(data.officers).toEqual([
      { name: 'STANLEY MACMILLAN III', title: 'President', source: 'irs_990' },
      { name: 'RAYMOND AAKJAR II', title: 'Vice President', source: 'irs_990' },
      { name: 'KAREN NETTLETON', title: 'Treasurer', source: 'irs_990' },
      { name: 'ELIZABETH KLIPPEL', title: 'Secretary', source: 'irs_990' },
    ]);
    expect(meta.enrichment).toEqual({ nonprofit: { outcome: 'found', asOf: '2026-09-06' } });
    expect(meta.absent).not.toHaveProperty('officers');
  });

  test('the IRS file and the return of Wesley Biblical Seminary give the same', async () => {
    const { data } = await lookUp('CO:20200000001', 'nonprofit');
    expect(data.nonprofit).toMatchObject({ ein: '64-0579585', nteeCode: 'B58Z', subsectionCode: '03' });
    expect(data.officers).toContainEqual({ name: 'DR MATT AYARS', title: 'PRESIDENT', source: 'irs_990' });
  });

  test.each([
    [
      'CT:0000003',
      { uei: 'UE9QJD4KK1L6', cageCode: '5UTE1', naicsCode: '541715', businessTypes: ['2X', 'MF'] },
    ],
    [
      'CT:0000006',
      { uei: 'PHZDZ8SJ5CM1', cageCode: '1KH72', naicsCode: '423430', businessTypes: ['2X', 'LJ'] },
    ],
  ])('the SAM extract gives the registration of %s', async (id, registration) => {
    const { data } = await lookUp(id, 'sam');
    expect(data.sam).toMatchObject(registration);
  });

  test('USAspending gives the awards of the UEI that SAM linked, one item per award', async () => {
    const { data, meta } = await lookUp('CT:0000003', 'federal');
    expect(data.federal).toEqual({
      contracts: {
        items: [
          {
            awardId: '0001',
            amount: 205_608_849.66,
            agency: 'Department of Defense',
            startDate: '2015-07-29',
          },
        ],
        totalCount: 1,
        years: [{ year: '2015', awards: 1 }],
      },
      lobbying: { items: [], totalCount: 0 },
    });
    const links = meta.links as { dataset: string; key: string; decidedBy: string; attached: boolean }[];
    expect(links.filter((link) => link.attached)).toMatchObject([
      { dataset: 'us_usaspending_contracts', key: 'uei:UE9QJD4KK1L6', decidedBy: 'identifier' },
    ]);
  });

  test('the lobbying sample gives the filing of who lobbies for itself once, with its expenses', async () => {
    const { data } = await lookUp('CT:0000004', 'federal');
    expect(data.federal).toMatchObject({
      lobbying: {
        items: [
          {
            registrantName: 'BOEING COMPANY',
            clientName: 'BOEING COMPANY',
            amount: 2_450_000,
            issueArea: 'Environment/Superfund',
            filingDate: '2026-04-20',
          },
        ],
        totalCount: 1,
      },
    });
  });

  test('Montana’s 2020 file gives loans with a range, without a number, and no total', async () => {
    const { data } = await lookUp('CO:20200000002', 'ppp');
    expect(data.ppp).toMatchObject({
      items: [{ loanNumber: null, amount: null, amountRange: '$5-10 million', dateApproved: '2020-04-14' }],
      totalCount: 1,
      totalAmount: null,
    });
  });

  test('the release from 2021 on gives a loan with number and amount', async () => {
    const { data } = await lookUp('CO:20200000005', 'ppp');
    expect(data.ppp).toMatchObject({
      items: [{ loanNumber: '9547507704', amount: 769_358.78, dateApproved: '2020-05-01' }],
      totalCount: 1,
      totalAmount: 769_358.78,
    });
  });

  test('Connecticut’s liens are those of Connecticut’s entities alone', async () => {
    const { data } = await lookUp('CT:0000002', 'ucc');
    expect(data.ucc).toEqual({
      items: [
        {
          filingNumber: '0003388083',
          type: 'ORIG FIN STMT',
          status: 'Lapsed',
          filedDate: '2020-07-09',
          lapseDate: '2025-07-09',
          debtors: [{ name: 'NUTRIPLEDGE,LLC', address: '175 CAPITAL BLVD., ROCKY HILL, CT 06067' }],
          securedParties: [
            {
              name: 'U.S. SMALL BUSINESS ADMINISTRATION',
              address: '2 NORTH STREET, SUITE 320, BIRMINGHAM, AL 35203',
            },
          ],
          collateral: null,
        },
      ],
      totalCount: 1,
    });
    expect((await lookUp('CO:20200000003', 'ucc')).data).not.toHaveProperty('ucc');
    const federal = await lookUp(bulkId('us_irs_eo_bmf', '640579585'), 'ucc');
    expect(federal.meta.enrichment).toEqual({ ucc: { outcome: 'not_covered', asOf: null } });
  });

  test.each([
    ['KNIGHTS OF COLUMBUS', 'CT:0000005'],
    ['AMERICAN LEGION', 'CO:20200000004'],
  ])('%s, a name of hundreds of lodges, is linked to none of them', async (_, id) => {
    const { data } = await lookUp(id, 'nonprofit');
    expect(data).not.toHaveProperty('nonprofit');
    expect(data.officers).toEqual([]);
  });

  test.each(HUNTED.map((name, index) => [name, `CO:${20200000010 + index}`]))(
    '%s gets no link that its name alone would have to carry',
    async (_, id) => {
      const { data, meta } = await lookUp(id);
      const shown = ['federal', 'sam', 'nonprofit', 'ppp'].filter((token) => token in data);
      expect(shown).toEqual([]);
      expect((meta.links as { attached: boolean }[]).filter(({ attached }) => attached)).toEqual([]);
    },
  );

  test('every weight of an explanation is there: they add up to the score behind the probability', async () => {
    const { meta } = await lookUp('CT:0000001', 'nonprofit');
    const [link] = meta.links as { probability: number; evidence: { weight: number; text: string }[] }[];
    const score = (link?.evidence ?? []).reduce((sum, { weight }) => sum + weight, 0);
    expect(link?.probability).toBeLessThanOrEqual(1 / (1 + Math.exp(-score)) + 0.001);
    expect(link?.evidence.every(({ text }) => text.endsWith('.'))).toBe(true);
  });

  test('an agent gets each record with everything in 25,000 characters, and is told what was cut', async () => {
    const agent = await oldAgent(service.url, service.key);
    const ids = [...CT.map(({ key }) => `CT:${key}`), ...CO.map(({ key }) => `CO:${key}`)];
    let longest = 0;
    let cut = 0;
    for (const id of ids) {
      const whole = await lookUp(id);
      longest = Math.max(longest, JSON.stringify(whole.body).length);
      const { text, content } = await agent.call('get_entity', { id, include: ['all'], explain: true });
      expect([id, text.length <= 25_000]).toEqual([id, true]);
      for (const { path, shown, of, rest } of content.cut ?? []) {
        cut += 1;
        expect([id, path, shown < of, rest.length > 0]).toEqual([id, path, true, true]);
        const [list, held] = [content, whole.body].map((from) =>
          (path as string)
            .split('.')
            .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], from),
        );
        if (Array.isArray(held))
          expect([id, path, (list as unknown[]).length, held.length]).toEqual([id, path, shown, of]);
      }
      if (content.cut === undefined) expect(content.data).toEqual(whole.data);
    }
    await agent.close();
    process.stderr.write(`The longest real record has ${longest} characters; ${cut} cuts were made.\n`);
  });
});
