import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { piecesOf } from './body.js';
import { refusal } from './call.js';
import { ConnectionError, DownloadError } from './errors.js';
import { type RetryOptions, retryingFetch, streamedIfGood, wait } from './retry.js';

export interface DownloadOptions extends RetryOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file to be fetched. */
export interface Fetched {
  /** In the folder. */
  readonly name: string;
  /** Below the export's own. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

const MANIFEST = 'manifest.json';
/** Behind the name of a file that is not whole. */
const CUT_OFF = '.cut-off';

/** Fetches the files one after the other, and the manifest at the end. Resolves to the parsed manifest. */
export async function downloadTo<File extends Fetched>(
  folder: string,
  base: string,
  files: readonly File[],
  onWhole: (file: File) => void,
  options: DownloadOptions,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const download = new Download(folder, base, options, signal);
  for (const { name } of files) refuseForeignName(name);
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    await download.whole(file);
    onWhole(file);
  }
  const text = await download.text(MANIFEST);
  const manifest = JSON.parse(text) as unknown;
  const path = join(folder, MANIFEST);
  await writeFile(path + CUT_OFF, text, { flush: true });
  await rename(path + CUT_OFF, path);
  return manifest;
}

class Download {
  readonly #folder: string;
  readonly #base: string;
  readonly #options: DownloadOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #fetch: (request: Request) => Promise<Response>;

  constructor(folder: string, base: string, options: DownloadOptions, signal: AbortSignal | undefined) {
    this.#folder = folder;
    this.#base = base;
    this.#options = options;
    this.#signal = signal;
    this.#fetch = retryingFetch(options, streamedIfGood);
  }

  /** Resolves when the file is there with the right bytes. */
  async whole(file: Fetched): Promise<void> {
    const path = join(this.#folder, file.name);
    if (await isWhole(path, file)) return;
    // The files of an earlier run may be of another export: then all of it is fetched, once.
    for (const isLast of [false, true]) {
      if (await this.#fetchRest(path + CUT_OFF, file)) return await rename(path + CUT_OFF, path);
      await rm(path + CUT_OFF, { force: true });
      if (isLast) throw new DownloadError(file.name);
    }
  }

  async text(path: string): Promise<string> {
    return (await this.#ask(path, {}, retryingFetch(this.#options))).text();
  }

  /** The answer, with its body unread unless `fetch` reads it. Rejects with `DossierError`. */
  async #ask(
    path: string,
    headers: Readonly<Record<string, string>>,
    fetch = this.#fetch,
  ): Promise<Response> {
    const request = new Request(this.#options.url + this.#base + path, {
      headers: { ...this.#options.headers, ...headers },
      ...(this.#signal && { signal: this.#signal }),
    });
    const response = await fetch(request);
    if (response.ok) return response;
    throw refusal(await response.json().catch(() => undefined), response);
  }

  /** False: the bytes are not those of the file. */
  async #fetchRest(path: string, file: Fetched): Promise<boolean> {
    const cutOff = await CutOffFile.open(path, file.bytes);
    try {
      const { retries = 3, sleep = wait } = this.#options;
      for (let failures = 0; cutOff.length < file.bytes; ) {
        const before = cutOff.length;
        try {
          await this.#append(cutOff, file);
          if (cutOff.length === before) return false;
        } catch (error) {
          if (!(error instanceof ConnectionError)) throw error;
          failures = cutOff.length > before ? 0 : failures + 1;
          if (failures > retries) throw error;
          await sleep(500 * 2 ** failures, this.#signal ?? new AbortController().signal);
        }
      }
      await cutOff.sync();
      return cutOff.sha256() === file.sha256;
    } finally {
      await cutOff.close();
    }
  }

  /** Fetches the missing bytes, as far as the connection holds. Rejects with `ConnectionError` if it breaks. */
  async #append(cutOff: CutOffFile, { path, sha256, bytes }: Fetched): Promise<void> {
    const from = cutOff.length;
    const range = { Range: `bytes=${from}-`, 'If-Range': `"${sha256}"` };
    const response = await this.#ask(path, from > 0 ? range : {});
    if (response.status !== 206) await cutOff.clear();
    const pieces = piecesOf(response, this.#signal);
    try {
      while (cutOff.length < bytes) {
        const piece = await pieces.next().catch((error: unknown) => {
          this.#signal?.throwIfAborted();
          throw new ConnectionError(response.url, error);
        });
        if (piece.done) return;
        await cutOff.append(piece.value);
      }
    } finally {
      // Nobody wants more bytes than the file has.
      await pieces.return(undefined);
    }
  }
}

/** The beginning of a file, and its digest so far. */
class CutOffFile {
  readonly #file: FileHandle;
  #digest = createHash('sha256');
  #length = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The bytes that stand there count, unless they are more than the file is to have. */
  static async open(path: string, most: number): Promise<CutOffFile> {
    const opened = new CutOffFile(await open(path, 'a+'));
    for await (const chunk of opened.#file.createReadStream({ start: 0, autoClose: false })) {
      opened.#count(chunk as Uint8Array);
    }
    if (opened.length > most) await opened.clear();
    return opened;
  }

  get length(): number {
    return this.#length;
  }

  async append(chunk: Uint8Array): Promise<void> {
    for (let written = 0; written < chunk.length; ) {
      written += (await this.#file.write(chunk, written)).bytesWritten;
    }
    this.#count(chunk);
  }

  async clear(): Promise<void> {
    await this.#file.truncate(0);
    this.#digest = createHash('sha256');
    this.#length = 0;
  }

  sha256(): string {
    return this.#digest.copy().digest('hex');
  }

  sync(): Promise<void> {
    return this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #count(chunk: Uint8Array): void {
    this.#digest.update(chunk);
    this.#length += chunk.length;
  }
}

async function isWhole(path: string, { bytes, sha256 }: Fetched): Promise<boolean> {
  const held = await stat(path).catch(() => undefined);
  if (held?.size !== bytes) return false;
  const file = await open(path, 'r');
  const digest = createHash('sha256');
  for await (const chunk of file.createReadStream()) digest.update(chunk as Uint8Array);
  return digest.digest('hex') === sha256;
}

/** The service chooses names; none of them may lead out of the folder. */
function refuseForeignName(name: string): void {
  if (!/^[\w-][\w.-]*$/.test(name) || name === MANIFEST) throw new DownloadError(name);
}
