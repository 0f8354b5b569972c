import type { MessagePort } from 'node:worker_threads';
import type { PublicationsPlace } from '../../config/cluster-config.js';
import type { ProcessConnections } from '../../http/connection-limit.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import type { WebSettings } from '../web-settings.js';
import type { WebhookSettings } from '../webhooks/webhook-settings.js';

/** The settings with which all workers of a service are started. */
export interface WorkerSettings {
  readonly folder: DataFolder;
  readonly logLevel: string;
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  /** See `ServingStore.sendsAll`. */
  readonly ledgerSendsAll: boolean;
  /** See `ServerOptions.etagSalt`. */
  readonly etagSalt: string;
  /** See `ServerOptions.ledgerGraceMs`. */
  readonly ledgerGraceMs: number;
  readonly maxRelated?: number;
  /** PEM of the key that signs evidence; null: the folder's own. */
  readonly evidenceKey: string | null;
  /** The place at which nodes of a cluster share the files of exports. */
  readonly exportsPlace?: PublicationsPlace;
  /** How long the files of an export are kept. */
  readonly exportDays: number;
  /** See `AppOptions.damage`. */
  readonly damage?: Int32Array;
  readonly webhooks: WebhookSettings;
  readonly web: WebSettings;
  /** Whether portals are read; the main thread reads them. */
  readonly live: boolean;
  readonly connections: ProcessConnections;
  /** How many there are, the main thread among them. */
  readonly workers: number;
}

/** The `workerData` of one worker. */
export interface WorkerData extends WorkerSettings {
  /** From 2 on: the main thread is the first. */
  readonly number: number;
  /** Number of the main thread's listening socket in the table of open files. */
  readonly socket: number;
  readonly main: MessagePort;
  readonly fromMain: MessagePort;
  readonly ledger: MessagePort;
}
