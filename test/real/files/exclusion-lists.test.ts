import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { bulkId } from '../../../src/domain/ids.js';
import { readNumber } from '../../../src/domain/numbers.js';
import type { ExclusionDocument } from '../../../src/domain/records/exclusion.js';
import { DATASETS } from '../../../src/sources/datasets.js';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import { type ReadDrafts, readDataset } from '../../datasets/read-dataset.js';
import { readDrafts } from '../../sources/read-source.js';
import { withoutRealData } from '../../support/real-data.js';
import { startService, type TestService } from '../../support/service.js';
import { federal } from '../real-files.js';

const SAM_FILE = federal('sam_exclusions', 'SAM_Exclusions_Public_Extract_20049_twothirds.CSV.gz');

/** List -> its files, and the entries that are kept. */
const LISTS: readonly (readonly [id: string, files: readonly string[], kept: number])[] = [
  ['us_sam_exclusions', [SAM_FILE], -1],
  [
    'us_ofac_sdn',
    [
      ...['sdn.csv.gz', 'add.csv.gz', 'alt.csv.gz'].map((name) => federal('ofac', name)),
      federal('ofac', 'sdn_comments.csv'),
    ],
    3_673,
  ],
  [
    'us_ofac_consolidated',
    ['cons_prim.csv', 'cons_add.csv', 'cons_alt.csv', 'cons_comments.csv'].map((name) =>
      federal('ofac', name),
    ),
    363,
  ],
  [
    'us_ita_screening_list',
    ['consolidated_29col.csv', 'csl_28col.csv'].map((name) => federal('csl', name)),
    -1,
  ],
  ['us_hhs_leie', [federal('leie', 'leie-sample.csv')], 8],
  ['us_fdic_failed_banks', [federal('fdic_failed', 'banklist_2020-10.csv')], 376],
];

const skip = withoutRealData('exclusion lists');

describe.skipIf(skip)('exclusion lists, on real files', { timeout: 600_000 }, () => {
  const read = new Map<string, ReadDrafts>();
  let service: TestService;
  let others: readonly EntityDraft[];

  beforeAll(async () => {
    for (const [id, files] of LISTS) {
      const dataset = DATASETS.find((one) => one.id === id);
      if (dataset === undefined) throw new Error(`${id} is not in the catalogue.`);
      read.set(id, await readDataset(dataset, files));
    }
    const { drafts } = await readDrafts(usIrsEoBmf, [
      federal('irs_bmf', 'eo_de.csv.gz'),
      federal('irs_bmf', 'eo_vt.csv.gz'),
    ]);
    others = drafts.slice(0, 10_000);
    service = await startService({
      entities: {
        us_irs_eo_bmf: others,
        us_sam_entities: excludedUeis().map((value, at) => ({
          key: value,
          name: `Registrant ${at}`,
          identifiers: [{ scheme: 'uei', value }],
          linkKeys: [{ scheme: 'uei', value }],
        })),
      },
      datasets: Object.fromEntries([...read].map(([id, of]) => [id, of.drafts])),
    });
  }, 600_000);
  afterAll(() => service.close());

  const lookUp = <Data>(source: string, keys: readonly string[]) =>
    service.getEach<Data>(
      'getEntity',
      keys.map((key) => ({ id: bulkId(source, key), include: 'exclusions' })),
    );

  /** UEIs of organizations that are not OFAC’s, read from the publisher’s lines without our reader. */
  function excludedUeis(): readonly string[] {
    const [header = '', ...lines] = gunzipSync(readFileSync(SAM_FILE)).toString().trim().split(/\r?\n/);
    const columns = header.slice(1, -1).split('","');
    const at = (name: string) => columns.indexOf(name);
    const rows = lines.map((line) => line.slice(1, -1).split('","'));
    const kept = rows.filter(
      (row) =>
        row[at('Name')] !== '' &&
        !['Individual', 'Vessel'].includes(row[at('Classification')] ?? '') &&
        !/OFAC/.test(row[at('Excluding Agency')] ?? ''),
    );
    const ueis = kept.flatMap(
      (row) => readNumber('uei', row[at('Unique Entity Identifier (SAM)')] ?? '')?.value ?? [],
    );
    return [...new Set(ueis)];
  }

  test('reads every list without a rejected row', () => {
    for (const [id, , kept] of LISTS) {
      const { drafts = [], warnings = [] } = read.get(id) ?? {};
      if (kept >= 0) expect(drafts.length, id).toBe(kept);
      expect(drafts.length, id).toBeGreaterThan(0);
      expect(
        warnings.filter((text) => !text.startsWith('windows_1252')),
        id,
      ).toEqual([]);
    }
    expect((read.get('us_sam_exclusions')?.drafts ?? []).length).toBeGreaterThan(2_000);
  });

  test('keeps no entry of OFAC from SAM and none of the Treasury from the screening list', () => {
    const documents = (id: string) =>
      (read.get(id)?.drafts ?? []).map(({ document }) => document as ExclusionDocument);
    expect(documents('us_sam_exclusions').filter(({ agency }) => /OFAC/.test(agency ?? ''))).toEqual([]);
    expect(documents('us_ita_screening_list').filter(({ list }) => /Treasury/.test(list))).toEqual([]);
  });

  test('every exclusion with a UEI that is loaded is attached', async () => {
    const ueis = excludedUeis();
    const found = await lookUp<{ exclusions?: { items: { number: string }[] } }>('us_sam_entities', ueis);
    const isAttached = (uei: string, at: number) =>
      found[at]?.data.exclusions?.items.some(({ number }) => number === uei) === true;
    expect(ueis.filter((uei, at) => !isAttached(uei, at))).toEqual([]);
    expect(ueis.length).toBeGreaterThan(100);
  });

  test('of 10,000 other bodies none is attached, and at most 20 are possible', async () => {
    let [attached, possible] = [0, 0];
    const keys = others.map(({ key }) => key);
    for (const { data, meta } of await lookUp<{ exclusions?: object }>('us_irs_eo_bmf', keys)) {
      if (data.exclusions !== undefined) attached += 1;
      const { outcome } = (meta.enrichment as { exclusions: { outcome: string } }).exclusions;
      if (outcome === 'possible') possible += 1;
    }
    process.stdout.write(`of ${others.length} other bodies: ${attached} attached, ${possible} possible\n`);
    expect(others).toHaveLength(10_000);
    expect([attached, possible <= 20]).toEqual([0, true]);
  });
});
