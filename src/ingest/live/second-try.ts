import { PortalFault } from '../portal/fault.js';

/** Retries once after a broken connection or response, which often helps; not if the portal is late or busy. */
export async function withSecondTry<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTransient = error instanceof PortalFault && error.kind === 'broken';
    if (!isTransient || signal.aborted) throw error;
    return await work();
  }
}
