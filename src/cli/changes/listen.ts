import { setTimeout as wait } from 'node:timers/promises';
import { urlAt } from '../../http/addresses.js';
import { packageVersion } from '../../platform/package-root.js';
import { signedHeaders } from '../../webhooks/deliverer.js';
import { type CliContext, CliError, configOf, note } from '../context.js';

export interface ListenOptions {
  readonly forward: string;
  readonly server?: string;
}

interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

interface MessagesPage {
  readonly data: readonly Message[];
  readonly meta: { readonly cursor: string; readonly hasMore: boolean };
}

const WAIT_SECONDS = 30;
const FORWARD_WITHIN_MS = 15_000;
const RETRY_AFTER_MS = 2_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads new messages of a watch through the API and posts each once to a receiver on this machine, signed as a webhook. Runs until
 * stopped. Throws `CliError` for bad options, and for a permanent error of the API.
 */
export async function listen(context: CliContext, id: string, options: ListenOptions): Promise<void> {
  const forward = receiverOf(options.forward);
  const { apiKey, watchSecret: secret, host, port } = configOf(context);
  if (apiKey === null) throw new CliError('Set DOSSIER_KEY to an API key with the scope webhooks.');
  if (secret === null || !/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
    throw new CliError(
      'Set DOSSIER_WATCH_SECRET to the secret of the watch, whsec_…; it was shown when the watch was created.',
    );
  const server = options.server ?? urlAt(host, port);
  const stopped = new AbortController();
  void context.untilStopped().then(() => stopped.abort());
  const { signal } = stopped;
  const url = `${server}/api/v1/watches/${encodeURIComponent(id)}/messages`;
  note(context, `Forwarding new messages of ${id} to ${forward}. Press Ctrl-C to stop.`);
  for (let cursor = 'now'; !signal.aborted; ) {
    const page = await read(`${url}?cursor=${cursor}&wait=${WAIT_SECONDS}`, apiKey, signal);
    if (page === undefined) await wait(RETRY_AFTER_MS, undefined, { signal }).catch(() => undefined);
    for (const message of page?.data ?? []) {
      if (signal.aborted) return;
      const outcome = await post(forward, message, secret, context.now(), signal);
      context.stdout.write(`${message.type}  ${message.id}  ${outcome}\n`);
    }
    cursor = page?.meta.cursor ?? cursor;
  }
}

function receiverOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && LOOPBACK.test(url.hostname)) return text;
  throw new CliError(
    `--forward must be an http address on this machine, such as http://127.0.0.1:3000/hook; got ${JSON.stringify(text)}.`,
  );
}

/** Returns `undefined` if the service does not respond or asks to try later. Throws `CliError`. */
async function read(url: string, key: string, signal: AbortSignal): Promise<MessagesPage | undefined> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal });
    body = await response.json();
  } catch {
    return undefined;
  }
  if (response.ok) return body as MessagesPage;
  if (response.status === 429 || response.status >= 500) return undefined;
  const { detail = `the service returned ${response.status}.` } = body as { detail?: string };
  throw new CliError(`The messages cannot be read: ${detail}`);
}

/** Returns the status of the receiver's response, or the reason why there is none. */
async function post(
  forward: string,
  { id, body }: Message,
  secret: string,
  at: number,
  signal: AbortSignal,
): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Dossier/${packageVersion()} (webhooks)`,
    ...signedHeaders(id, at, body, [secret]),
  };
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_WITHIN_MS)]);
    const response = await fetch(forward, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: within,
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    return name === 'TimeoutError'
      ? `no response within ${FORWARD_WITHIN_MS / 1_000} s`
      : (cause?.code ?? name);
  }
}
