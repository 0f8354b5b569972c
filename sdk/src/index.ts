export { type CallOptions, Dossier, type DossierOptions, type PagingOptions } from './client.js';
export { DossierError, UnexpectedAnswerError } from './errors.js';
export type { RetryOptions } from './retry.js';
export type * from './types.js';
