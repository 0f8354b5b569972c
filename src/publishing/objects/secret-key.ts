import { readFile } from 'node:fs/promises';
import type { BucketKeys } from '../../cluster-config.js';
import { ObjectsAwayError } from './objects.js';

/** Reads the keys of the settings. Rejects with `ObjectsAwayError` if the file cannot be read. */
export async function readSecretKey({ accessKey, secretKeyFile }: BucketKeys) {
  try {
    const secret = await readFile(secretKeyFile, 'utf8');
    return { accessKeyId: accessKey, secretAccessKey: secret.trim() };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ObjectsAwayError(
      `The secret key file of the bucket, ${secretKeyFile}, cannot be read (${code}).`,
    );
  }
}
