import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLinks, type SqliteLinks } from '../../src/store/sqlite/links/links.js';
import type { Contested, Judgement } from '../../src/store/store.js';
import { budget } from '../support/effort.js';

let folder: string;
let links: SqliteLinks;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-links-'));
  links = openLinks({ path: join(folder, 'links.db'), schema: 'migrate' });
});
afterEach(() => {
  links.close();
  rmSync(folder, { recursive: true });
});

const SET = 'us_xx_awards';
const link = (entity: string): Judgement['links'][number] => ({
  ...{ entity, outcome: 'linked', tier: 'confirmed', attached: true, probability: 0.999, decidedBy: 'model' },
  ...{ rivals: 0, samePlace: true, evidence: '[]' },
});
const judgement = (party: string, ...entities: string[]): Judgement => ({
  party,
  fingerprint: `print of ${party}`,
  links: entities.map(link),
});
const correct = (entity: string, party: string, verdict: 'confirmed' | 'denied') =>
  links.correct({ entity, dataset: SET, party, verdict, note: '', at: 1 });

describe('links', () => {
  test('are read by entity and by party; a new judgement replaces the old one whole', async () => {
    await links.putJudgements(SET, [judgement('uei:A', 'CT:1', 'CO:1')]);
    expect(await links.ofEntity('CT:1')).toMatchObject([{ dataset: SET, party: 'uei:A', attached: true }]);
    expect((await links.ofParty('uei:A')).map(({ entity }) => entity)).toEqual(['CO:1', 'CT:1']);
    await links.putJudgements(SET, [judgement('uei:A', 'CO:1')]);
    expect(await links.ofEntity('CT:1')).toEqual([]);
    expect([...(await links.fingerprints(SET, ['uei:A', 'uei:B']))]).toEqual([['uei:A', 'print of uei:A']]);
    await links.dropParties(SET, ['uei:A']);
    expect(await links.ofParty('uei:A')).toEqual([]);
  });

  test('give the entity of each party: attached, of this data set, and of several the most probable', async () => {
    const [weak, strong] = [link('CO:1'), link('CT:1')];
    const both = [{ ...weak, probability: 0.98 }, strong] as Judgement['links'];
    await links.putJudgements(SET, [
      { ...judgement('uei:A'), links: both },
      { ...judgement('uei:B'), links: [{ ...weak, attached: false }] } as Judgement,
    ]);
    await links.putJudgements('us_xx_others', [judgement('uei:C', 'CO:1')]);
    expect(await links.entitiesOf(SET, ['uei:A', 'uei:B', 'uei:C', 'uei:A'])).toEqual(
      new Map([['uei:A', 'CT:1']]),
    );
  });

  test('that a person denied are never shown, and stay denied whatever is judged later', async () => {
    await links.putJudgements(SET, [judgement('uei:A', 'CT:1')]);
    await correct('CT:1', 'uei:A', 'denied');
    await links.putJudgements(SET, [judgement('uei:A', 'CT:1')]);
    expect(await links.ofEntity('CT:1')).toMatchObject([{ attached: false, decidedBy: 'correction' }]);
    expect(await links.ofParty('uei:A')).toEqual([]);
  });

  test('that a person confirmed are shown though no model made them, until a person says otherwise', async () => {
    await correct('CT:1', 'uei:B', 'confirmed');
    const confirmed = {
      attached: true,
      tier: 'confirmed',
      probability: 1,
      decidedBy: 'correction',
      party: 'uei:B',
    };
    expect(await links.ofEntity('CT:1')).toMatchObject([confirmed]);
    expect(await links.ofParty('uei:B')).toMatchObject([{ entity: 'CT:1' }]);
    await correct('CT:1', 'uei:B', 'denied');
    expect(await links.ofParty('uei:B')).toEqual([]);
  });

  test('that others contest are ambiguous and not shown, but for what a person confirmed', async () => {
    const ifSeveral: Contested = (claims) => (claims.length > 1 ? claims : []);
    await links.putJudgements(SET, [judgement('uei:A', 'CT:1'), judgement('uei:B', 'CT:1')], ifSeveral);
    await links.putJudgements(SET, [judgement('uei:A', 'CT:1')], ifSeveral);
    expect(await links.ofEntity('CT:1')).toMatchObject([
      { outcome: 'ambiguous', attached: false },
      { outcome: 'ambiguous', attached: false },
    ]);
    await correct('CT:1', 'uei:B', 'confirmed');
    expect((await links.ofEntity('CT:1')).filter(({ attached }) => attached)).toMatchObject([
      { party: 'uei:B' },
    ]);
    await links.putJudgements(SET, [judgement('uei:B', 'CO:1')], ifSeveral);
    expect((await links.ofEntity('CT:1')).every(({ attached }) => attached)).toBe(true);
    await links.putJudgements(SET, [judgement('uei:C', 'CO:1')], ifSeveral);
    expect(await links.ofParty('uei:C')).toEqual([]);
    await links.dropParties(SET, ['uei:B'], ifSeveral);
    expect(await links.ofParty('uei:C')).toMatchObject([{ entity: 'CO:1' }]);
  });

  test('survive the closing of the file', async () => {
    await links.putJudgements(SET, [judgement('uei:A', 'CT:1')]);
    await links.setState(SET, { run: 4, at: 5, weights: 'w' });
    links.close();
    links = openLinks({ path: join(folder, 'links.db'), schema: 'current' });
    expect(await links.ofEntity('CT:1')).toHaveLength(1);
    expect(await links.state(SET)).toEqual({ run: 4, at: 5, weights: 'w' });
  });
});

