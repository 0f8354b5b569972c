import { memoizeLast } from '../memoize-last.js';

/** `2026-11-20T13:00:00.000Z` from milliseconds since 1970. */
export const isoInstant = memoizeLast((at: number) => new Date(at).toISOString());

/** `Fri, 20 Nov 2026 13:00:00 GMT`, as in HTTP, from milliseconds since 1970. */
export const httpDate = memoizeLast((at: number) => new Date(at).toUTCString());
