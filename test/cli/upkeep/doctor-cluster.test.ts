import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examinePlace, findingsOfNodes } from '../../../src/cli/doctor/cluster-findings.js';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { findingsOfPrimary } from '../../../src/cli/doctor/postgres-findings.js';
import { FolderObjects } from '../../../src/publishing/objects/folder.js';
import { type Objects, ObjectsAwayError } from '../../../src/publishing/objects/objects.js';
import { claimFolder, confirmFolder } from '../../../src/store/folder/data-folder.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor } from '../../support/postgres/server.js';
import { runProgram } from '../../support/processes/program.js';
import {
  loadAndPublish,
  newBuilderFolder,
  newFolder,
  newReader,
  openRegister,
  type TestCluster,
} from '../../support/publishing.js';

const badOf = (findings: readonly Finding[]) => findings.filter(({ ok }) => !ok).map(({ what }) => what);

describe('nodes of a cluster', () => {
  const node = (name: string, version: number | null, seenMsAgo = 900) => ({
    ...{ name, version, seenMsAgo },
    root: null,
  });
  const found = (wanted: number | undefined, ...nodes: ReturnType<typeof node>[]) =>
    findingsOfNodes(wanted, nodes, new Map());

  test('that were seen and serve what is wanted are in order, and so is a cluster without nodes', () => {
    const fine = {
      subject: 'cluster',
      ok: true,
      what: 'Every node that was seen serves version 7.',
      cure: null,
    };
    expect(found(7, node('one', 7), node('two', 7, 59_999))).toEqual([fine]);
    expect(found(7)).toEqual([fine]);
  });

  test('that serve another version, or none, are behind', () => {
    const findings = found(7, node('one', 7), node('two', 6), node('three', 8), node('four', null));
    expect(badOf(findings)).toEqual([
      'Node two serves version 6 instead of 7.',
      'Node three serves version 8 instead of 7.',
      'Node four serves no version instead of 7.',
    ]);
    expect(findings).toHaveLength(3);
    for (const { cure } of findings) expect(cure).toMatch(/its log says why/);
  });

  test('that were not seen for a minute are silent, and are not told to be behind as well', () => {
    const findings = found(7, node('one', 7, 60_000), node('two', 6, 5_400_000), node('three', 7));
    expect(badOf(findings)).toEqual([
      'Node one was last seen 1 minute ago.',
      'Node two was last seen 90 minutes ago.',
    ]);
    for (const { cure } of findings) expect(cure).toMatch(/Start it again/);
  });

  test('that were gone for a day are told of no more', () => {
    expect(badOf(found(7, node('gone', 6, 86_399_999)))).toEqual([
      'Node gone was last seen 1440 minutes ago.',
    ]);
    expect(badOf(found(7, node('gone', 6, 86_400_000)))).toEqual([]);
  });

  test('whose verified copy differs from the published version are damaged', () => {
    const roots = new Map([
      [6, 'aaaa'],
      [7, 'bbbb'],
    ]);
    const nodes = [
      { ...node('whole', 7), root: 'bbbb' },
      { ...node('flipped', 7), root: 'cccc' },
      { ...node('swapped', 7), root: 'aaaa' },
      node('unverified', 7),
    ];
    expect(badOf(findingsOfNodes(7, nodes, roots))).toEqual([
      'The copy of version 7 on node flipped differs from the published one.',
      'The copy of version 7 on node swapped differs from the published one.',
    ]);
    const older = [{ ...node('older', 5), root: 'cccc' }];
    expect(badOf(findingsOfNodes(7, older, roots))).toEqual(['Node older serves version 5 instead of 7.']);
  });

  test('have nothing to serve before the first publication', () => {
    expect(found(undefined, node('one', null))).toEqual([
      {
        subject: 'cluster',
        ok: false,
        what: 'Nothing has been published yet.',
        cure: 'On the builder, run: dossier cluster publish',
      },
    ]);
  });
});

describe('the primary', () => {
  const state = {
    version: '15.9',
    synchronous: 'ANY 1 (a, b)',
    following: ['a', 'b'] as readonly string[] | null,
    clockAheadMs: 0,
    roundTripMs: 0.4,
  };
  const found = (request: 'standby' | 'managed' | 'local', changed: Partial<typeof state> = {}) =>
    findingsOfPrimary(request, { ...state, ...changed });

  test('in order says its version, the standbys and that the clocks agree', () => {
    expect(found('standby').map(({ ok, what }) => [ok, what])).toEqual([
      [true, 'The primary is PostgreSQL 15.9; a round trip takes 0.4 ms.'],
      [true, 'Commits wait for ANY 1 (a, b). a and b follow.'],
      [true, 'The clocks of the server and this machine agree.'],
    ]);
  });

  test('that no standby follows charges nothing, where a commit must be on one', () => {
    const none = { following: [] };
    expect(found('standby', none).filter(({ ok }) => !ok)).toEqual([
      {
        subject: 'postgres',
        ok: false,
        what: 'No standby follows, and commits wait for one of ANY 1 (a, b): nothing can be charged.',
        cure: 'Start a standby.',
      },
    ]);
    for (const request of ['managed', 'local'] as const) expect(badOf(found(request, none))).toEqual([]);
  });

  test('that hides its standbys from this user is not told to have none', () => {
    const hidden = found('standby', { following: null });
    expect(badOf(hidden)).toEqual([]);
    expect(hidden[1]?.what).toBe(
      'Commits wait for ANY 1 (a, b). This user may not see which standbys follow.',
    );
  });

  test.each([
    [5_001, 'The clock of the server is 5 seconds ahead of this machine’s.'],
    [-5_001, 'The clock of the server is 5 seconds behind this machine’s.'],
    [86_400_000, 'The clock of the server is 86,400 seconds ahead of this machine’s.'],
  ])('whose clock is off by %i ms is told of', (clockAheadMs, what) => {
    const [bad, ...others] = found('standby', { clockAheadMs }).filter(({ ok }) => !ok);
    expect(others).toEqual([]);
    expect(bad).toMatchObject({ subject: 'clock', what: what.replace('’', "'") });
  });

  test.each([5_000, -5_000])('whose clock is off by %i ms is left alone', (clockAheadMs) => {
    expect(badOf(found('standby', { clockAheadMs }))).toEqual([]);
  });
});

