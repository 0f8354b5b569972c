import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { IndexLoader, viewsOf } from '../../../src/indexing/files/index-loader.js';
import { Matcher } from '../../../src/linking/match/matcher.js';
import type { Store } from '../../../src/store/store.js';
import { fill } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const FILLERS = Array.from(
  { length: 200 },
  (_, row): EntityDraft => ({
    key: `filler-${row}`,
    name: `Fallow Society of Plot ${row}`,
    state: 'NY',
    principalAddress: `${row + 1} Long Rd, Utica, NY 13501`,
  }),
);

const DRAFTS: readonly EntityDraft[] = [
  {
    key: '10',
    name: 'GOSSAMER RESEARCH FOUNDATION OF THE WESTERN LAKES INC',
    state: 'NY',
    principalAddress: 'PO BOX 9, ALBANY, NY 12201',
  },
  {
    key: '11',
    name: 'INDIGO INTERNATIONAL HONOR SOCIETY IN HERALDRY AND NUMISMATICS',
    otherNames: [{ name: 'QUILLFEATHER CONSERVATORY INC', kind: 'sort' }],
    state: 'NY',
    principalAddress: '1 COLLEGE CIR, GENESEO, NY 14454',
  },
  {
    key: '12',
    name: 'JUNIPER HERON TRUST',
    otherNames: [{ name: 'JUNIPER HERON AVIARY', kind: 'sort' }],
    state: 'NY',
    principalAddress: '7 BIRD LN, ITHACA, NY 14850',
  },
];

let folder: string;
let store: Store;
let matcher: Matcher;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-divided-'));
  store = await openStore(folder, { schema: 'migrate' });
  await fill(store.catalog, { entities: { us_irs_eo_bmf: [...DRAFTS, ...FILLERS] } });
  await buildIndexes(store.catalog, join(folder, 'index'), () => 1_000);
  const loaded = await new IndexLoader(join(folder, 'index'), (problem) => expect(problem).toBe('')).look();
  if (loaded === undefined) throw new Error('The index was not built.');
  matcher = new Matcher({ ...store, index: viewsOf(loaded).entities });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const COLLEGE = { street: '1 College Cir Ste 1', city: 'Geneseo', state: 'NY', zip: '14454' };

function ask(name: string, otherNames: readonly string[], address: typeof COLLEGE) {
  return matcher.match({
    ...{ name, otherNames, address },
    ...{ people: [], identifiers: [], registryNumber: '', year: null },
  });
}

it('is ambiguous if one name leads to one body, and another name to the body at the door', async () => {
  const name = 'The Gossamer Research Foundation of the Western Lakes Inc';
  const { outcome, candidates } = await ask(name, ['Quillfeather Conservatory'], COLLEGE);
  expect(outcome).toBe('ambiguous');
  expect(candidates[0]?.rivals).toBeGreaterThan(0);
  const { outcome: alone } = await ask(name, [], {
    street: 'PO Box 9',
    city: 'Albany',
    state: 'NY',
    zip: '12201',
  });
  expect(alone).toBe('found');
});

it('takes nobody for the host whose name stands on its second line', async () => {
  const { outcome } = await ask('Quillfeather Conservatory Inc', [], COLLEGE);
  expect(outcome).not.toBe('found');
});

it('finds by a second line that shares words with the first', async () => {
  const address = { street: '7 Bird Ln', city: 'Ithaca', state: 'NY', zip: '14850' };
  const { outcome } = await ask('Juniper Heron Aviary', [], address);
  expect(outcome).toBe('found');
});
