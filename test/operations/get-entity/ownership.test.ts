import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkId } from '../../../src/domain/ids.js';
import {
  filingsAbout,
  filingsBy,
  type InsiderDocument,
} from '../../../src/domain/records/insider-document.js';
import { usGleifRelationships } from '../../../src/sources/us/gleif/relationships.js';
import { usGleifReportingExceptions } from '../../../src/sources/us/gleif/reporting-exceptions.js';
import { usIrsForm990 } from '../../../src/sources/us/irs/form-990.js';
import { csv, readTexts } from '../../datasets/read-dataset.js';
import { lei } from '../../support/invented-lei.js';
import { startService, type TestService } from '../../support/service.js';
import { bodsFaults } from './bods-schema.js';

const PERIODS = [1, 2, 3, 4, 5].flatMap((at) =>
  ['startDate', 'endDate', 'periodType'].map((name) => `Relationship.Period.${at}.${name}`),
);
const QUALIFIERS = [1, 2, 3, 4, 5].flatMap((at) =>
  ['QualifierDimension', 'QualifierCategory'].map((name) => `Relationship.Qualifiers.${at}.${name}`),
);
const BLANK = Object.fromEntries([...PERIODS, ...QUALIFIERS].map((column) => [column, '']));

const relationship = (child: number, parent: number, more: Record<string, string> = {}) => ({
  'Relationship.StartNode.NodeID': lei(child),
  'Relationship.EndNode.NodeID': lei(parent),
  'Relationship.RelationshipType': 'IS_DIRECTLY_CONSOLIDATED_BY',
  'Relationship.RelationshipStatus': 'ACTIVE',
  ...BLANK,
  'Registration.LastUpdateDate': '2026-01-01T00:00:00Z',
  'Registration.RegistrationStatus': 'PUBLISHED',
  'Registration.NextRenewalDate': '2026-06-01T00:00:00Z',
  ...more,
});
const ULTIMATE = { 'Relationship.RelationshipType': 'IS_ULTIMATELY_CONSOLIDATED_BY' };

const xml = (ein: string, related: string) => `<?xml version="1.0"?>
<Return xmlns="http://www.irs.gov/efile"><ReturnHeader><ReturnTs>2024-05-01T10:00:00-05:00</ReturnTs>
<TaxPeriodEndDt>2023-12-31</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd><Filer><EIN>${ein}</EIN><BusinessName>
<BusinessNameLine1Txt>INVENTED HOSPITAL</BusinessNameLine1Txt></BusinessName></Filer></ReturnHeader><ReturnData>
<IRS990><CYTotalRevenueAmt>1</CYTotalRevenueAmt></IRS990><IRS990ScheduleR><IdRelatedTaxExemptOrgGrp>
<DisregardedEntityName><BusinessNameLine1Txt>INVENTED CLINIC</BusinessNameLine1Txt></DisregardedEntityName>
<EIN>${related}</EIN><DirectControllingEntityName><BusinessNameLine1Txt>INVENTED HOSPITAL</BusinessNameLine1Txt>
</DirectControllingEntityName></IdRelatedTaxExemptOrgGrp></IRS990ScheduleR></ReturnData></Return>`;

const filer = (cik: number, ein: string, name: string) => ({
  key: `${cik}-${ein}`,
  document: {},
  parties: [
    {
      key: `cik:${cik}`,
      names: [{ text: name, kind: 'current' as const }],
      identifiers: [
        { scheme: 'cik' as const, value: String(cik) },
        { scheme: 'ein' as const, value: ein },
      ],
    },
  ],
});

const filing = (
  accession: string,
  filed: string,
  [issuer, issuerName]: readonly [number, string],
  owners: InsiderDocument['owners'],
) => {
  const document: InsiderDocument = {
    issuer: String(issuer),
    issuerName,
    accession,
    form: '4',
    filed,
    owners,
  };
  const keys = [filingsAbout(String(issuer)), ...owners.map(({ cik }) => filingsBy(cik))];
  return { key: accession, date: filed, document, parties: keys.map((key) => ({ key, names: [] })) };
};

