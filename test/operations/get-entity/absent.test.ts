import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IngestReport, runIngest } from '../../../src/ingest/run/run.js';
import { SOURCES } from '../../../src/sources/index.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_ny_active_corporations: [{ key: '1', name: 'HUDSON LLC' }],
      us_irs_eo_bmf: [{ key: '060000001', name: 'HUDSON RELIEF', state: 'NY' }],
      us_co_professional_licenses: [
        {
          key: 'A.1',
          name: 'ANA RIVERA',
          subjectType: 'person',
          principalAddress: 'Denver, CO 80202',
        },
        { key: 'A.2', name: 'RIVERA LLC', principalAddress: 'Denver, CO 80202' },
      ],
    },
  });
});
afterAll(() => service.close());

const absentOf = async (path: string, from = service) =>
  (await from.get(`/api/v1/${path}`)).meta.absent as Record<string, string>;
const idOf = async (name: string) =>
  (await service.get<{ id: string }[]>(`/api/v1/search?name=${name}`)).data[0]?.id;

describe('meta.absent', () => {
  it('says that a data set of the publisher is not loaded, with and without include', async () => {
    for (const query of ['', '?include=sam']) {
      expect((await absentOf(`entity/NY:1${query}`)).filings).toBe('source_not_loaded');
      expect((await absentOf(`entity/${await idOf('hudson relief')}${query}`)).officers).toBe(
        'source_not_loaded',
      );
    }
  });

  it('says that the publisher left it blank only if that data set has a record of the body itself', async () => {
    const returned = (ein: string, officers: readonly object[]) => ({
      key: ein,
      document: { form: '990', taxPeriodEnd: '2021-12-31', officers },
      parties: [
        {
          key: `ein:${ein}`,
          names: [{ text: 'HUDSON', kind: 'current' as const }],
          identifiers: [{ scheme: 'ein' as const, value: ein }],
        },
      ],
    });
    const irs = (ein: string, name: string) => ({
      key: ein,
      name,
      state: 'NY',
      linkKeys: [{ scheme: 'ein' as const, value: ein }],
    });
    const loaded = await startService({
      entities: {
        us_ny_active_corporations: [{ key: '1', name: 'HUDSON LLC' }],
        us_irs_eo_bmf: [
          irs('060000001', 'HUDSON RELIEF'),
          irs('060000002', 'HUDSON CHOIR'),
          irs('060000003', 'HUDSON BAND'),
        ],
      },
      datasets: {
        us_ny_entity_filings: [],
        us_irs_form_990: [
          returned('060000001', []),
          returned('060000003', [{ name: 'ANA RIVERA', title: null }]),
        ],
      },
    });
    const officersOf = async (name: string) => {
      const { data } = await loaded.get<{ id: string }[]>(`/api/v1/search?name=${name}`);
      return (await absentOf(`entity/${data[0]?.id}`, loaded)).officers;
    };
    try {
      expect((await absentOf('entity/NY:1', loaded)).filings).toBe('source_not_loaded');
      expect(await officersOf('hudson relief')).toBe('blank_at_source');
      expect(await officersOf('hudson choir')).toBe('source_not_loaded');
      expect(await officersOf('hudson band')).toBeUndefined();
    } finally {
      await loaded.close();
    }
  });

  it('says of a person that the street is withheld, and of an organization nothing', async () => {
    const person = await absentOf(`entity/${await idOf('ana rivera')}`);
    expect(person['principalAddress.street']).toBe('withheld');
    expect(await absentOf(`entity/${await idOf('rivera llc')}`)).not.toHaveProperty([
      'principalAddress.street',
    ]);
  });
});

describe('meta.absent of a register whose companion tables are files of their own', () => {
  const CONNECTICUT = 'us_ct_business_registry';
  const files = (...names: readonly string[]) =>
    names.map((name) => `test/sources/us/ct/business-registry/input.${name}.csv`);
  /** The reasons of all records that were loaded of these tables, and what the load warned of. */
  const load = async (...tables: readonly string[]) => {
    const source = SOURCES.find(({ id }) => id === CONNECTICUT);
    if (!source) throw new Error('Connecticut is not declared.');
    let report: IngestReport | undefined;
    const loaded = await startService({
      load: async ({ catalog }, { path }) => {
        const options = { source, catalog, folder: path, clock: Date.now };
        report = await runIngest({ ...options, paths: files(...tables) });
      },
    });
    try {
      const all = await loaded.get<{ id: string }[]>('/api/v1/search?name=llc&limit=50');
      const others = await Promise.all(all.data.map(({ id }) => absentOf(`entity/${id}`, loaded)));
      const warned = report?.warnings.filter(({ code }) => code === 'companion_not_loaded');
      return { others, warned: warned?.map(({ detail }) => detail) };
    } finally {
      await loaded.close();
    }
  };

  it('says source_not_loaded of each table that is missing, and the load warns', async () => {
    const { others, warned } = await load('master');
    expect(warned).toEqual(['agents', 'principals', 'filings']);
    expect(others.length).toBeGreaterThan(0);
    for (const reasons of others) {
      expect(reasons).toMatchObject({
        registeredAgent: 'source_not_loaded',
        officers: 'source_not_loaded',
        filings: 'source_not_loaded',
      });
    }
  });

  it('says blank_at_source where the table is loaded and has nothing of the entity', async () => {
    const { others, warned } = await load('master', 'agents', 'principals', 'filings', 'name-changes');
    expect(warned).toEqual([]);
    const said = others.flatMap((reasons) => [reasons.registeredAgent, reasons.officers, reasons.filings]);
    expect(said).toContain('blank_at_source');
    expect(said).not.toContain('source_not_loaded');
  });
});

describe('meta.absent of a register whose file may lack columns', () => {
  const PENNSYLVANIA = 'us_pa_registered_businesses';
  const ROW = {
    business_name: 'Pretend Trucking Llc',
    filing_number: '0007000001',
    city: 'Macungie',
    state: 'PA',
    zip: '18062',
    address_line1: '85 Willow St',
    typeofbusinessregistration: 'Domestic Limited Liability Company',
    creationdate: '2021-10-12T00:00:00.000',
  };
  const load = async (...rows: readonly object[]) => {
    const source = SOURCES.find(({ id }) => id === PENNSYLVANIA);
    if (!source) throw new Error('Pennsylvania is not declared.');
    const path = join(mkdtempSync(join(tmpdir(), 'dossier-absent-')), 'rows.json');
    writeFileSync(path, JSON.stringify(rows));
    const loaded = await startService({
      load: async ({ catalog }, { path: folder }) => {
        await runIngest({ source, catalog, folder, clock: Date.now, paths: [path] });
      },
    });
    try {
      return await absentOf('entity/PA:0007000001', loaded);
    } finally {
      await loaded.close();
    }
  };

  it('says source_not_loaded of officers where the file has no column of a party', async () => {
    expect(await load(ROW)).toMatchObject({
      officers: 'source_not_loaded',
      status: 'not_published_by_source',
    });
  });

  it('says blank_at_source where the file has them and the entity has no party', async () => {
    const other = { ...ROW, filing_number: '0007000002', party_type: 'Organizer', last_name: 'Example' };
    expect(await load(ROW, other)).toMatchObject({ officers: 'blank_at_source' });
  });
});
