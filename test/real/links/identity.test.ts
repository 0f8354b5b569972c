import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQueries, readRecords } from '../../../bench/links/suite.js';
import { isFitHalf } from '../../../bench/links/tables.js';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { bulkId } from '../../../src/domain/ids.js';
import type { PartyAddress } from '../../../src/domain/places/address-parts.js';
import type { DatasetDraft } from '../../../src/domain/records/dataset.js';
import { toDatasetRow } from '../../../src/ingest/map/dataset-mapper.js';
import { toEntityRow } from '../../../src/ingest/map/entity-row.js';
import { relink } from '../../../src/linking/relink.js';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import { usIrsExemptOrganizations } from '../../../src/sources/us/irs/exempt-organizations.js';
import type { Store } from '../../../src/store/store.js';
import { readDataset } from '../../datasets/read-dataset.js';
import { readDrafts } from '../../sources/read-source.js';
import { endOf, newRun } from '../../store/catalog/fixtures.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { entitySource } from '../../support/service.js';
import { openStore } from '../../support/store.js';

/**
 * Links from end to end, on real names whose EIN is known: the IRS's files of fifteen states and the District of Columbia,
 * contractors and auditees as registrants of SAM, and registers made of real names as those publish them.
 */
const STATES = 'ak ct dc de hi me ms mt nd ne nh ok ri vt wy'.split(' ');
const IRS = 'us_irs_eo_bmf';
const SAM = 'us_sam_entities';
const DC = 'us_dc_corporate_registrations';
const NY = 'us_ny_active_corporations';

interface Registrant {
  readonly uei: string;
  readonly names: readonly string[];
  readonly address: PartyAddress;
  /** Blank where it is none of the IRS's. */
  readonly ein: string;
}

const skip = withoutRealData('links from end to end');

/** Pilgrim/OEDC Development Corporation: the IRS has the same name at the same door under another EIN. */
const HAS_TWO_EINS: ReadonlySet<string> = new Set(['470716239']);

