import { join } from 'node:path';
import { collectSoon } from './collect-soon.js';
import { filesOf, type IndexManifest, readManifest, withoutDelta } from './files.js';
import { type IndexPair, openPair } from './index-pair.js';
import { readIndex } from './read-index.js';

/** A build in memory that threads share: whoever is sent this opens views over the very same bytes. */
export interface LoadedIndex {
  readonly manifest: IndexManifest;
  /** By name; verified, and never written again. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Reads the builds of a folder and verifies them, each file once. Sums up in its thread: 0.2 s a gigabyte. */
export class IndexLoader {
  readonly #folder: string;
  readonly #onProblem: (message: string) => void;
  #loaded: LoadedIndex | undefined;
  #refused = '';

  /** `loaded` goes on from what was loaded before. */
  constructor(folder: string, onProblem: (message: string) => void, loaded?: LoadedIndex) {
    this.#folder = folder;
    this.#onProblem = onProblem;
    this.#loaded = loaded;
  }

  /**
   * The build to serve where it is another than at the last look. A damaged one is reported once, and the present one
   * stays; where there is none yet, the build without its delta is loaded, or the build before it. One look at a time.
   */
  async look(): Promise<LoadedIndex | undefined> {
    const manifest = readManifest(this.#folder);
    if (manifest === undefined) return undefined;
    const name = nameOf(manifest);
    if (name === this.#refused || (this.#loaded && name === nameOf(this.#loaded.manifest))) return undefined;
    const loaded = (await this.#load(manifest)) ?? (await this.#standIn(manifest));
    if (loaded && this.#loaded) collectSoon();
    if (loaded) this.#loaded = loaded;
    return loaded;
  }

  async #standIn(manifest: IndexManifest): Promise<LoadedIndex | undefined> {
    this.#refused = nameOf(manifest);
    if (this.#loaded) return undefined;
    const build = withoutDelta(manifest);
    const { previous } = manifest;
    return (
      (build && (await this.#load(build, () => undefined))) ?? (previous && (await this.#load(previous)))
    );
  }

  async #load(manifest: IndexManifest, onProblem = this.#onProblem): Promise<LoadedIndex | undefined> {
    try {
      const loaded = await readBuild(this.#folder, manifest, this.#loaded?.files);
      viewsOf(loaded);
      return loaded;
    } catch (error) {
      onProblem(`The index ${manifest.entities} cannot be used: ${String(error)}`);
      return undefined;
    }
  }
}

/** Files that are known already are not read again. Rejects where one is damaged or missing. */
export async function readBuild(
  folder: string,
  manifest: IndexManifest,
  known: LoadedIndex['files'] = new Map(),
): Promise<LoadedIndex> {
  const files = new Map<string, Uint8Array>();
  for (const name of filesOf(manifest)) {
    files.set(name, known.get(name) ?? (await readIndex(join(folder, name))));
  }
  return { manifest, files };
}

/** Throws where the files, each in order, do not belong together. */
export function viewsOf({ manifest, files }: LoadedIndex): IndexPair {
  const bytesOf = (name: string) => {
    const bytes = files.get(name);
    if (!bytes) throw new Error(`${name} was not loaded.`);
    return bytes;
  };
  return openPair(manifest, bytesOf);
}

function nameOf(manifest: IndexManifest): string {
  return [manifest.builtAt, ...filesOf(manifest)].join(' ');
}
