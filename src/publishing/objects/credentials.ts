import { readFile } from 'node:fs/promises';
import type { BucketCredentials } from '../../cluster-config.js';
import { piecesOf, withDeadline } from '../../platform/deadline.js';
import { gather } from '../../platform/gather.js';
import { ObjectsAwayError } from './objects.js';

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const ASK_WITHIN_MS = 5_000;
const ANSWER_MOST = 64 * 2 ** 10;
/** Before they end they are asked for again. */
const RENEW_BEFORE_MS = 5 * 60_000;
/** Before a container that did not answer is asked again, while the keys of before are still good. */
const PAUSE_MS = 15_000;

/** A function that gives the keys of the bucket; those of a container are kept until shortly before they end. */
export function keysOf(
  credentials: BucketCredentials,
  now: () => number = Date.now,
  withinMs = ASK_WITHIN_MS,
): () => Promise<Keys> {
  if (credentials.kind === 'keys') {
    let read: Promise<Keys> | undefined;
    return () => {
      read ??= readKeys(credentials);
      read.catch(() => {
        read = undefined;
      });
      return read;
    };
  }
  let held: { readonly keys: Keys; readonly until: number } | undefined;
  let askAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (held && now() < askAt) return held.keys;
    try {
      held = await askContainer(credentials, withinMs);
      askAt = held.until - RENEW_BEFORE_MS;
    } catch (error) {
      if (!held || held.until <= now()) throw error;
      askAt = Math.min(held.until, now() + PAUSE_MS);
    }
    return held.keys;
  };
}

async function readKeys({
  accessKey,
  secretKeyFile,
}: Extract<BucketCredentials, { kind: 'keys' }>): Promise<Keys> {
  return { accessKeyId: accessKey, secretAccessKey: (await secretOf(secretKeyFile)).trim() };
}

async function secretOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ObjectsAwayError(`The file of the bucket's secret, ${path}, cannot be read (${code}).`);
  }
}

interface ContainerAnswer {
  readonly AccessKeyId?: unknown;
  readonly SecretAccessKey?: unknown;
  readonly Token?: unknown;
  readonly Expiration?: unknown;
}

async function askContainer(
  { url, tokenFile }: Extract<BucketCredentials, { kind: 'container' }>,
  withinMs: number,
) {
  const token = tokenFile === null ? undefined : (await secretOf(tokenFile)).trim();
  const answer = await askOnce(url, token, withinMs);
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken } = answer;
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string')
    throw new ObjectsAwayError('The credentials of the container hold no keys.');
  const until = Date.parse(String(answer.Expiration));
  return {
    keys: { accessKeyId, secretAccessKey, ...(typeof sessionToken === 'string' && { sessionToken }) },
    until: Number.isNaN(until) ? Number.POSITIVE_INFINITY : until,
  };
}

async function askOnce(url: string, token: string | undefined, withinMs: number): Promise<ContainerAnswer> {
  try {
    return await withDeadline(withinMs, async (signal) => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
      const response = await fetch(url, { headers, redirect: 'error', signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const text = await gather(piecesOf(response, signal), ANSWER_MOST);
      return JSON.parse(text.toString('utf8')) as ContainerAnswer;
    });
  } catch (error) {
    // An answer may hold secrets: its text is not repeated.
    const said = saidOf(error as Error);
    throw new ObjectsAwayError(`The credentials of the container cannot be read (${said}).`);
  }
}

function saidOf(error: Error): string {
  if (error.name === 'AbortError') return 'no answer in time';
  return error instanceof SyntaxError ? 'no JSON' : String(error);
}
