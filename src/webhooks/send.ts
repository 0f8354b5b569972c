import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { withDeadline } from '../platform/deadline.js';
import { formFault, type ReceiverAddress } from './receiver-address.js';
import { readRetryAfter } from './retry-plan.js';

/** The outcome of one request. */
export interface Sent {
  /** Null where no answer came. */
  readonly status: number | null;
  /** One sentence; null if the answer is a 2xx. Nothing of the answer's body. */
  readonly problem: string | null;
  /** The pause that the receiver asks for. */
  readonly retryAfterMs: number | null;
}

export interface Outgoing {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendOptions {
  readonly addresses: ReceiverAddress;
  /** Certificates (PEM) that are trusted in place of the system's. */
  readonly ca?: string;
  readonly now: () => number;
  /** Ends the request early; what came of it is unknown then. */
  readonly signal?: AbortSignal;
  readonly withinMs?: number;
}

/** For everything: the name, the connection, the request and the answer. */
export const TRY_MS = 15_000;
/** More of an answer is not read. */
const ANSWER_BYTES = 4_096;

/**
 * Posts a message. The addresses of the receiver are looked up once and checked; the connection goes to one of them,
 * through an agent that checks the address it connects to. No redirect is followed. Never rejects.
 */
export async function send(message: Outgoing, options: SendOptions): Promise<Sent> {
  const fault = formFault(message.endpoint);
  if (fault !== null) return refused(`The endpoint ${fault}`);
  const { withinMs = TRY_MS } = options;
  const sendOnce = async (signal: AbortSignal) => {
    try {
      return await sendTo(message, options, signal);
    } catch (error) {
      const isLate = signal.aborted && !options.signal?.aborted;
      return refused(isLate ? `No response within ${withinMs / 1_000} s.` : failureOf(error));
    }
  };
  return await withDeadline(withinMs, sendOnce, options.signal);
}

async function sendTo(
  { endpoint, headers, body }: Outgoing,
  { addresses: rules, ca, now }: SendOptions,
  signal: AbortSignal,
): Promise<Sent> {
  const url = new URL(endpoint);
  const addresses = await ended(rules.addressesOf(url.hostname), signal);
  if (addresses.length === 0) return refused('The host name of the receiver cannot be resolved.');
  if (addresses.some((address) => rules.isRefused(address)))
    return refused('The receiver has a private address.');
  const agent = new RequestFilteringHttpsAgent({
    keepAlive: false,
    allowIPAddressList: addresses.filter((address) => rules.isAllowed(address)),
    lookup: only(addresses),
    ...(ca !== undefined && { ca }),
  });
  const answer = await post(url, headers, body, agent, signal);
  const { statusCode: status = 0 } = answer;
  await discard(answer, signal);
  const retryAfterMs = readRetryAfter(answer.headers['retry-after'], now());
  return { status, problem: problemOf(status), retryAfterMs };
}

function refused(problem: string): Sent {
  return { status: null, problem, retryAfterMs: null };
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirects = status >= 300 && status < 400;
  return redirects
    ? `The receiver returned ${status}; redirects are not followed.`
    : `The receiver returned ${status}.`;
}

/** Only the error code: a library's message may contain text from the receiver. */
function failureOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code)
    ? `The connection failed: ${code}.`
    : 'The connection failed.';
}

function post(
  url: URL,
  headers: Outgoing['headers'],
  body: string,
  agent: RequestFilteringHttpsAgent,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const sent = request(
      url,
      { method: 'POST', agent, signal, headers: { ...headers, 'content-length': bytes.length } },
      resolve,
    );
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/** Reads to the end, or to the most bytes, and then closes the connection. */
async function discard(answer: IncomingMessage, signal: AbortSignal): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch (error) {
    // The status has arrived: a receiver that closes early has accepted the message.
    if (signal.aborted) throw error;
  } finally {
    answer.destroy();
  }
}

/** Returns the checked addresses, for any name. */
function only(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** The promise, or the reason of the signal if that comes first. */
function ended<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject);
  });
}
