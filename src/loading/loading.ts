import type { Config } from '../config.js';
import type { ProgressView } from '../ingest/progress.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import type { Store } from '../store/store.js';

/** A mistake of the operator or a state of the machine; the message is one sentence for the operator. */
export class LoadingError extends Error {
  override readonly name = 'LoadingError';
}

/** Where a load says how far it is. */
export interface LoadingReport {
  /** One line. */
  note(text: string): void;
  /** Shows one run; `title` is what is loaded. */
  progress(title: string): ProgressView;
}

/** What all work on loaded data is given: the store of a folder, the settings, the clock and who is told. */
export interface Loading {
  readonly config: Config;
  readonly store: Store;
  readonly folder: DataFolder;
  readonly now: () => number;
  readonly report: LoadingReport;
  /** Where publishers are found; `https://<host>` where omitted. */
  readonly originOf?: (host: string) => string;
}
