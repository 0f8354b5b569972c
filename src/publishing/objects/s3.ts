import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketPlace } from '../../config/cluster-config.js';
import {
  checkName,
  type ListedObject,
  ObjectMissingError,
  type Objects,
  ObjectsAwayError,
} from './objects.js';
import type { S3Patience } from './s3-client.js';

/** A slow link is not a failed one: 32 MiB may take half an hour. A store may be overloaded for minutes. */
const PATIENCE: S3Patience = { tryMs: 60_000, paceBytes: 2 ** 20, patienceMs: 300_000, pauseMs: 200 };
const REMOVES_AT_ONCE = 8;

type Commands = typeof import('./s3-client.js');

/** Objects in an S3-compatible bucket. Loads the AWS SDK on the first request. */
export class S3Objects implements Objects {
  readonly #place: BucketPlace;
  readonly #patience: S3Patience;
  readonly #stop: AbortSignal | undefined;
  #region: string;
  #client: S3Client | undefined;

  /** `stop`: pending requests then fail, and so do all later ones. */
  constructor(
    place: BucketPlace,
    { stop, ...patience }: Partial<S3Patience> & { readonly stop?: AbortSignal | undefined } = {},
  ) {
    this.#place = place;
    this.#region = place.region;
    this.#patience = { ...PATIENCE, ...patience };
    this.#stop = stop;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const at = this.#at(name);
    await this.#send((s3, options, { PutObjectCommand }) =>
      s3.send(new PutObjectCommand({ ...at, Body: bytes }), options),
    );
  }

  async get(name: string): Promise<Buffer> {
    const at = this.#at(name);
    try {
      const bytes = await this.#send(async (s3, options, { GetObjectCommand }) => {
        const { Body } = await s3.send(new GetObjectCommand(at), options);
        return await Body?.transformToByteArray();
      });
      return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : Buffer.alloc(0);
    } catch (error) {
      const { cause } = error as { cause?: S3Failure };
      if (cause?.$metadata?.httpStatusCode === 404 && cause.name !== 'NoSuchBucket')
        throw new ObjectMissingError(name);
      throw error;
    }
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    const { bucket: Bucket, prefix: own } = this.#place;
    let ContinuationToken: string | undefined;
    do {
      const query = { Bucket, Prefix: own + prefix, ContinuationToken };
      const page = await this.#send((s3, options, { ListObjectsV2Command }) =>
        s3.send(new ListObjectsV2Command(query), options),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        yield { name: Key.slice(own.length), bytes: Size, changedAt: LastModified?.getTime() ?? Number.NaN };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async remove(names: readonly string[]): Promise<void> {
    const left = names.map((name) => this.#at(name));
    const work = async () => {
      for (let at = left.pop(); at !== undefined; at = left.pop()) {
        const object = at;
        await this.#send((s3, options, { DeleteObjectCommand }) =>
          s3.send(new DeleteObjectCommand(object), options),
        );
      }
    };
    await Promise.all(Array.from({ length: REMOVES_AT_ONCE }, work));
  }

  #at(name: string) {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + checkName(name) };
  }

  /**
   * Sends a request. If the response names another region for the bucket, this request is repeated there, and all later ones
   * use it.
   */
  async #send<Result>(
    work: (s3: S3Client, options: { abortSignal?: AbortSignal }, commands: Commands) => Promise<Result>,
  ): Promise<Result> {
    const commands = await import('./s3-client.js');
    const options = this.#stop ? { abortSignal: this.#stop } : {};
    for (let isRedirected = false; ; isRedirected = true) {
      const region = this.#region;
      this.#client ??= commands.openS3(this.#place, region, this.#patience);
      try {
        return await work(this.#client, options, commands);
      } catch (error) {
        const named = regionNamedBy(error as S3Failure);
        if (named === undefined || named === region || isRedirected)
          throw failureOf(this.#place, error as S3Failure, region);
        // Another request may have changed it already.
        if (this.#region === region) {
          this.#region = named;
          this.#client = undefined;
        }
      }
    }
  }
}

/** An error of the SDK: from the store if it has a status, otherwise from the network. */
interface S3Failure extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly statusCode?: number; readonly headers?: Readonly<Record<string, string>> };
}

function regionNamedBy({ $response }: S3Failure): string | undefined {
  return $response?.headers?.['x-amz-bucket-region'];
}

/** Returns the failure as one sentence, with what to do if that is known. */
function failureOf({ endpoint, bucket }: BucketPlace, error: S3Failure, region: string): Error {
  if (error instanceof ObjectsAwayError) return error;
  const host = endpoint === null ? `s3.${region}.amazonaws.com` : new URL(endpoint).host;
  const said = (text: string) => new ObjectsAwayError(text, { cause: error });
  const status = error.$metadata?.httpStatusCode ?? error.$response?.statusCode;
  if (error.name === 'CredentialsProviderError')
    return said(
      `No credentials for the bucket ${bucket} (${oneLine(error.message)}). Set DOSSIER_S3_ACCESS_KEY and DOSSIER_S3_SECRET_KEY_FILE, ` +
        'or give the machine a role.',
    );
  if (status === undefined)
    return said(`The bucket at ${host} cannot be reached (${networkFailure(error)}).`);
  if (status === 301 || status === 307) return said(redirectOf(host, status, error, region));
  if (error.name === 'RequestTimeTooSkewed' || error.name === 'RequestExpired')
    return said(
      `The bucket at ${host} rejected the request time (${status} ${error.name}): the clock of this machine is wrong. It is ` +
        `${new Date().toISOString()} here${clockOf(error)}. Set the clock.`,
    );
  if (status < 300) return said(`The bucket at ${host} returned ${status} with an unreadable body.`);
  return said(
    `The bucket at ${host} returned ${status}${/^Status\d/.test(error.name) ? '' : ` ${error.name}`}.`,
  );
}

function redirectOf(host: string, status: number, error: S3Failure, region: string): string {
  const named = regionNamedBy(error);
  const location = error.$response?.headers?.location;
  const where =
    named !== undefined && named !== region
      ? `The bucket is in the region ${named}: set DOSSIER_S3_REGION to it.`
      : `Set DOSSIER_S3_ENDPOINT and DOSSIER_S3_REGION to the values of the bucket${location ? `; it names ${location}` : ''}.`;
  return `The bucket at ${host} returned ${status} ${error.name} for the region ${region}. ${where}`;
}

function clockOf({ $response }: S3Failure): string {
  const at = Date.parse($response?.headers?.date ?? '');
  return Number.isNaN(at) ? '' : ` and ${new Date(at).toISOString()} there`;
}

function networkFailure({ name, code, message }: S3Failure): string {
  // `code` first: the SDK also calls a refused connection a timeout.
  if (code !== undefined) return code;
  return name === 'TimeoutError' ? 'no response in time' : oneLine(message);
}

function oneLine(text: string): string {
  return text.split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
}
