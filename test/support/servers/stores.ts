import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import type { BucketKeys } from '../../../src/config/cluster-config.js';
import { FolderObjects } from '../../../src/publishing/objects/folder.js';
import type { Objects } from '../../../src/publishing/objects/objects.js';
import { S3Objects } from '../../../src/publishing/objects/s3.js';

/** A kind of store, and empty places in it. */
export interface TestStore {
  readonly place: () => Objects;
  readonly close: () => Promise<unknown>;
}

/** The address of another S3 server, with its keys in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`: the tests make a bucket there. */
const { DOSSIER_TEST_S3: other } = process.env;

/** Every kind of store that publications go to; the buckets are of servers that were not written here. */
export const STORES: readonly (readonly [string, () => Promise<TestStore>])[] = [
  ['a folder', openFolderStore],
  ['a bucket of s3rver', openS3rver],
  ...(other === undefined ? [] : [[`a bucket at ${other}`, () => openBucket(other)] as const]),
];

async function openFolderStore(): Promise<TestStore> {
  return {
    place: () => new FolderObjects(mkdtempSync(join(tmpdir(), 'dossier-objects-'))),
    close: async () => undefined,
  };
}

async function openS3rver(): Promise<TestStore> {
  const directory = mkdtempSync(join(tmpdir(), 'dossier-s3rver-'));
  const secretKeyFile = join(directory, 'secret');
  // The only keys that it knows.
  writeFileSync(secretKeyFile, 'S3RVER');
  const keys = { accessKey: 'S3RVER', secretKeyFile };
  const bucket = 'publications';
  const configureBuckets = [{ name: bucket }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const endpoint = `http://127.0.0.1:${(await server.run()).port}`;
  return {
    place: placesIn(endpoint, bucket, keys),
    close: () => server.close(),
  };
}

async function openBucket(endpoint: string): Promise<TestStore> {
  const bucket = `dossier-test-${process.pid}-${Date.now()}`;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return { place: placesIn(endpoint, bucket, null), close: async () => client.destroy() };
}

function placesIn(endpoint: string, bucket: string, keys: BucketKeys | null): () => Objects {
  let places = 0;
  return () => {
    places += 1;
    const prefix = `live-${places}/`;
    const at = { kind: 's3', bucket, prefix, region: 'us-east-1' } as const;
    return new S3Objects({ ...at, endpoint, pathStyle: true, keys }, { patienceMs: 5_000, pauseMs: 10 });
  };
}
