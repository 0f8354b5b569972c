export {
  type CallOptions,
  Dossier,
  type DossierOptions,
  type PagingOptions,
  type WalkOptions,
} from './client.js';
export { ConnectionError, DossierError, UnexpectedAnswerError } from './errors.js';
export type { Limits } from './limits.js';
export type { RetryOptions } from './retry.js';
export type * from './types.js';
export { verifyWebhook, WebhookError, type WebhookHeaders, type WebhookMessage } from './webhook.js';
