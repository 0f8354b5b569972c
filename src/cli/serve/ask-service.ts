import { piecesOf, withDeadline } from '../../platform/deadline.js';
import { gather } from '../../platform/gather.js';

/** A busy machine takes a second or two. */
export const MAX_WAIT_MS = 5_000;
/** The longest answer that is read, the description of the operations, has a third of it. */
const MAX_BYTES = 2 * 2 ** 20;

/** The answer of a service on this machine: its status, and its JSON. Rejects with AbortError if it is not whole in time. */
export async function askService(url: string): Promise<{ readonly status: number; readonly body: unknown }> {
  return await withDeadline(MAX_WAIT_MS, async (signal) => {
    const response = await fetch(url, { signal, redirect: 'error' });
    const text = await gather(piecesOf(response, signal), MAX_BYTES);
    return { status: response.status, body: JSON.parse(text.toString('utf8')) as unknown };
  });
}