describe('the publication store', () => {
  const placeThat = (refuses: 'put' | 'get' | 'remove' | 'list' | 'nothing') => {
    const folder = newFolder('place');
    const real = new FolderObjects(folder);
    const refuse = () => {
      throw new ObjectsAwayError('The bucket at stub returned 403 AccessDenied.');
    };
    const objects: Objects = {
      put: async (name, bytes) => (refuses === 'put' ? refuse() : await real.put(name, bytes)),
      get: async (name) => (refuses === 'get' ? refuse() : await real.get(name)),
      remove: async (names) => (refuses === 'remove' ? refuse() : await real.remove(names)),
      list: (prefix) => (refuses === 'list' ? refuse() : real.list(prefix)),
    };
    return { objects, left: () => readdirSync(folder) };
  };

  test.each([true, false])('in order leaves nothing of the try (publishes: %s)', async (publishes) => {
    const { objects, left } = placeThat('nothing');
    const { ok, what } = await examinePlace(objects, publishes);
    expect(ok).toBe(true);
    expect(what).toBe(`The publication store can be read${publishes ? ' and written' : ''}.`);
    expect(left()).toEqual([]);
  });

  test.each(['put', 'get', 'remove'] as const)(
    'whose credentials refuse to %s fails on a machine that publishes',
    async (refuses) => {
      const finding = await examinePlace(placeThat(refuses).objects, true);
      expect(finding).toMatchObject({ subject: 'bucket', ok: false });
      expect(finding.what).toMatch(/cannot write to it: The bucket at stub returned 403 AccessDenied\.$/);
      expect(finding.cure).toMatch(/list, read, write and delete objects/);
    },
  );

  test('whose credentials read alone passes on a machine that follows', async () => {
    expect(await examinePlace(placeThat('put').objects, false)).toMatchObject({ ok: true });
  });

  test('that cannot be read is told of by that alone', async () => {
    const finding = await examinePlace(placeThat('list').objects, true);
    expect(finding).toMatchObject({ ok: false, what: 'The bucket at stub returned 403 AccessDenied.' });
  });

  test('that returned different bytes than were put is no place', async () => {
    const { objects } = placeThat('nothing');
    const finding = await examinePlace({ ...objects, get: async () => Buffer.from('other') }, true);
    expect(finding.what).toMatch(/returned different bytes/);
  });
});

describe.skipIf(!hasPostgres)('the doctor of a cluster', () => {
  let database: string;
  let cluster: TestCluster;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await openRegister(database);
  });
  afterAll(async () => {
    await cluster.close();
    await dropDatabase(database);
  });

  test('tries to write on a builder’s folder, and not on one that follows or holds no data', async () => {
    const place = newFolder('place');
    const folder = newBuilderFolder();
    await loadAndPublish({ cluster, objects: new FolderObjects(place), folder }, 50, 'one');
    confirmFolder(folder);
    const bucketOf = async (data: string) => {
      const env = {
        DOSSIER_DATA: data,
        DOSSIER_PORT: '0',
        DOSSIER_POSTGRES: (await optionsFor(database)).url,
        DOSSIER_POSTGRES_DURABILITY: 'local',
        DOSSIER_PUBLICATIONS: `file://${place}`,
      };
      const { stdout } = await runProgram(['doctor', '--json'], env);
      const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
      return findings.filter(({ subject }) => subject === 'bucket');
    };
    expect(await bucketOf(folder.path)).toMatchObject([
      { ok: true, what: expect.stringMatching(/read and written/) },
      { ok: true, what: 'All parts of all retained versions are in the store.' },
    ]);
    expect(readdirSync(place)).toEqual(['v']);
    // Root may write anywhere, but not below a file.
    writeFileSync(join(place, 'try'), '');
    expect(await bucketOf(folder.path)).toMatchObject([
      { ok: false, what: expect.stringMatching(/cannot write to it/) },
    ]);
    const empty = newFolder('empty');
    expect(await bucketOf(empty)).toMatchObject([
      { ok: true, what: expect.stringMatching(/can be read\.$/) },
      { ok: true, what: 'All parts of all retained versions are in the store.' },
    ]);
    const follower = claimFolder(newFolder('follower'), 'replica');
    confirmFolder(follower);
    await newReader(cluster, new FolderObjects(place), follower.path).follower.step();
    expect(await bucketOf(follower.path)).toMatchObject([
      { ok: true, what: expect.stringMatching(/can be read\.$/) },
      { ok: true, what: 'All parts of all retained versions are in the store.' },
    ]);
  });
});
