import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identifier } from '../../../src/domain/entity.js';
import { type BodyNumber, numberOf, readNumber } from '../../../src/domain/numbers.js';
import { NUMBERED_DATASETS } from '../../../src/domain/records/numbered-dataset.js';
import { identify } from '../../../src/operations/identify/chain.js';
import { NumberedRecords } from '../../../src/operations/identify/records.js';
import { DATASETS } from '../../../src/sources/datasets.js';
import { factsById } from '../../../src/sources/facts.js';
import { SOURCES } from '../../../src/sources/index.js';
import { usFdicInstitutions } from '../../../src/sources/us/fdic/institutions.js';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import type { Store } from '../../../src/store/store.js';
import { type ReadDrafts, readDataset } from '../../datasets/read-dataset.js';
import { readDrafts } from '../../sources/read-source.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { fill } from '../../support/service.js';
import { openStore } from '../../support/store.js';
import { federal, form5500, institutions } from '../real-files.js';
import { type RawStatement, rawNumber, rawStatements, spaced } from './raw-statements.js';

/** Data set -> its files. */
const FILES: Readonly<Record<string, () => readonly string[]>> = {
  us_irs_form_990: () =>
    ['irs_990', 'irs_990_more'].flatMap((folder) =>
      readdirSync(federal(folder)).flatMap((name) =>
        /^(?:excerpt_)?990.*\.xml(?:\.gz)?$/.test(name) ? federal(folder, name) : [],
      ),
    ),
  us_sec_financial_statements: () => [realFile('sec', 'fsds', '2009q3.zip')],
  us_sec_financial_facts: () => [realFile('sec', 'fsds', '2009q3.zip')],
  us_sec_company_facts: () => [federal('sec_companyfacts', 'CIK0001640147_snow_facts.json.gz')],
  us_gleif_lei_records: () => [federal('gleif', 'lei2-intra-day_20240505_cut.json')],
  us_gleif_relationships: () => [federal('gleif', 'rr-golden-copy_20260123_rows.csv')],
  us_dol_form_5500: () => [form5500().path],
  us_fac_auditees: () => [federal('fac', 'fac_auditee_ids_2016_2022.csv')],
  us_sam_registrations: () => [federal('sam', 'SAM_PUBLIC_V2_3rec_20260906.dat')],
  us_sam_exclusions: () => [
    federal('sam_exclusions', 'SAM_Exclusions_Public_Extract_20049_twothirds.CSV.gz'),
  ],
  us_ofac_sdn: () => [
    ...['sdn.csv.gz', 'add.csv.gz', 'alt.csv.gz', 'sdn_comments.csv'].map((name) => federal('ofac', name)),
  ],
  us_hhs_leie: () => [federal('leie', 'leie-sample.csv')],
  us_fdic_failed_banks: () => [federal('fdic_failed', 'banklist_2020-10.csv')],
};

const bmf = (state: string) => federal('irs_bmf', `eo_${state}.csv.gz`);

const skip = withoutRealData('which records numbers join, on real files');