let service: TestService;
beforeAll(async () => {
  const ein = (value: string) => [{ scheme: 'ein', value } as const];
  const body = (at: number, number: string, name: string) => ({
    key: lei(at),
    document: {},
    parties: [
      {
        key: `lei:${lei(at)}`,
        names: [{ text: name, kind: 'current' as const }],
        identifiers: [
          { scheme: 'lei' as const, value: lei(at) },
          { scheme: 'state_number' as const, value: `CO:${number}` },
        ],
      },
    ],
  });
  const relationships = await readTexts(
    usGleifRelationships,
    csv(
      // The period of the relationship may stand in any place.
      relationship(1, 2, {
        'Relationship.Period.1.startDate': '2025-01-01T00:00:00Z',
        'Relationship.Period.1.periodType': 'ACCOUNTING_PERIOD',
        'Relationship.Period.2.startDate': '2010-03-04T00:00:00+01:00',
        'Relationship.Period.2.periodType': 'RELATIONSHIP_PERIOD',
        'Relationship.Qualifiers.1.QualifierDimension': 'ACCOUNTING_STANDARD',
        'Relationship.Qualifiers.1.QualifierCategory': 'US_GAAP',
      }),
      relationship(1, 3, ULTIMATE),
      relationship(2, 3, { 'Registration.RegistrationStatus': 'LAPSED' }),
      relationship(4, 1),
      relationship(5, 6),
      relationship(6, 5),
    ),
  );
  const exceptions = await readTexts(
    usGleifReportingExceptions,
    csv({
      LEI: lei(4),
      'Exception.Category': 'ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT',
      'Exception.Reason.1': 'NATURAL_PERSONS',
    }),
  );
  const returns = await readTexts(usIrsForm990, xml('010000001', '020000002'));
  service = await startService({
    entities: {
      us_co_business_entities: [
        { key: '20221555001', name: 'Wicklow Heather Mills, LLC' },
        { key: '20221555004', name: 'Quillfeather Heron Works Inc' },
        { key: '20221555005', name: 'Zephyr Anvil Inc' },
      ],
      us_irs_eo_bmf: ['010000001', '020000002'].map((value, at) => ({
        key: value,
        name: at === 0 ? 'Invented Hospital' : 'Invented Clinic',
        identifiers: ein(value),
        linkKeys: ein(value),
      })),
    },
    datasets: {
      us_gleif_lei_records: [
        body(1, '20221555001', 'Wicklow Heather Mills LLC'),
        body(4, '20221555004', 'Quillfeather Heron Works Inc'),
        body(5, '20221555005', 'Zephyr Anvil Inc'),
        { ...body(3, '1', 'Invented Holding'), document: {} },
      ],
      us_gleif_relationships: relationships.drafts,
      us_gleif_reporting_exceptions: exceptions.drafts,
      us_irs_form_990: returns.drafts,
      us_sec_financial_statements: [filer(7_001, '010000001', 'Invented Hospital')],
      us_sec_insiders: [
        filing(
          '0009990001-24-000001',
          '2024-01-02',
          [7_001, 'Invented Hospital'],
          [
            { cik: '7002', name: 'Rivera Ana', roles: ['Director', 'TenPercentOwner'], title: null },
            { cik: '7003', name: 'Invented Capital LP', roles: ['TenPercentOwner'], title: null },
          ],
        ),
        filing(
          '0009990001-25-000001',
          '2025-01-02',
          [7_001, 'Invented Hospital'],
          [{ cik: '7002', name: 'Rivera Ana', roles: ['Officer'], title: 'Chief Executive Officer' }],
        ),
        filing(
          '0009990001-25-000002',
          '2025-02-03',
          [7_004, 'Invented Issuer'],
          [{ cik: '7001', name: 'Invented Hospital', roles: ['TenPercentOwner'], title: null }],
        ),
      ],
    },
  });
});
afterAll(() => service.close());

interface Item {
  readonly relation: string;
  readonly level: number;
  readonly scheme: string;
  readonly number: string | null;
  readonly subject: string;
  readonly name: string | null;
  readonly statement: string;
}

async function look(id: string) {
  const { data, meta } = await service.get<{
    ownership?: { items: Item[]; totalCount: number; exceptions: { statement: string }[]; isCycle: boolean };
  }>(`/api/v1/entity/${id}?include=ownership`);
  const { ownership: result } = meta.enrichment as {
    ownership: { outcome: string; parts: Record<string, { outcome: string }> };
  };
  return { meta, result, ...data.ownership };
}

