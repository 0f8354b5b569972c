import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { BucketKeys, BucketPlace } from '../../config/cluster-config.js';
import { gather } from '../../platform/gather.js';
import { MAX_OBJECT_BYTES, ObjectsAwayError } from './objects.js';

export {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';

export interface S3Patience {
  /** Max idle time of a connection, and max time for each `paceBytes` of a response body, in ms. */
  readonly tryMs: number;
  readonly paceBytes: number;
  /** Max time from the first attempt of a request to its last, in ms. */
  readonly patienceMs: number;
  /** Pause before the second attempt, in ms; doubled each time up to `MAX_PAUSE_MS`, longer if the store asks for it. */
  readonly pauseMs: number;
}

const MAX_PAUSE_MS = 20_000;
const CONNECT_WITHIN_MS = 10_000;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

/** Creates a client for one region. Without keys in the settings it finds credentials as every AWS SDK does. */
export function openS3(place: BucketPlace, region: string, patience: S3Patience): S3Client {
  const { endpoint, pathStyle, keys } = place;
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    ...(keys && { credentials: () => readSecretKey(keys) }),
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: patience.tryMs },
    retryStrategy: retriesFor(patience),
    // The signature covers the SHA-256 of the bytes; many stores do not support other checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as HttpResponse;
      response.body = Readable.from([await bodyOf(response, patience)]);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'readWholeBody' },
  );
  return client;
}

interface HttpResponse {
  readonly statusCode: number;
  body: Readable;
}

/** Reads the body within the attempt, so that an attempt whose body stalls or is truncated is retried. */
async function bodyOf({ statusCode, body }: HttpResponse, { tryMs, paceBytes }: S3Patience): Promise<Buffer> {
  const late = () =>
    body.destroy(Object.assign(new Error('The response body stalled.'), { name: 'TimeoutError' }));
  const timer = setTimeout(late, tryMs);
  let next = paceBytes;
  const isError = statusCode >= 300;
  try {
    const read = await gather(body, isError ? MAX_ERROR_BYTES : MAX_OBJECT_BYTES, (sum) => {
      if (sum < next) return;
      next = sum + paceBytes;
      timer.refresh();
    });
    // A load balancer responds in HTML, which the SDK cannot parse.
    const isReadable = !isError || read.includes('<Code>');
    return isReadable ? read : Buffer.from(`<Error><Code>Status${statusCode}</Code></Error>`);
  } catch (error) {
    body.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Retries what the SDK classifies as transient or throttled, for up to `patienceMs`. Waits as long as the store asks. */
function retriesFor({ patienceMs, pauseMs }: S3Patience): NonNullable<S3ClientConfig['retryStrategy']> {
  const startedAt = new WeakMap<object, number>();
  const tokenOf = (count: number, delay: number, start: number) => {
    const token = { getRetryCount: () => count, getRetryDelay: () => delay };
    startedAt.set(token, start);
    return token;
  };
  return {
    acquireInitialRetryToken: async () => tokenOf(0, 0, performance.now()),
    refreshRetryTokenForRetry: async (token, { errorType, retryAfterHint, error }) => {
      const start = startedAt.get(token) ?? 0;
      const pause = Math.min(MAX_PAUSE_MS, pauseMs * 2 ** token.getRetryCount()) * (0.5 + Math.random() / 2);
      const delay = Math.max(pause, retryAfterHint ? retryAfterHint.getTime() - Date.now() : 0);
      const mayPass = errorType !== 'CLIENT_ERROR' || statusOf(error) === 408;
      if (!mayPass || performance.now() + delay - start > patienceMs) throw error;
      return tokenOf(token.getRetryCount() + 1, delay, start);
    },
    recordSuccess: () => undefined,
  };
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** Reads the keys of the settings. Rejects with `ObjectsAwayError` if the file cannot be read. */
async function readSecretKey({ accessKey, secretKeyFile }: BucketKeys) {
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
