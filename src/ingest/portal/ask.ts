import { piecesOf } from '../../platform/deadline.js';
import { retryAfterMs } from '../fetch/retry.js';
import { PortalFault } from './fault.js';

/** Two thousand rows of 4 KiB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface AskOptions {
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** The JSON at the address. Throws PortalFault for everything else, the end of the signal included. */
export async function askJson(url: string, options: AskOptions): Promise<unknown> {
  const { host, headers, signal } = options;
  try {
    // A portal that sends elsewhere is not the portal that was declared.
    const response = await fetch(url, { headers, signal, redirect: 'error' });
    if (!response.ok) throw await refusal(response, options);
    return parse(await readText(response, options), host);
  } catch (error) {
    if (error instanceof PortalFault) throw error;
    if (signal.aborted) throw new PortalFault(host, 'late', 'did not answer in time');
    throw new PortalFault(host, 'broken', 'could not be reached', null, { cause: error });
  }
}

async function refusal(response: Response, { host, now }: AskOptions): Promise<PortalFault> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 429 || status === 503) {
    const waitMs = retryAfterMs(response.headers.get('retry-after') ?? undefined, now()) ?? null;
    return new PortalFault(host, 'busy', `is busy (it answered ${status})`, waitMs);
  }
  return new PortalFault(host, status < 500 ? 'refused' : 'broken', `answered ${status}`);
}

/** The whole body as text. */
async function readText(response: Response, { host, signal }: AskOptions): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of piecesOf(response, signal)) {
    bytes += piece.byteLength;
    if (bytes > MAX_ANSWER_BYTES)
      throw new PortalFault(host, 'refused', 'sent more than is read of a portal');
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string, host: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PortalFault(host, 'broken', 'sent an answer that is cut or no JSON', null, { cause });
  }
}