describe('what entities share', () => {
  const key = (text: string) => ({ kind: 'principal_address', key: text }) as const;
  const put = (entity: string, ...keys: string[]) =>
    links.putShared([{ entity, hash: `${entity} ${keys.join()}`, keys: keys.map(key) }]);

  test('is counted exactly, whatever changes', async () => {
    await put('CT:1', 'main');
    await put('CT:2', 'main', 'side');
    expect(await links.sharing(key('main'), 10)).toEqual(['CT:1', 'CT:2']);
    expect(await links.countSharing(key('main'))).toBe(2);
    await put('CT:2', 'side');
    expect(await links.countSharing(key('main'))).toBe(1);
    await links.dropShared(['CT:1', 'CT:2']);
    expect(await links.countSharing(key('main'))).toBe(0);
    expect(await links.countSharing(key('nobody'))).toBe(0);
    expect(await links.sharing(key('side'), 10)).toEqual([]);
  });

  test('is read as it was until the index of many is built, and then as if put one by one', async () => {
    await put('CT:1', 'main');
    const noted = (entity: string, ...keys: string[]) => ({ entity, hash: entity, keys: keys.map(key) });
    await links.loadShared([noted('CT:2', 'main'), noted('CT:3', 'main', 'side')], []);
    await links.loadShared([], ['CT:1']);
    expect(await links.sharing(key('main'), 10)).toEqual(['CT:1']);
    await links.indexShared();
    expect(await links.sharing(key('main'), 10)).toEqual(['CT:2', 'CT:3']);
    expect(await links.countSharing(key('main'))).toBe(2);
    expect(await links.sharedHashes(['CT:1', 'CT:2'])).toEqual(new Map([['CT:2', 'CT:2']]));
    await links.dropShared(['CT:3']);
    expect(await links.countSharing(key('main'))).toBe(1);
    expect(await links.sharing(key('side'), 10)).toEqual([]);
  });

  test('is what a list of all would say, whatever is put, dropped, loaded and indexed', async () => {
    const entity = fc.constantFrom('CT:1', 'CT:2', 'CT:3', 'CT:4');
    const keys = fc.subarray(['main', 'side', 'back']);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), entity, keys }),
      fc.record({ kind: fc.constant('drop' as const), entity, keys: fc.constant<string[]>([]) }),
      fc.record({ kind: fc.constantFrom('load' as const), entity, keys }),
      fc.record({ kind: fc.constant('forget' as const), entity, keys: fc.constant<string[]>([]) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await links.dropShared(['CT:1', 'CT:2', 'CT:3', 'CT:4']);
        const model = new Map<string, readonly string[]>();
        for (const { kind, entity: id, keys: its } of steps) {
          const entry = { entity: id, hash: its.join(), keys: its.map(key) };
          if (kind === 'put') await links.putShared([entry]);
          if (kind === 'drop') await links.dropShared([id]);
          if (kind === 'load') await links.loadShared([entry], []);
          if (kind === 'forget') await links.loadShared([], [id]);
          if (kind === 'load' || kind === 'forget') await links.indexShared();
          if (kind === 'put' || kind === 'load') model.set(id, its);
          else model.delete(id);
        }
        for (const name of ['main', 'side', 'back']) {
          const bearers = [...model].flatMap(([id, its]) => (its.includes(name) ? [id] : [])).sort();
          expect(await links.sharing(key(name), 10)).toEqual(bearers);
          expect(await links.countSharing(key(name))).toBe(bearers.length);
        }
      }),
      { numRuns: budget(200) },
    );
  });
});
