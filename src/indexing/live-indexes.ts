import { join } from 'node:path';
import { type IndexManifest, readManifest, readWhole } from './files.js';
import { type IndexPair, openPair } from './index-pair.js';

/** The current indexes of a data folder, followed as builds replace them. */
export class LiveIndexes {
  readonly #folder: string;
  readonly #onProblem: (message: string) => void;
  #pair: IndexPair | undefined;
  #refused = 0;

  constructor(folder: string, onProblem: (message: string) => void) {
    this.#folder = folder;
    this.#onProblem = onProblem;
    this.refresh();
  }

  /** `undefined` until a first build exists. */
  current(): IndexPair | undefined {
    return this.#pair;
  }

  /**
   * Loads a newer build if there is one. A damaged one is reported once, and the present one goes on serving; where
   * there is none yet, the build before it is.
   */
  refresh(): void {
    const manifest = readManifest(this.#folder);
    if (!manifest || manifest.builtAt === this.#pair?.manifest.builtAt || manifest.builtAt === this.#refused)
      return;
    this.#pair = this.#open(manifest) ?? this.#pair ?? (manifest.previous && this.#open(manifest.previous));
  }

  #open(manifest: IndexManifest): IndexPair | undefined {
    try {
      return openPair(manifest, (name) => readWhole(join(this.#folder, name)));
    } catch (error) {
      this.#refused = manifest.builtAt;
      this.#onProblem(`The index ${manifest.entities} cannot be used: ${String(error)}`);
      return undefined;
    }
  }

  /** Looks for a newer build every `intervalMs`; returns what stops it. */
  follow(intervalMs: number): () => void {
    const timer = setInterval(() => this.refresh(), intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  }
}
