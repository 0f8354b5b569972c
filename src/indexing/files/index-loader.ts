import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sentence } from '../../domain/sentence.js';
import { nudgeGarbageCollection } from '../../platform/internals/nudge-gc.js';
import { IndexFormatError } from '../../search/index.js';
import { filesOf, type IndexManifest, readManifest, withoutDelta } from './files.js';
import { type IndexPair, openPair } from './index-pair.js';
import { readIndex } from './read-index.js';

/** A build in memory that threads share: a thread that receives it opens views of the same bytes. */
export interface LoadedIndex {
  readonly manifest: IndexManifest;
  /** By name. Verified, and never written again. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Pause before a build that could not be read is retried. Doubles each time, because memory or file descriptors may be short
 * for long.
 */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** A build that could not be loaded, and when to retry it. */
interface Failure {
  readonly name: string;
  readonly said: string;
  readonly pauseMs: number;
  readonly until: number;
}

/** Reads the builds of a folder and verifies each file once. Computes checksums in the calling thread: 0.2 s per GB. */
export class IndexLoader {
  readonly #folder: string;
  readonly #onProblem: (message: string) => void;
  readonly #onProgress: OnProgress | undefined;
  #loaded: LoadedIndex | undefined;
  #failure: Failure | undefined;

  /** `loaded`: the build loaded before, if any. `onProgress` is called only for the first build. */
  constructor(
    folder: string,
    onProblem: (message: string) => void,
    loaded?: LoadedIndex,
    onProgress?: OnProgress,
  ) {
    this.#onProgress = onProgress;
    this.#folder = folder;
    this.#onProblem = onProblem;
    this.#loaded = loaded;
  }

  /**
   * Returns the build to serve if it changed since the last call. A damaged build is reported once and not retried; one that
   * could not be read is retried after a pause. Until then the current build remains. If there is none, loads the build without
   * its delta, or else the previous build. Calls must not overlap.
   */
  async look(): Promise<LoadedIndex | undefined> {
    const manifest = readManifest(this.#folder);
    if (manifest === undefined) return undefined;
    const name = nameOf(manifest);
    if (this.#isToWait(name) || (this.#loaded && name === nameOf(this.#loaded.manifest))) return undefined;
    const loaded = (await this.#load(manifest, this.#note)) ?? (await this.#standIn(manifest));
    if (loaded && this.#loaded) nudgeGarbageCollection();
    if (loaded) this.#loaded = loaded;
    return loaded;
  }

  #isToWait(name: string): boolean {
    return this.#failure?.name === name && performance.now() < this.#failure.until;
  }

  async #standIn(manifest: IndexManifest): Promise<LoadedIndex | undefined> {
    if (this.#loaded) return undefined;
    const build = withoutDelta(manifest);
    const { previous } = manifest;
    return (
      (build && (await this.#load(build, () => undefined))) ??
      (previous && (await this.#load(previous, this.#report)))
    );
  }

  async #load(manifest: IndexManifest, onError: OnError): Promise<LoadedIndex | undefined> {
    try {
      const loaded = await readBuild(
        this.#folder,
        manifest,
        this.#loaded?.files,
        this.#loaded ? undefined : this.#onProgress,
      );
      viewsOf(loaded);
      return loaded;
    } catch (error) {
      onError(manifest, error);
      return undefined;
    }
  }

  readonly #note: OnError = (manifest, error) => {
    const before = this.#failure;
    const [name, said] = [nameOf(manifest), String(error)];
    const again = before?.name === name ? before : undefined;
    const pauseMs = again ? Math.min(again.pauseMs * 2, MAX_PAUSE_MS) : PAUSE_MS;
    const until = error instanceof IndexFormatError ? Number.POSITIVE_INFINITY : performance.now() + pauseMs;
    this.#failure = { name, said, pauseMs, until };
    if (again?.said !== said) this.#report(manifest, error);
  };

  readonly #report: OnError = (manifest, error) =>
    this.#onProblem(`The index ${manifest.entities} cannot be used: ${sentence(error)}`);
}

/** Receives the number of bytes read and verified, and the total. */
type OnProgress = (read: number, total: number) => void;

type OnError = (manifest: IndexManifest, error: unknown) => void;

/** Reads the files that are not in `known`. Rejects if one is damaged or missing. */
export async function readBuild(
  folder: string,
  manifest: IndexManifest,
  known: LoadedIndex['files'] = new Map(),
  onProgress?: OnProgress,
): Promise<LoadedIndex> {
  const files = new Map<string, Uint8Array>();
  const names = filesOf(manifest);
  const total = onProgress ? await bytesOf(folder, names) : 0;
  let before = 0;
  for (const name of names) {
    const path = join(folder, name);
    const onRead = onProgress && ((bytes: number) => onProgress(before + bytes, total));
    const bytes = known.get(name) ?? (await readIndex(path, undefined, onRead));
    files.set(name, bytes);
    before += bytes.byteLength;
  }
  return { manifest, files };
}

async function bytesOf(folder: string, names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Throws if the files do not belong together, even if each is valid. */
export function viewsOf({ manifest, files }: LoadedIndex): IndexPair {
  const bytesOf = (name: string) => {
    const bytes = files.get(name);
    if (!bytes) throw new Error(`${name} was not loaded.`);
    return bytes;
  };
  return openPair(manifest, bytesOf);
}

/** Returns true if two manifests name the same content. */
export function isSameBuild(one: IndexManifest, other: IndexManifest | undefined): boolean {
  return other !== undefined && nameOf(one) === nameOf(other);
}

function nameOf(manifest: IndexManifest): string {
  return [manifest.builtAt, ...filesOf(manifest)].join(' ');
}
