import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadingOf } from '../../src/cli/data/loading.js';
import { createProgram } from '../../src/cli/program.js';
import type { EntityData } from '../../src/domain/entity.js';
import { loadSample } from '../../src/loading/sample.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { claimFolder, type DataFolder } from '../../src/store/folder/data-folder.js';
import { startOn, type TestService } from '../support/service.js';
import { openStore } from '../support/store.js';
import { readDataset } from './read-dataset.js';

const SAMPLE = join(import.meta.dirname, '../../sample');
const folders = new Set(readdirSync(SAMPLE));
const SAMPLED = DATASETS.filter(({ id }) => folders.has(id));
const filesOf = (id: string) => readdirSync(join(SAMPLE, id)).map((name) => join(SAMPLE, id, name));

test.each(SAMPLED)('the sample of $id is read whole, and nothing is warned of', async (dataset) => {
  const { drafts, warnings } = await readDataset(dataset, filesOf(dataset.id));
  expect(warnings).toEqual([]);
  expect(drafts).not.toEqual([]);
});

describe('the bundled sample', () => {
  let folder: DataFolder;
  let service: TestService;

  /** A command of the program, in this process; what it printed. */
  async function dossier(...args: string[]): Promise<string> {
    const printed: string[] = [];
    const stdout = new Writable({ write: (text, _, done) => done(void printed.push(String(text))) });
    const program = await createProgram(contextWith(stdout));
    await program.parseAsync(['node', 'dossier', ...args]);
    return printed.join('');
  }

  const contextWith = (stdout: Writable) => ({
    env: { DOSSIER_DATA: folder.path },
    stdout,
    stderr: new PassThrough().resume(),
    now: Date.now,
    untilStopped: () => new Promise<void>(() => undefined),
  });

  beforeAll(async () => {
    folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-sample-')), 'sample');
    const store = await openStore(folder.path, { schema: 'migrate' });
    await loadSample(
      loadingOf(contextWith(new PassThrough().resume() as unknown as Writable), store, folder),
    );
    await store.close();
    service = await startOn(folder);
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder.path, { recursive: true, force: true });
  });

  type Enriched = EntityData & Record<string, unknown>;
  const all = (id: string) => service.get<Enriched>(`/api/v1/entity/${id}?include=all`);

  test('shows every token for one of two firms', async () => {
    const society = (await all('CO:19941555000')).data;
    expect(society).toMatchObject({
      federal: { lobbying: { totalCount: 1 } },
      sam: { registrationStatus: 'Expired' },
      nonprofit: { ein: '00-5550001' },
      ppp: { totalCount: 2, totalAmount: 41_666 },
    });
    expect(new Set(society.officers.map(({ source }) => source))).toEqual(new Set(['sam', 'irs_990']));
    expect((await all('CO:20221555001')).data).toMatchObject({
      federal: { contracts: { totalCount: 2 } },
      sam: { registrationStatus: 'Active' },
      ucc: { totalCount: 1 },
      related: { totalCount: expect.any(Number) },
    });
  });

  test('is explained on the command line, line by line, down to the score', async () => {
    const text = await dossier('explain', 'CO:19941555000');
    expect(text).toContain('Falcon Maple Accounting Society');
    expect(text).toMatch(/us_irs_exempt_organizations {2}ein:005550001\n {2}confirmed, displayed; by model/);
    for (const block of text.split('\n\n').slice(1)) {
      const weights = [...block.matchAll(/^ +([+-]\d+\.\d\d) {2}(?!total)/gm)].map((match) =>
        Number(match[1]),
      );
      const [, total] = /([+-]\d+\.\d\d) {2}total/.exec(block) ?? [];
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(Number(total), 0);
    }
    await expect(dossier('explain', 'CO:nobody')).rejects.toThrow('No loaded source contains CO:nobody.');
  });

  test('is linked already: resolving again has nothing to do', async () => {
    expect(JSON.parse(await dossier('resolve', '--json'))).toEqual([]);
  });

  test('is corrected on the command line, at once', async () => {
    const link = ['CO:19941555000', 'us_irs_exempt_organizations', 'ein:005550001'];
    await dossier('link', 'deny', ...link, '--note', 'another society');
    expect((await all('CO:19941555000')).data).not.toHaveProperty('nonprofit');
    await dossier('link', 'confirm', ...link);
    expect((await all('CO:19941555000')).data).toHaveProperty('nonprofit');
    await expect(dossier('link', 'deny', 'CO:19941555000', 'us_xx', 'x')).rejects.toThrow(
      'There is no linked data set us_xx',
    );
  });
});
