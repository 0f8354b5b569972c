export type { CallOptions, PagingOptions } from './call.js';
export { Dossier, type DossierOptions, type WalkOptions } from './client.js';
export {
  ConnectionError,
  DossierError,
  DownloadError,
  ExportFailedError,
  UnexpectedAnswerError,
} from './errors.js';
export type { ExportDownload, Exports, ExportWait } from './exports.js';
export type { Limits } from './limits.js';
export type { RetryOptions } from './retry.js';
export type * from './types.js';
export { verifyWebhook, WebhookError, type WebhookHeaders, type WebhookMessage } from './webhook.js';
