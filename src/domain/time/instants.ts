import { memoizeLast } from '../memoize-last.js';

/** `2026-11-20T13:00:00.000Z`; milliseconds since 1970. */
export const isoInstant = memoizeLast((at: number) => new Date(at).toISOString());

/** `Fri, 20 Nov 2026 13:00:00 GMT`, as HTTP writes it; milliseconds since 1970. */
export const httpDate = memoizeLast((at: number) => new Date(at).toUTCString());
