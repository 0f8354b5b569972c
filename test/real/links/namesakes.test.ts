import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../../bench/links/group.js';
import { bulkId } from '../../../src/domain/ids.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { IndexLoader, viewsOf } from '../../../src/indexing/files/index-loader.js';
import { Matcher } from '../../../src/linking/match/matcher.js';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import type { Store } from '../../../src/store/store.js';
import { readDrafts } from '../../sources/read-source.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { fill } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const SOURCE = 'us_irs_eo_bmf';
const STATES = ['hi', 'me', 'mt', 'nd', 'ri', 'vt'];
const irs = (state: string) => realFile('federal', 'irs_bmf', `eo_${state}.csv.gz`);
/** The rules were made by looking at names of the other half. */
const isUnseen = (name: string) => hashOf(name, 39) % 2 === 1;

interface Body {
  readonly EIN: string;
  readonly NAME: string;
  readonly SORT_NAME: string;
  readonly STREET: string;
  readonly CITY: string;
  readonly STATE: string;
  readonly ZIP: string;
  readonly GROUP: string;
}
type Place = Pick<Body, 'STREET' | 'CITY' | 'ZIP'>;

describe.skipIf(withoutRealData('namesakes of the IRS’s file'))(
  'namesakes of the IRS’s file',
  { timeout: 600_000 },
  () => {
    let folder: string;
    let store: Store;
    let matcher: Matcher;
    let all: readonly Body[];
    let byName: ReadonlyMap<string, readonly Body[]>;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'dossier-namesakes-'));
      store = await openStore(folder, { schema: 'migrate' });
      const { drafts } = await readDrafts(usIrsEoBmf, STATES.map(irs));
      await fill(store.catalog, { entities: { [SOURCE]: drafts } });
      await buildIndexes(store.catalog, join(folder, 'index'), () => 1_000);
      const loaded = await new IndexLoader(join(folder, 'index'), (problem) =>
        expect(problem).toBe(''),
      ).look();
      if (loaded === undefined) throw new Error('The index was not built.');
      matcher = new Matcher({ ...store, index: viewsOf(loaded).entities });
      all = STATES.flatMap(bodiesOf).filter(({ STATE }) => STATES.includes(STATE.toLowerCase()));
      const groups = new Map<string, Body[]>();
      for (const one of all) {
        const key = `${one.NAME}|${one.STATE}`;
        groups.set(key, [...(groups.get(key) ?? []), one]);
      }
      byName = groups;
    }, 600_000);
    afterAll(async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** How many are `found`: right and wrong. */
    async function found(request: readonly { name: string; state: string; place?: Place; ein?: string }[]) {
      const counts = { of: request.length, right: 0, wrong: 0 };
      for (const { name, state, place, ein } of request) {
        const address = {
          street: place?.STREET ?? '',
          city: place?.CITY ?? '',
          zip: place?.ZIP.slice(0, 5) ?? '',
          state,
        };
        const about = { otherNames: [], people: [], identifiers: [], registryNumber: '', year: null };
        const { outcome, candidates } = await matcher.match({ name, address, ...about });
        if (outcome !== 'found') continue;
        if (ein !== undefined && candidates[0]?.candidate.data.id === bulkId(SOURCE, ein)) counts.right += 1;
        else counts.wrong += 1;
      }
      process.stderr.write(`${expect.getState().currentTestName}: ${JSON.stringify(counts)}\n`);
      return counts;
    }

    const townOf = ({ CITY, ZIP }: Body): Place => ({ STREET: '', CITY, ZIP });

    it('a town and ZIP code of the state decide, right and wrong ones', async () => {
      const sole = sample(all.filter(({ NAME, STATE }) => byName.get(`${NAME}|${STATE}`)?.length === 1));
      const right = await found(
        sole.map((one) => ({ name: one.NAME, state: one.STATE, place: townOf(one), ein: one.EIN })),
      );
      const wrong = await found(
        sole.map((one) => ({ name: one.NAME, state: one.STATE, place: townOf(elsewhere(one, [one])) })),
      );
      expect(right.right / right.of).toBeGreaterThan(0.97);
      expect(right.wrong).toBe(0);
      // A few towns are spelt in two ways.
      expect(wrong.wrong).toBeLessThanOrEqual(wrong.of / 50);
    });

    it('they tell two or three namesakes of a state apart', async () => {
      const groups = [...byName.values()].filter(
        (group) => group.length > 1 && group.length < 4 && areApart(group),
      );
      const some = sample(groups.flatMap((group) => group.slice(0, 1)));
      const of = ({ NAME, STATE }: Body) => byName.get(`${NAME}|${STATE}`) ?? [];
      const right = await found(
        some.map((one) => ({ name: one.NAME, state: one.STATE, place: townOf(one), ein: one.EIN })),
      );
      const none = await found(
        some.map((one) => ({ name: one.NAME, state: one.STATE, place: townOf(elsewhere(one, of(one))) })),
      );
      const unplaced = await found(some.map(({ NAME, STATE }) => ({ name: NAME, state: STATE })));
      expect(right.right / right.of).toBeGreaterThan(0.95);
      expect(right.wrong).toBe(0);
      expect(none.wrong).toBeLessThanOrEqual(none.of / 50);
      expect(unplaced.wrong).toBe(0);
    });

    it('finds the namesake at the door', async () => {
      const groups = [...byName.values()].filter((group) => group.length > 2);
      const alone = groups.flatMap((group) =>
        group.filter(
          (one) => group.filter(({ STREET, ZIP }) => STREET === one.STREET && ZIP === one.ZIP).length === 1,
        ),
      );
      const counts = await found(
        sample(alone).map((one) => ({ name: one.NAME, state: one.STATE, place: one, ein: one.EIN })),
      );
      expect(counts.right / counts.of).toBeGreaterThan(0.95);
      expect(counts.wrong).toBe(0);
    });

    it('takes nobody for a host, a trustee or a county on its second line', async () => {
      const firsts = new Set(all.map(({ NAME }) => NAME));
      const hosts = all.filter(
        ({ NAME, SORT_NAME, GROUP }) =>
          HOST.test(SORT_NAME) && GROUP === '0000' && !sharesWord(NAME, SORT_NAME),
      );
      const request = hosts.filter(({ NAME, SORT_NAME }) => isUnseen(NAME) && !firsts.has(SORT_NAME));
      const name = ({ SORT_NAME, STATE }: Body) => ({ name: SORT_NAME, state: STATE });
      expect(request.length).toBeGreaterThan(40);
      expect((await found(request.map(name))).wrong).toBe(0);
      expect((await found(request.map((one) => ({ ...name(one), place: one })))).wrong).toBe(0);
    });

    /** A place of the state at which none of them is. */
    function elsewhere(one: Body, others: readonly Body[]): Body {
      const there = all.filter(
        ({ STATE, CITY, ZIP }) =>
          STATE === one.STATE &&
          others.every((other) => other.CITY !== CITY && other.ZIP.slice(0, 5) !== ZIP.slice(0, 5)),
      );
      return there[hashOf(one.EIN, 7) % there.length] ?? one;
    }
  },
);

const HOST = /UNIVERSITY|COLLEGE|\bBANK\b|TRUST CO|HOSPITAL|\bCITY OF|\bTOWN OF|COUNTY$|SCHOOL DIST/;

function bodiesOf(state: string): readonly Body[] {
  return parse(gunzipSync(readFileSync(irs(state))).toString('latin1'), {
    columns: true,
    relax_quotes: true,
  });
}

/** Two hundred of the unseen half. */
function sample(bodies: readonly Body[]): readonly Body[] {
  const order = ({ EIN }: Body) => hashOf(EIN, 7);
  const unseen = bodies.filter(({ NAME, ZIP }) => isUnseen(NAME) && ZIP !== '');
  return unseen.sort((one, other) => order(one) - order(other)).slice(0, 200);
}

function areApart(group: readonly Body[]): boolean {
  const different = (values: readonly string[]) => new Set(values).size === group.length;
  return different(group.map(({ CITY }) => CITY)) && different(group.map(({ ZIP }) => ZIP.slice(0, 5)));
}

function sharesWord(one: string, other: string): boolean {
  const words = new Set(one.split(/\W+/));
  return other.split(/\W+/).some((word) => word.length > 3 && words.has(word));
}