describe('relationships by LEI', () => {
  it('are the direct and the ultimate parent, the parents above, and children, with period and standard', async () => {
    const { items, isCycle, result } = await look('CO:20221555001');
    expect([result.outcome, isCycle]).toEqual(['found', false]);
    expect(items?.map(({ relation, level, number }) => [relation, level, number])).toEqual([
      ['direct_parent', 1, lei(2)],
      ['ultimate_parent', 1, lei(3)],
      ['direct_parent', 2, lei(3)],
      ['direct_child', 1, lei(4)],
    ]);
    expect(items?.[0]).toMatchObject({
      ...{
        since: '2010-03-04',
        until: null,
        standard: 'US_GAAP',
        isActive: true,
        isLapsed: false,
        name: null,
      },
      statement: 'Consolidates its accounts directly by LEI, since 2010-03-04.',
    });
    expect(items?.[1]).toMatchObject({ name: 'Invented Holding' });
    expect(items?.[2]).toMatchObject({
      isLapsed: true,
      statement: expect.stringContaining('Not renewed since 2026-06-01; it may have changed.'),
    });
  });

  it('name the body whose relation they are, and are drawn as a tree with their sources', async () => {
    const { items } = await look('CO:20221555001');
    expect(items?.map(({ subject }) => subject)).toEqual([lei(1), lei(1), lei(2), lei(1)]);
    const response = await fetch(`${service.url}/entity/CO:20221555001/ownership`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    const html = await response.text();
    const owned = html.slice(html.indexOf('<h2>Owned by'), html.indexOf('<h2>Owns'));
    // The parent's parent is in a list within its own line.
    expect(owned).toMatch(new RegExp(`${lei(2)}[^]*?<ul class="tree">[^]*?${lei(3)}[^]*?</ul></li>`));
    expect(html.slice(html.indexOf('<h2>Owns'))).toContain(lei(4));
    expect(html).toContain('GLEIF Golden Copy, relationship records');
    expect(html).toContain('Nonprofit returns (IRS): ');
  });

  it('are exported in the Beneficial Ownership Data Standard: bodies first, owners by number', async () => {
    const statements = async (id: string) => {
      const response = await fetch(`${service.url}/entity/${id}/ownership/bods`, {
        headers: { authorization: `Bearer ${service.key}` },
      });
      return (await response.json()) as {
        statementId: string;
        recordId: string;
        recordType: string;
        recordDetails: {
          name?: string;
          identifiers?: { id: string }[];
          subject?: string;
          interestedParty?: unknown;
          interests?: object[];
        };
      }[];
    };
    const all = await statements('CO:20221555001');
    expect(all.map(({ recordType, recordId }) => (recordType === 'entity' ? recordId : ''))).toEqual([
      ...['CO:20221555001', `XI-LEI-${lei(2)}`, `XI-LEI-${lei(3)}`, `XI-LEI-${lei(4)}`],
      ...Array(4).fill(''),
    ]);
    expect(
      all.slice(4).map(({ recordDetails: { subject, interestedParty } }) => [subject, interestedParty]),
    ).toEqual([
      ['CO:20221555001', `XI-LEI-${lei(2)}`],
      ['CO:20221555001', `XI-LEI-${lei(3)}`],
      [`XI-LEI-${lei(2)}`, `XI-LEI-${lei(3)}`],
      [`XI-LEI-${lei(4)}`, 'CO:20221555001'],
    ]);
    expect(all[4]?.recordDetails.interests).toMatchObject([
      { type: 'otherInfluenceOrControl', directOrIndirect: 'direct', startDate: '2010-03-04' },
    ]);
    expect(new Set(all.map(({ statementId }) => statementId)).size).toBe(8);
    const withException = await statements('CO:20221555004');
    expect(withException.at(-1)?.recordDetails.interestedParty).toMatchObject({
      reason: 'informationUnknownToPublisher',
    });
    const hospital = await statements(bulkId('us_irs_eo_bmf', '010000001'));
    for (const valid of [all, withException, hospital]) expect(bodsFaults(valid)).toEqual([]);
    expect(all.map(({ recordDetails: { identifiers } }) => identifiers?.map(({ id }) => id))).toEqual([
      ...[[lei(1)], [lei(2)], [lei(3)], [lei(4)]],
      ...Array(4).fill(undefined),
    ]);
  });

  it('are checked by a schema that rejects a wrong code, a misplaced property and a missing one', () => {
    const statement = {
      ...{ statementId: 'a'.repeat(32), statementDate: '2026-01-01', declarationSubject: 'a', recordId: 'a' },
      ...{ recordType: 'entity', recordDetails: { isComponent: false, entityType: { type: 'legalEntity' } } },
    };
    expect(bodsFaults([statement])).toEqual([]);
    expect(bodsFaults([{ ...statement, identifiers: [] }])).toHaveLength(1);
    expect(bodsFaults([{ ...statement, recordStatus: 'old' }])).toHaveLength(1);
    expect(bodsFaults([{ ...statement, recordDetails: { isComponent: false } }])).toHaveLength(2);
    expect(bodsFaults([{ ...statement, statementDate: '2026-02-30' }]).length).toBeGreaterThan(0);
  });

  it('that lead back to the body are told as a cycle, and the walk ends', async () => {
    const { items, isCycle } = await look('CO:20221555005');
    expect(isCycle).toBe(true);
    expect(items?.map(({ relation, level }) => [relation, level])).toEqual([
      ['direct_parent', 1],
      ['direct_parent', 2],
      ['direct_child', 1],
    ]);
  });

  it('that are not reported have their reason in words', async () => {
    const { exceptions } = await look('CO:20221555004');
    expect(exceptions).toEqual([
      {
        ...{ parent: 'ultimate', reason: 'NATURAL_PERSONS' },
        statement: 'No ultimate parent reported: it is owned by individuals.',
      },
    ]);
  });
});

describe('Schedule R', () => {
  it('names related organizations by EIN, from either side, with the record of each', async () => {
    const hospital = bulkId('us_irs_eo_bmf', '010000001');
    const clinic = bulkId('us_irs_eo_bmf', '020000002');
    const { items } = await look(hospital);
    expect(items?.filter(({ scheme }) => scheme === 'ein')).toMatchObject([
      {
        ...{ relation: 'related', number: '020000002', name: 'INVENTED CLINIC', id: clinic },
        ...{ controlledBy: 'INVENTED HOSPITAL', dataset: 'us_irs_form_990' },
      },
    ]);
    expect((await look(clinic)).items).toMatchObject([
      { relation: 'named_by', number: '010000001', name: 'Invented Hospital', id: hospital },
    ]);
  });
});

describe('insiders', () => {
  it('are listed once, as the latest filing states them; issuers of which the body is one follow', async () => {
    const { items, result } = await look(bulkId('us_irs_eo_bmf', '010000001'));
    expect(result.parts.insiders).toMatchObject({ outcome: 'found' });
    const own = items?.filter(({ relation }) => !/^(?:related|named_by)$/.test(relation));
    expect(own?.map(({ relation, number, name, statement }) => [relation, number, name, statement])).toEqual([
      [
        ...['insider', '7002', 'Rivera Ana'],
        'Officer, Chief Executive Officer; form 4 0009990001-25-000001, filed on 2025-01-02.',
      ],
      [
        ...['ten_percent_owner', '7003', 'Invented Capital LP'],
        'Owner of more than 10 % of a class of shares; form 4 0009990001-24-000001, filed on 2024-01-02.',
      ],
      ['insider_of', '7004', 'Invented Issuer', expect.stringContaining('names this body as an insider')],
    ]);
  });

  it('are on the page of owners, and in no statement of the standard: they may be people', async () => {
    const hospital = bulkId('us_irs_eo_bmf', '010000001');
    const read = async (path: string) => {
      const headers = { authorization: `Bearer ${service.key}` };
      return await (await fetch(`${service.url}/entity/${hospital}/ownership${path}`, { headers })).text();
    };
    const html = await read('');
    expect(html.slice(html.indexOf('<h2>Insiders'))).toContain('CIK 7003');
    const statements = await read('/bods');
    expect(statements).not.toMatch(/700[1-4]/);
    expect(bodsFaults(JSON.parse(statements))).toEqual([]);
  });
});

describe('the token', () => {
  it('costs one credit and is not a part of all', async () => {
    expect((await look('CO:20221555001')).meta.creditsUsed).toBe(2);
    const { meta } = await service.get('/api/v1/entity/CO:20221555001?include=all');
    expect([meta.creditsUsed, meta.enrichment]).toEqual([
      7,
      expect.not.objectContaining({ ownership: expect.anything() }),
    ]);
  });
});

it('is not among what /identify says it searched: these records refer to numbers, and state none of their own', async () => {
  const { meta } = await service.get('/api/v1/identify?scheme=cik&value=1');
  const { searched } = meta as { searched: readonly string[] };
  expect(searched).toContain('us_irs_form_990');
  for (const dataset of ['us_sec_insiders', 'us_gleif_relationships', 'us_gleif_reporting_exceptions'])
    expect(searched).not.toContain(dataset);
});
