import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BesideColorado, generateBmf } from '../../bench/generate/files/bmf.js';
import { generateColorado } from '../../bench/generate/files/colorado.js';
import { generateSam } from '../../bench/generate/files/sam.js';
import { usIrsEoBmf } from '../../src/sources/us/irs/eo-bmf.js';
import { usIrsExemptOrganizations } from '../../src/sources/us/irs/exempt-organizations.js';
import { usSamEntities } from '../../src/sources/us/sam/entities.js';
import { usSamRegistrations } from '../../src/sources/us/sam/registrations.js';
import { type ReadDrafts, readDataset } from '../datasets/read-dataset.js';
import { readDrafts } from '../sources/read-source.js';

const ENTITIES = 5_000;
const ROWS = 1_200;
const silent = () => {};
const FILES = [
  {
    file: 'eo_bmf.csv',
    generate: generateBmf,
    dataset: usIrsExemptOrganizations,
    source: usIrsEoBmf,
    share: 1 / 3,
  },
  {
    file: 'sam.dat',
    generate: generateSam,
    dataset: usSamRegistrations,
    source: usSamEntities,
    share: 1 / 2,
  },
];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-generate-'));
  await generateColorado(join(folder, 'colorado.csv'), ENTITIES, 1, silent);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(FILES)('a generated $file', ({ file, generate, dataset, source, share }) => {
  const request: BesideColorado = { rows: ROWS, entities: ENTITIES, seed: 1 };
  let path: string;
  let read: ReadDrafts;
  beforeAll(async () => {
    path = join(folder, file);
    await generate(path, request, silent);
    read = await readDataset(dataset, [path]);
  });

  it('is read whole by its data set and its source, without a warning', async () => {
    const { drafts, warnings } = await readDrafts(source, [path]);
    expect(new Set(read.drafts.map(({ key }) => key)).size).toBe(ROWS);
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(ROWS);
    expect(drafts.every(({ principalAddress }) => principalAddress)).toBe(true);
    expect([...read.warnings, ...Object.keys(warnings)]).toEqual([]);
  });

  it('is about entities of Colorado’s file in the share that is stated, under names that differ', () => {
    const known = entitiesOf(join(folder, 'colorado.csv'));
    const names = read.drafts.flatMap(({ parties: [party] }) => {
      const { city, zip } = party?.address ?? {};
      const theirs = known.get(`${city} ${zip?.slice(0, 5)}`) ?? [];
      const ours = party?.names[0]?.text ?? '';
      const entity = theirs.find((name) => bodyOf(name) === bodyOf(ours));
      return entity === undefined ? [] : [{ ours, entity }];
    });
    // A name in twenty-five has a letter wrong.
    expect(names.length / ROWS).toBeGreaterThan(share * 0.93);
    expect(names.length / ROWS).toBeLessThan(share);
    const differing = names.filter(({ ours, entity }) => ours !== entity).length;
    expect(differing / names.length).toBeGreaterThan(0.4);
    expect(differing / names.length).toBeLessThan(0.7);
  });

  it('has all other rows in other states', () => {
    const states = read.drafts.flatMap(({ parties: [party] }) => party?.address?.state ?? []);
    const elsewhere = states.filter((state) => state !== 'CO').length;
    // Sole proprietors with a person's name are read without their address.
    expect(states.length).toBeGreaterThan(ROWS * 0.97);
    expect(elsewhere / states.length).toBeCloseTo(1 - share, 2);
  });

  it('is the same bytes for the same numbers, and others for another seed', async () => {
    const [again, other] = [`${path}.again`, `${path}.other`];
    await generate(again, request, silent);
    await generate(other, { ...request, seed: 2 }, silent);
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
    expect(readFileSync(other).equals(readFileSync(path))).toBe(false);
  });

  it('may have more rows than there are entities', async () => {
    const small = `${path}.small`;
    await generate(small, { rows: 50, entities: 7, seed: 1 }, silent);
    expect((await readDataset(dataset, [small])).drafts).toHaveLength(50);
  });
});

it('writes the Business Master File as the IRS does: ASCII, CRLF, zeros that lead, blanks that are no zeros', () => {
  const text = readFileSync(join(folder, 'eo_bmf.csv'), 'latin1');
  const rows = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));
  expect(text).toMatch(/^[\r\n\x20-\x7e]*$/);
  expect(rows.every((row) => row.length === 28 && /^\d{9}$/.test(row[0] ?? ''))).toBe(true);
  expect(rows.some(([ein]) => ein?.startsWith('0'))).toBe(true);
  const column = (place: number) => new Set(rows.map((row) => row[place]));
  expect(column(11)).toContain('000000');
  for (const amount of [23, 24, 25]) {
    expect(column(amount)).toContain('');
    expect(column(amount)).toContain('0');
  }
});

it('writes the extract of SAM as it is published: 142 fields to an end mark, framed by the number of rows', () => {
  const lines = readFileSync(join(folder, 'sam.dat'), 'latin1').trimEnd().split('\n');
  expect(lines[0]).toMatch(/^BOF PUBLIC V2 0{8} \d{8} 0001200 \d{7}$/);
  expect(lines.at(-1)).toBe(lines[0]?.replace('BOF', 'EOF'));
  const rows = lines.slice(1, -1).map((line) => line.split('|'));
  expect(rows.every((row) => row.length === 142 && row[141] === '!end')).toBe(true);
  expect(rows.every(([uei]) => /^[1-9A-HJ-NP-Z][0-9A-HJ-NP-Z]{11}$/.test(uei ?? ''))).toBe(true);
});

/** Names of the entities at each city and ZIP code. */
function entitiesOf(path: string): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1, -1)) {
    const [, name = '', , , city = '', , zip] = line.split(',');
    const place = `${city.toUpperCase()} ${zip}`;
    places.set(place, [...(places.get(place) ?? []), name]);
  }
  return places;
}

/** A name without its legal form, its article and its punctuation. */
function bodyOf(name: string): string {
  return name
    .replaceAll(/[.,]/g, '')
    .replace(/^THE /, '')
    .replace(
      / (INC|INCORPORATED|CORP|CORPORATION|LLC|L L C|LIMITED LIABILITY COMPANY|LTD|LIMITED|LP|LIMITED PARTNERSHIP|TRUST|TR|\/DE\/)$/,
      '',
    );
}