describe.skipIf(skip)('links from end to end', { timeout: 600_000 }, () => {
  let folder: string;
  let store: Store;
  let eins: ReadonlySet<string>;
  let irsIds: ReadonlySet<string>;
  let contractors: readonly Registrant[];
  let auditees: readonly Registrant[];
  let counties: readonly Registrant[];
  let corporations: readonly EntityDraft[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-identity-'));
    store = await openStore(folder, { schema: 'migrate' });
    const bodies = (await readDrafts(usIrsEoBmf, STATES.map(file))).drafts;
    eins = new Set(bodies.map(({ key }) => key));
    irsIds = new Set(bodies.map(({ key }) => bulkId(IRS, key)));
    contractors = contractorsOf(realFile('resolve', 'sam_bmf.queries.dev.tsv.gz'));
    auditees = auditeesOf(realFile('federal', 'fac', 'fac_auditee_ids_2016_2022.csv'));
    counties = countiesOf(STATES.map(file));
    corporations = (await readDrafts(usIrsEoBmf, [file('dc_2020-03')])).drafts;
    const registrants = [...contractors, ...auditees, ...counties];
    await register(IRS, bodies);
    await register(SAM, registrants.map(registrationEntity));
    await register(
      DC,
      corporations.map(({ key, name }) => ({ key: `D${key}`, name })),
    );
    await register(NY, [...newYork(contractors).map(({ draft }) => draft), ...filersOfNewYork()]);
    await publish('us_sam_registrations', registrants.map(registrationOf));
    const { drafts } = await readDataset(usIrsExemptOrganizations, [file('dc')]);
    await publish('us_irs_exempt_organizations', drafts);
    await relink(store.catalog, store.links, () => 1_000);
  }, 600_000);
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('gives no county government the identity of a body that serves the county', async () => {
    const found = await Promise.all(counties.map(({ uei }) => attached(`uei:${uei}`, IRS)));
    report('county governments', { of: counties.length, attached: found.flat().length });
    expect(counties.length).toBeGreaterThan(200);
    expect(found.flat()).toEqual([]);
  });

  const both = { right: 0, of: 0 };
  it.each(['fit', 'test'] as const)(
    'finds the registrant of SAM in the file of the IRS: the %s half of the bodies',
    async (half) => {
      const counts = { right: 0, wrong: 0, of: 0, requested: 0 };
      for (const { uei, ein } of [...contractors, ...auditees]) {
        if (isFitHalf(ein || uei) !== (half === 'fit')) continue;
        counts.requested += 1;
        if (eins.has(ein)) counts.of += 1;
        for (const entity of await attached(`uei:${uei}`, IRS)) {
          if (entity === bulkId(IRS, ein)) counts.right += 1;
          else if (!HAS_TWO_EINS.has(ein)) {
            counts.wrong += 1;
            report('wrong', { uei, ein, entity });
          }
        }
      }
      report(`SAM to IRS, ${half} half`, { ...counts, recall: counts.right / counts.of });
      expect(counts.wrong).toBe(0);
      expect(counts.right / counts.of).toBeGreaterThanOrEqual(half === 'fit' ? 0.84 : 0.73);
      both.right += counts.right;
      both.of += counts.of;
    },
  );

  it('finds the registrant of SAM in the file of the IRS: both halves', () => {
    expect(both.right / both.of).toBeGreaterThanOrEqual(0.78);
  });

  it('finds a body in a register that publishes no address', async () => {
    const counts = { right: 0, wrong: 0, of: 0 };
    for (const { key } of corporations) {
      if (!eins.has(key)) continue;
      counts.of += 1;
      for (const entity of await attached(`ein:${key}`, DC)) {
        if (entity === idIn(DC, `D${key}`)) counts.right += 1;
        else counts.wrong += 1;
      }
    }
    report('DC register', counts);
    expect(counts.wrong / counts.right).toBeLessThan(0.005);
    expect(counts.right / counts.of).toBeGreaterThan(0.7);
  });

  it.each(['same door', 'other address', 'no address'] as const)(
    'finds a registrant of SAM in a register of its state: %s',
    async (kind) => {
      const made = newYork(contractors).filter((one) => one.kind === kind);
      let [right, wrong] = [0, 0];
      for (const { draft, uei } of made) {
        for (const entity of await attached(`uei:${uei}`, NY)) {
          if (entity === idIn(NY, draft.key)) right += 1;
          else wrong += 1;
        }
      }
      report(`NY register, ${kind}`, { right, wrong, of: made.length });
      expect(wrong).toBe(0);
      expect(right / made.length).toBeGreaterThan(kind === 'same door' ? 0.9 : 0.5);
    },
  );

  async function attached(party: string, source: string): Promise<string[]> {
    const isOf = (entity: string) =>
      source === IRS ? irsIds.has(entity) : entity.startsWith(source === DC ? 'DC:' : 'NY:');
    const links = await store.links.ofParty(party);
    return links.flatMap((link) => (isOf(link.entity) ? [link.entity] : []));
  }

  async function run(source: string, work: (runId: number) => Promise<Parameters<typeof endOf>[0]>) {
    const runId = await store.catalog.loads.start(newRun(source, 1));
    await store.catalog.loads.finish(runId, endOf(await work(runId), 0, false, 1));
  }

  async function register(source: string, drafts: readonly EntityDraft[]) {
    await run(source, async (runId) => {
      const stage = await store.catalog.loads.openEntityStage(runId, source);
      for (let from = 0; from < drafts.length; from += 1_000) {
        await stage.put(
          drafts.slice(from, from + 1_000).map((one) => toEntityRow(entitySource(source), one)),
        );
      }
      const counts = stage.counts();
      await (await stage.seal(null)).apply(() => {});
      return counts;
    });
  }

  async function publish(source: string, drafts: readonly DatasetDraft[]) {
    await run(source, async (runId) => {
      const stage = await store.catalog.loads.openDatasetStage(runId, source);
      for (let from = 0; from < drafts.length; from += 1_000) {
        await stage.put(drafts.slice(from, from + 1_000).map(toDatasetRow));
      }
      const counts = stage.counts();
      await (await stage.seal(null)).apply(() => {});
      return counts;
    });
  }
});

