import type { Config } from '../config/config.js';
import type { ProgressView } from '../ingest/run/progress.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import type { Store } from '../store/store.js';

/** A mistake of the operator or a state of the machine; the message is one sentence for the operator. */
export class LoadingError extends Error {
  override readonly name = 'LoadingError';
}

/** Receives the progress of a load. */
export interface LoadingReport {
  /** One line. */
  note(text: string): void;
  /** Shows one run; `title` is what is loaded. */
  progress(title: string): ProgressView;
}

/** The settings, the store of a folder, the clock and the report that all work on loaded data is given. */
export interface Loading {
  readonly config: Config;
  readonly store: Store;
  readonly folder: DataFolder;
  readonly now: () => number;
  readonly report: LoadingReport;
  /** The origin at which a publisher is asked; `https://<host>` if omitted. */
  readonly originOf?: (host: string) => string;
}
