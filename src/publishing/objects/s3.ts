import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import type { BucketPlace } from '../../cluster-config.js';
import { piecesOf, withDeadline } from '../../platform/deadline.js';
import { gather } from '../../platform/gather.js';
import { type Keys, keysOf } from './credentials.js';
import {
  checkName,
  type ListedObject,
  OBJECT_MOST_BYTES,
  ObjectMissingError,
  type Objects,
  ObjectsAwayError,
} from './objects.js';

export interface S3Patience {
  /** How long one try may wait for its answer, and then for each `paceBytes` of the answer's body. */
  readonly tryMs: number;
  readonly paceBytes: number;
  readonly tries: number;
  /** Before the second try; doubled by each. */
  readonly pauseMs: number;
}

/** An object of 32 MiB may take half an hour, while a body that drips is left after a minute. */
const PATIENCE: S3Patience = { tryMs: 60_000, paceBytes: 2 ** 20, tries: 5, pauseMs: 200 };
const REMOVES_AT_ONCE = 8;
const ERROR_TEXT_MOST = 64 * 2 ** 10;

/** Objects of an S3-compatible bucket, each put whole. A try that fails for a reason that may pass is made again. */
export class S3Objects implements Objects {
  readonly #place: BucketPlace;
  readonly #keys: () => Promise<Keys>;
  readonly #patience: S3Patience;
  readonly #stop: AbortSignal | undefined;

  /** `stop`: requests that wait then fail, and so do all that come after. */
  constructor(
    place: BucketPlace,
    { stop, ...patience }: Partial<S3Patience> & { readonly stop?: AbortSignal | undefined } = {},
  ) {
    this.#place = place;
    this.#keys = keysOf(place.credentials);
    this.#patience = { ...PATIENCE, ...patience };
    this.#stop = stop;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#ask('PUT', this.#addressOf(name), bytes);
  }

  async get(name: string): Promise<Buffer> {
    const found = await this.#ask('GET', this.#addressOf(name));
    if (found === undefined) throw new ObjectMissingError(name);
    return found;
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    const { base, prefix: own } = this.#place;
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: own + prefix });
      if (token !== undefined) query.set('continuation-token', token);
      const page = await this.#ask('GET', `${base}?${query.toString()}`);
      if (page === undefined) throw new ObjectsAwayError('The bucket of publications is missing.');
      const { objects, next } = readListing(page.toString('utf8'));
      for (const object of objects) yield { ...object, name: object.name.slice(own.length) };
      token = next;
    } while (token !== undefined);
  }

  async remove(names: readonly string[]): Promise<void> {
    const left = [...names];
    const work = async () => {
      for (let name = left.pop(); name !== undefined; name = left.pop())
        await this.#ask('DELETE', this.#addressOf(name));
    };
    await Promise.all(Array.from({ length: REMOVES_AT_ONCE }, work));
  }

  #addressOf(name: string): string {
    return `${this.#place.base}${this.#place.prefix}${checkName(name)}`;
  }

  /** Undefined: there is no such object. */
  async #ask(method: string, url: string, bytes?: Uint8Array): Promise<Buffer | undefined> {
    const { tries, pauseMs } = this.#patience;
    for (let tried = 1; ; tried += 1) {
      const answer = await this.#try(method, url, bytes);
      if (!('again' in answer)) return answer.body;
      if (!answer.again || tried >= tries || this.#stop?.aborted) throw new ObjectsAwayError(answer.why);
      await wait(pauseMs * 2 ** (tried - 1) * (0.5 + Math.random() / 2));
    }
  }

  async #try(method: string, url: string, bytes: Uint8Array | undefined): Promise<Answer> {
    const { region } = this.#place;
    const signer = new AwsClient({ ...(await this.#keys()), service: 's3', region, retries: 0 });
    const hash = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
    // The signature covers the bytes, so a store refuses what was damaged on its way.
    const request = await signer.sign(url, {
      method,
      headers: { 'x-amz-content-sha256': hash },
      ...(bytes && { body: bytes as Uint8Array<ArrayBuffer> }),
    });
    const { host } = new URL(url);
    try {
      const { tryMs, paceBytes } = this.#patience;
      const ask = async (signal: AbortSignal, restart: () => void) => {
        const response = await fetch(request, { redirect: 'error', signal });
        const most = response.ok ? OBJECT_MOST_BYTES : ERROR_TEXT_MOST;
        const body = await gather(piecesOf(response, signal), most, paced(paceBytes, restart));
        return { response, body };
      };
      const { response, body } = await withDeadline(tryMs, ask, this.#stop);
      if (response.ok) return { body };
      const text = body.toString('utf8');
      const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
      // An object that is put is never missing: something between here and the bucket does not know the address.
      if (response.status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return { body: undefined };
      const again = response.status >= 500 || [408, 429].includes(response.status);
      return {
        again,
        why: `The bucket at ${host} answered ${response.status} ${code}`.trimEnd().concat('.'),
      };
    } catch (error) {
      const { cause, name, message } = error as Error;
      const said = name === 'AbortError' ? 'no answer in time' : cause ? messageOf(cause) : message;
      return { again: true, why: `The bucket at ${host} cannot be reached (${said}).` };
    }
  }
}

type Answer = { readonly body: Buffer | undefined } | { readonly again: boolean; readonly why: string };

function messageOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message ?? String(error);
}

/** Restarts the time now, and whenever so many bytes more have come: a slow link is no dead one. */
function paced(paceBytes: number, restart: () => void): (sum: number) => void {
  let next = paceBytes;
  restart();
  return (sum) => {
    if (sum < next) return;
    next = sum + paceBytes;
    restart();
  };
}

/** A page of ListObjectsV2. */
function readListing(xml: string): { objects: ListedObject[]; next: string | undefined } {
  const objects: ListedObject[] = [];
  const texts: Record<string, string> = {};
  const open: string[] = [];
  let next: string | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    open.push(name);
    texts[name] = '';
  });
  parser.on('text', (text) => {
    const name = open.at(-1);
    if (name !== undefined) texts[name] += text;
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    if (name === 'Contents') {
      const { Key = '', Size = '', LastModified = '' } = texts;
      objects.push({ name: Key, bytes: Number(Size), changedAt: Date.parse(LastModified) });
    }
    if (name === 'NextContinuationToken') next = texts[name];
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    throw new ObjectsAwayError('The bucket answered a listing that cannot be read.', { cause: error });
  }
  return { objects, next };
}