const file = (name: string) => realFile('federal', 'irs_bmf', `eo_${name}.csv.gz`);
const idIn = (source: string, key: string) => `${source === DC ? 'DC' : 'NY'}:${key}`;
const line = ({ street, city, state, zip }: PartyAddress) => `${street}, ${city}, ${state} ${zip}`;

function report(what: string, figures: object): void {
  process.stderr.write(`${what}: ${JSON.stringify(figures)}\n`);
}

/** Neighbours, so that the state is covered. */
function filersOfNewYork(): EntityDraft[] {
  return readRecords(realFile('resolve', 'sec_time.reference.tsv.gz'), 'sec_time').flatMap(
    ({ id, names, address }) => (address?.state === 'NY' ? [{ key: id, name: names[0]?.text ?? '' }] : []),
  );
}

/** One of three kinds for each registrant, whose state is made New York's. */
function newYork(all: readonly Registrant[]) {
  return all.flatMap(({ uei, names, address }, index) => {
    if (address.state !== 'NY') return [];
    const [name = ''] = names;
    const kind = (['same door', 'other address', 'no address'] as const)[index % 3] ?? 'no address';
    const other = { ...address, street: `${index} OTHER ST`, city: 'ALBANY', zip: '12207' };
    const principalAddress = kind === 'same door' ? line(address) : line(other);
    const draft: EntityDraft = {
      key: `${9_000_000 + index}`,
      name,
      ...(kind !== 'no address' && { principalAddress }),
    };
    return [{ kind, uei, draft }];
  });
}

function registrationEntity({ uei, names: [name = '', ...others], address }: Registrant): EntityDraft {
  return {
    key: uei,
    name,
    otherNames: others.map((other) => ({ name: other, kind: 'assumed' })),
    subjectType: 'organization',
    state: address.state,
    principalAddress: line(address),
    identifiers: [{ scheme: 'uei', value: uei }],
  };
}

function registrationOf({ uei, names: [name = '', ...others], address }: Registrant): DatasetDraft {
  return {
    key: uei,
    document: { uei },
    parties: [
      {
        key: `uei:${uei}`,
        names: [
          { text: name, kind: 'current' },
          ...others.map((text) => ({ text, kind: 'assumed' as const })),
        ],
        address,
        identifiers: [{ scheme: 'uei', value: uei }],
      },
    ],
  };
}

function contractorsOf(path: string): Registrant[] {
  return readQueries(path, 'sam_bmf').map(({ record, truth }) => ({
    uei: record.id,
    names: record.names.map(({ text }) => text),
    address: record.address ?? { street: '', city: '', state: '', zip: '' },
    ein: truth?.linkable ? truth.id : '',
  }));
}

function auditeesOf(path: string): Registrant[] {
  const rows = table(readFileSync(path, 'utf8'));
  const byEin = new Map(rows.map((row) => [row.EIN ?? '', row]));
  return [...byEin].map(([ein, row], index) => ({
    uei: `FAC${String(index).padStart(9, '0')}`,
    names: [row.AUDITEENAME ?? ''],
    address: {
      street: row.STREET1 ?? '',
      city: row.CITY ?? '',
      state: row.STATE ?? '',
      zip: row.ZIPCODE ?? '',
    },
    ein,
  }));
}

/** Each county that is the second line of a body there, as the government that registers with SAM. */
function countiesOf(paths: readonly string[]): Registrant[] {
  const rows = paths.flatMap((path) => table(gunzipSync(readFileSync(path)).toString('utf8')));
  const names = rows.flatMap((row) =>
    /^[A-Z .]+ COUNTY$/.test(row.SORT_NAME ?? '') ? [`${row.SORT_NAME}\n${row.STATE}`] : [],
  );
  return [...new Set(names)].map((text, index) => {
    const [name = '', state = ''] = text.split('\n');
    const address = { street: `${index + 1} COURTHOUSE SQ`, city: 'COUNTY SEAT', state, zip: '' };
    return { uei: `CTY${String(index).padStart(9, '0')}`, names: [name], address, ein: '' };
  });
}

/** Values in quotes hold commas, and no line feeds here. */
function table(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = text
    .split(/\r?\n/)
    .filter((row) => row !== '')
    .map((row) =>
      [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        (quoted ?? plain ?? '').replaceAll('""', '"'),
      ),
    );
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
}
