import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { FolderObjects } from '../../../src/publishing/objects/folder.js';
import type { Objects } from '../../../src/publishing/objects/objects.js';
import { S3Objects } from '../../../src/publishing/objects/s3.js';

/** A kind of store, and empty places in it. */
export interface TestStore {
  readonly place: () => Objects;
  readonly close: () => Promise<unknown>;
}

/** Every kind of store that publications go to; the bucket is of a server that was not written here. */
export const STORES: readonly (readonly [string, () => Promise<TestStore>])[] = [
  ['a folder', openFolderStore],
  ['a bucket of s3rver', openS3rver],
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
  let places = 0;
  return {
    place: () => {
      places += 1;
      const prefix = `live-${places}/`;
      const at = { kind: 's3', bucket, prefix, region: 'us-east-1' } as const;
      return new S3Objects({ ...at, endpoint, pathStyle: true, keys }, { patienceMs: 5_000, pauseMs: 10 });
    },
    close: () => server.close(),
  };
}
