import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BucketPlace } from '../../src/config/cluster-config.js';
import { FolderObjects } from '../../src/publishing/objects/folder.js';
import { ObjectMissingError, type Objects, ObjectsAwayError } from '../../src/publishing/objects/objects.js';
import { S3Objects } from '../../src/publishing/objects/s3.js';
import { STUB_KEYS, startS3Stub } from '../support/servers/s3-stub.js';
import { STORES, type TestStore } from '../support/servers/stores.js';

const PATIENCE = { tryMs: 60_000, paceBytes: 2 ** 20, patienceMs: 50, pauseMs: 5 };
const folder = mkdtempSync(join(tmpdir(), 'dossier-objects-'));
let stub: Awaited<ReturnType<typeof startS3Stub>>;

beforeAll(async () => {
  stub = await startS3Stub();
});
afterAll(async () => {
  await stub.close();
});
afterEach(() => {
  Object.assign(stub.misbehaviour, { status: undefined, cuts: 0, delayMs: 0 });
  stub.misbehaviour.unlisted.clear();
  stub.misbehaviour.instead.clear();
});

function bucketPlace(secretKey = STUB_KEYS.secretKey): BucketPlace {
  const secretKeyFile = join(folder, `secret-${secretKey.length}`);
  writeFileSync(secretKeyFile, `${secretKey}\n`);
  const { accessKey, region } = STUB_KEYS;
  const { endpoint, bucket } = stub;
  const keys = { accessKey, secretKeyFile };
  return { kind: 's3', bucket, prefix: 'live/', region, endpoint, pathStyle: true, keys };
}

const bucket = (secretKey?: string) => new S3Objects(bucketPlace(secretKey), PATIENCE);

async function namesOf(objects: Objects, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of objects.list(prefix)) names.push(name);
  return names.sort();
}

describe.each([
  ...STORES,
  [
    'a bucket that checks signatures itself',
    async (): Promise<TestStore> => ({ place: () => bucket(), close: async () => undefined }),
  ],
] as const)('objects in %s', (_, open) => {
  let store: TestStore;
  const make = () => store.place();
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test('are given back, listed page by page, and removed', async () => {
    const objects = make();
    const names = Array.from({ length: 8 }, (_, n) => `v/1-1/part.${n}`);
    for (const name of names) await objects.put(name, Buffer.from(name));
    await objects.put('w/other', Buffer.alloc(0));
    expect(await objects.get('v/1-1/part.3')).toEqual(Buffer.from('v/1-1/part.3'));
    expect(await objects.get('w/other')).toEqual(Buffer.alloc(0));
    expect(await namesOf(objects, 'v/')).toEqual(names);
    for await (const { bytes, changedAt } of objects.list('v/1-1/part.2')) {
      expect(bytes).toBe(12);
      expect(Math.abs(changedAt - Date.now())).toBeLessThan(60_000);
    }
    await objects.remove([...names.slice(1), 'v/never']);
    expect(await namesOf(objects, '')).toEqual(['v/1-1/part.0', 'w/other']);
    await expect(objects.get('v/1-1/part.3')).rejects.toThrow(ObjectMissingError);
    await objects.remove(['v/1-1/part.0', 'w/other']);
  });

  test('have no name that leads elsewhere', async () => {
    const objects = make();
    for (const name of ['../a', '/a', 'a//b', '', 'a/', 'a/../b', '.a', 'a b', 'a?b'])
      await expect(objects.put(name, Buffer.alloc(1))).rejects.toThrow(RangeError);
  });
});

describe('a shared folder', () => {
  test('shows no file that is written, and is not made again where the mount is gone', async () => {
    const root = mkdtempSync(join(folder, 'mount-'));
    const objects = new FolderObjects(root);
    await objects.put('v/a', Buffer.from('a'));
    writeFileSync(join(root, 'v', '.draft'), 'half');
    await objects.put('v/b', Buffer.from('b'));
    expect(await namesOf(objects, '')).toEqual(['v/a', 'v/b']);
    await objects.remove(['v/b']);
    expect(readdirSync(join(root, 'v'))).toEqual(['.draft', 'a']);
    await objects.remove(['v/a']);
    expect(readdirSync(root)).toEqual([]);
    await objects.put('v/a', Buffer.from('a'));
    renameSync(root, `${root}-gone`);
    const away = /cannot be used \(ENOENT\)/;
    await expect(objects.put('v/b', Buffer.alloc(1))).rejects.toThrow(away);
    await expect(objects.get('v/a')).rejects.toThrow(ObjectsAwayError);
    await expect(objects.remove(['v/a'])).rejects.toThrow(away);
    await expect(namesOf(objects, '')).rejects.toThrow(away);
    expect(readdirSync(folder)).not.toContain(root);
    rmSync(`${root}-gone`, { recursive: true });
  });
});

describe('a bucket', () => {
  test('is asked again after a cut connection and an answer of trouble', async () => {
    // A busy machine may make the few milliseconds of trouble long.
    const objects = new S3Objects(bucketPlace(), { ...PATIENCE, patienceMs: 60_000 });
    stub.misbehaviour.cuts = 2;
    await objects.put('a', Buffer.from('a'));
    stub.misbehaviour.status = 503;
    setTimeout(() => {
      stub.misbehaviour.status = undefined;
    }, 8);
    expect(await objects.get('a')).toEqual(Buffer.from('a'));
    await objects.remove(['a']);
  });

  test('that is down, slow or refuses is told in a sentence without the secret', async () => {
    const { host } = new URL(stub.endpoint);
    const requested = stub.requests.length;
    stub.misbehaviour.status = 500;
    await expect(bucket().get('a')).rejects.toThrow(`The bucket at ${host} returned 500 InternalError.`);
    stub.misbehaviour.status = undefined;
    stub.misbehaviour.delayMs = 500;
    const impatient = new S3Objects(bucketPlace(), { ...PATIENCE, tryMs: 300 });
    await expect(impatient.get('a')).rejects.toThrow(
      `The bucket at ${host} cannot be reached (no response in time).`,
    );
    stub.misbehaviour.delayMs = 0;
    await expect(bucket('another').put('a', Buffer.alloc(1))).rejects.toThrow(/403 SignatureDoesNotMatch\.$/);
    expect(stub.requests.slice(requested).filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    const gone = new S3Objects({ ...bucketPlace(), endpoint: 'http://127.0.0.1:1' }, PATIENCE);
    await expect(gone.get('a')).rejects.toThrow(/127.0.0.1:1 cannot be reached/);
    const elsewhere = new S3Objects({ ...bucketPlace(), bucket: 'none' }, PATIENCE);
    await expect(elsewhere.get('a')).rejects.toThrow(/404 NoSuchBucket/);
  });

  test('that a proxy does not lead to holds nothing: what is put there is refused', async () => {
    stub.misbehaviour.status = 404;
    await expect(bucket().put('a', Buffer.from('a'))).rejects.toThrow(/returned 404/);
    stub.misbehaviour.status = undefined;
    await expect(bucket().get('a')).rejects.toThrow(ObjectMissingError);
  });

  test('sends no more of an object than one may hold', async () => {
    await bucket().put('long', Buffer.alloc(1));
    stub.misbehaviour.instead.set('live/long', Buffer.alloc(33 * 2 ** 20));
    await expect(bucket().get('long')).rejects.toThrow(/more than 33554432 bytes/);
    await bucket().remove(['long']);
  });
});