describe.skipIf(skip)('records of the real files', { timeout: 600_000 }, () => {
  let folder: string;
  let store: Store;
  const read = new Map<string, ReadDrafts['drafts']>();

  beforeAll(async () => {
    for (const [id, files] of Object.entries(FILES)) {
      const dataset = DATASETS.find((one) => one.id === id);
      if (dataset === undefined) throw new Error(`${id} is not in the catalogue.`);
      read.set(id, (await readDataset(dataset, files())).drafts);
    }
    folder = mkdtempSync(join(tmpdir(), 'dossier-joined-'));
    store = await openStore(folder, { schema: 'migrate' });
    const organizations = await readDrafts(usIrsEoBmf, ['ct', 'de'].map(bmf));
    const banks = await readDrafts(usFdicInstitutions, [institutions()]);
    await fill(store.catalog, {
      entities: { us_irs_eo_bmf: organizations.drafts, us_fdic_institutions: banks.drafts },
      datasets: Object.fromEntries(read),
    });
  }, 600_000);
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** The valid numbers of a record, of all its parties. */
  function numbersIn(id: string, { parties }: ReadDrafts['drafts'][number]): readonly BodyNumber[] {
    const inKeys = parties.flatMap(({ key }) => NUMBERED_DATASETS.get(id)?.numberIn(key) ?? []);
    const stated = parties.flatMap(({ identifiers = [] }) =>
      identifiers.flatMap((one: Identifier) => numberOf(one) ?? []),
    );
    return [...inKeys, ...stated];
  }

  async function rowOf(id: string, records: NumberedRecords): Promise<string> {
    const drafts = read.get(id) ?? [];
    const joinedBy = new Map<string, number>();
    let [joined, without] = [0, 0];
    for (const draft of drafts) {
      const numbers = numbersIn(id, draft);
      if (numbers.length === 0) without += 1;
      const schemes = new Set<string>();
      for (const number of numbers) {
        const holders = await records.find(number);
        if (holders.some(({ source }) => source !== id)) schemes.add(number.scheme);
      }
      if (schemes.size > 0) joined += 1;
      for (const scheme of schemes) joinedBy.set(scheme, (joinedBy.get(scheme) ?? 0) + 1);
    }
    const by = [...joinedBy].map(([scheme, count]) => `${scheme} ${count}`).join(', ') || '-';
    return `| \`${id}\` | ${[drafts.length, joined, by, without, drafts.length - joined - without].join(' | ')} |`;
  }

  test('are joined by number as the table in docs/real-data.md says', async () => {
    const { catalog } = store;
    const sources = factsById([...SOURCES, ...DATASETS]);
    const records = new NumberedRecords({ catalog, sources, indexes: () => undefined });
    const rows: string[] = [];
    for (const id of Object.keys(FILES)) rows.push(await rowOf(id, records));
    const [, table = ''] = readFileSync('docs/real-data.md', 'utf8').split('\n## Joined by number\n');
    expect(table.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  });

  test('of 200 numbers are those that the files state, and so is every step of their chains', async () => {
    const sources = factsById([...SOURCES, ...DATASETS]);
    const byNumber = new Map<string, RawStatement[]>();
    for (const one of rawStatements()) {
      for (const number of one.numbers) byNumber.set(number, [...(byNumber.get(number) ?? []), one]);
    }
    const raw = new Set([...byNumber.values()].flat().map(({ source }) => source));
    const compared = { records: 0, chains: 0, steps: 0 };
    const faults: string[] = [];
    const check = (number: string, what: string, one: Iterable<string>, other: Iterable<string>) => {
      const [shown, stated] = [one, other].map((texts) => [...new Set(texts)].sort().join(', '));
      if (shown !== stated) faults.push(`${number}: ${what} ${shown} instead of ${stated}`);
    };
    const dependencies = { catalog: store.catalog, sources, indexes: () => undefined };
    for (const number of sampled(byNumber, 200)) {
      const [, scheme = '', value = ''] = /^([a-z]+):(.+)$/.exec(number) ?? [];
      const read = readNumber(
        scheme as BodyNumber['scheme'],
        scheme === 'ein' ? value.padStart(9, '0') : value,
      );
      if (read === undefined) throw new Error(`${number} is no number.`);
      const { records, chain } = await identify(read, new NumberedRecords(dependencies));
      const stated = byNumber.get(number) ?? [];
      const found = records.filter(({ source }) => raw.has(source));
      const sourcesOf = (all: readonly { readonly source: string }[]) => all.map(({ source }) => source);
      check(number, 'records of', sourcesOf(found), sourcesOf(stated));
      for (const { source, name } of found) {
        const names = stated.flatMap((one) => (one.source === source ? one.name : []));
        if (!names.includes(spaced(name))) faults.push(`${number}: ${name} instead of ${names}`);
      }
      const shown = chain.filter((step) => step.scheme !== 'state-number');
      const reached = reachedFrom(number, byNumber);
      check(
        number,
        'chain to',
        shown.map((step) => rawNumber(step.scheme, step.value)),
        reached,
      );
      for (const { scheme: kind, value: text, from, statedBy } of shown) {
        const [to, start] = [rawNumber(kind, text), rawNumber(from.scheme, from.value)];
        const isStated = byNumber
          .get(to)
          ?.some(({ source, numbers }) => source === statedBy.source && numbers.includes(start));
        if (!isStated) faults.push(`${number}: no record of ${statedBy.source} states ${start} and ${to}`);
      }
      compared.records += found.length;
      compared.steps += shown.length;
      if (reached.size > 0) compared.chains += 1;
    }
    expect(faults).toEqual([]);
    expect(compared).toEqual(COMPARED);
  });
});

/** How much the comparison of 200 numbers contains. */
const COMPARED = { records: 207, chains: 86, steps: 86 };

/** Numbers of each kind in turn, evenly over all of the kind; those that two files state first. */
function sampled(byNumber: ReadonlyMap<string, readonly RawStatement[]>, size: number): readonly string[] {
  const all = [...byNumber.keys()].sort();
  const isJoining = (number: string) => new Set(byNumber.get(number)?.map(({ source }) => source)).size > 1;
  const kinds = ['ein', 'cik', 'uei', 'cage', 'lei', 'fdic'].map((scheme) =>
    all.filter((number) => number.startsWith(`${scheme}:`)),
  );
  const chosen = new Set(all.filter(isJoining).slice(0, size / 4));
  for (let turn = 0; chosen.size < size; turn += 1) {
    for (const numbers of kinds) {
      const number = numbers[(turn * 37) % numbers.length];
      if (number !== undefined && chosen.size < size) chosen.add(number);
    }
  }
  return [...chosen];
}

/** The other numbers of the records of a number, then of their records, up to the fourth step. */
function reachedFrom(
  start: string,
  byNumber: ReadonlyMap<string, readonly RawStatement[]>,
): ReadonlySet<string> {
  const seen = new Set([start]);
  let front: readonly string[] = [start];
  for (let step = 0; step < 4; step += 1) {
    const next = front.flatMap((number) => byNumber.get(number) ?? []).flatMap(({ numbers }) => numbers);
    front = [...new Set(next)].filter((number) => !seen.has(number));
    for (const number of front) seen.add(number);
  }
  seen.delete(start);
  return seen;
}
