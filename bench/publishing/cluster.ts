import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findPostgresPrograms, PostgresCluster } from '../../scripts/postgres-cluster.js';
import {
  bytesOf,
  DATA_FILES,
  type DataFile,
  fileNameOf,
  type Publication,
} from '../../src/publishing/publication.js';
import { type Cluster, openCluster } from '../../src/store/engine/engine.js';
import { dossierIn, type Finished, type Serving, serveIn } from '../measuring/child.js';

/** A builder, a bucket that is a folder, and the register in a server of PostgreSQL: all on this machine. */
export class BenchCluster {
  readonly #folder: string;
  readonly #server: PostgresCluster;
  readonly #builder: string;
  register!: Cluster<Publication>;

  /** `builder`: its data folder; one in the scratch folder where omitted. */
  constructor(scratch: string, builder: string | undefined) {
    const programs = findPostgresPrograms();
    if (programs === undefined) throw new Error('PostgreSQL 15 or later is needed.');
    this.#folder = mkdtempSync(join(scratch, 'dossier-bench-publish-'));
    chmodSync(this.#folder, 0o755);
    mkdirSync(join(this.#folder, 'bucket'));
    this.#builder = builder ?? join(this.#folder, 'builder');
    this.#server = new PostgresCluster(join(this.#folder, 'postgres'), programs, {});
  }

  get folder(): string {
    return this.#folder;
  }

  async start(): Promise<void> {
    this.#server.start();
    await this.run('cluster', 'init');
    const postgres = {
      url: this.#server.urlOf('postgres'),
      passwordFile: null,
      durability: 'local',
      node: 'bench',
    } as const;
    this.register = await openCluster<Publication>(postgres, { schema: 'current' });
  }

  async stop(): Promise<void> {
    await this.register?.close();
    this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A command on the builder. */
  async run(...args: readonly string[]): Promise<Finished> {
    return await dossierIn(this.#builder, this.#env('builder'), ...args);
  }

  /** A node with a folder of its own, once it is ready. */
  async serve(name: string): Promise<Serving> {
    return await serveIn(join(this.#folder, name), this.#env(name));
  }

  async newest(): Promise<Publication> {
    const made = (await this.register.publications.after(0, Number.MAX_SAFE_INTEGER)).at(-1);
    if (!made) throw new Error('Nothing was published.');
    return made;
  }

  /** Resolves when the node serves the version. */
  async untilServed({ url }: Serving, version: number): Promise<void> {
    for (;;) {
      const text = await (await fetch(`${url}/metrics`)).text();
      if (text.includes(`\ndossier_publication_served ${version}\n`)) return;
      await wait(100);
    }
  }

  /** When the builder's newest index was complete; milliseconds since 1970. */
  indexedAt(): number {
    return statSync(join(this.#builder, 'index', 'current.json')).mtimeMs;
  }

  /** The size of catalog, links and index, as they lie on the builder's disk. */
  bytesOfFiles({ indexFiles }: Publication): number {
    const ofData = (file: DataFile) => statSync(join(this.#builder, fileNameOf(file))).size;
    return DATA_FILES.reduce((sum, file) => sum + ofData(file), 0) + sumOf(indexFiles);
  }

  #env(node: string): Record<string, string> {
    return {
      DOSSIER_POSTGRES: this.#server.urlOf('postgres'),
      DOSSIER_POSTGRES_DURABILITY: 'local',
      DOSSIER_PUBLICATIONS: pathToFileURL(join(this.#folder, 'bucket')).href,
      DOSSIER_NODE: node,
    };
  }
}

/** Bytes of the objects that a version put: its pages, and the files of its index that no version before had. */
export function bytesPut({ files, indexFiles }: Publication, before: Publication | undefined): number {
  const known = new Set(before?.indexFiles.map(({ sha256 }) => sha256));
  const fresh = indexFiles.filter(({ sha256 }) => !known.has(sha256));
  const ofIndex = fresh.reduce((sum, { parts }) => sum + bytesOf(parts), 0);
  return DATA_FILES.reduce((sum, file) => sum + bytesOf(files[file].parts), ofIndex);
}

function sumOf(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
