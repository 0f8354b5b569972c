import type { PublicationsPlace } from '../../config/cluster-config.js';
import type { WebConfig, WebhookConfig } from '../../config/config.js';
import type { ProcessConnections } from '../../http/connection-limit.js';
import type { DataFolder } from '../../store/folder/data-folder.js';

/** Settings of a service, the same for all its threads. Plain data, so that they can be sent to a thread. */
export interface ServiceSettings {
  readonly folder: DataFolder;
  /** Threads that serve requests, including the main thread. */
  readonly workers: number;
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  /** An agent or address shared by more entities than this does not relate them. */
  readonly maxRelated: number;
  /** Days for which export files are retained. */
  readonly exportDays: number;
  /** The store in which the nodes of a cluster share export files. Default: the data folder. */
  readonly exportsPlace?: PublicationsPlace;
  /** PEM of the key that signs evidence; null: the data folder's own key. */
  readonly evidenceKey: string | null;
  readonly webhooks: WebhookConfig;
  readonly web: WebSettings;
  /** Shared by all threads. 1 at index 0: the served data is damaged, and the service is not ready. */
  readonly damage?: Int32Array;
}

interface WebSettings extends WebConfig {
  /** E-mail or web address for readers who request a correction. */
  readonly contact: string | null;
}

/** The settings of a service, and what its main thread determined at startup. */
export interface ThreadSettings extends ServiceSettings {
  readonly logLevel: string;
  /** See `ServerOptions.etagSalt`. */
  readonly etagSalt: string;
  /** See `ServerOptions.ledgerGraceMs`. */
  readonly ledgerGraceMs: number;
  /** See `ServingStore.sendsAll`. */
  readonly ledgerSendsAll: boolean;
  /** Whether portals are read; only the main thread reads them. */
  readonly live: boolean;
  readonly connections: ProcessConnections;
}
