import { PortalFault } from '../portal/fault.js';

/** A connection or an answer that broke is often well at the next try; a portal that is late or busy is not. */
export async function withSecondTry<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTransient = error instanceof PortalFault && error.kind === 'broken';
    if (!isTransient || signal.aborted) throw error;
    return await work();
  }
}
