import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DownloadedFile, type Validators } from '../downloaded-file.js';
import { type Clock, FetchError, type FetchedFile, systemClock } from '../index.js';
import { DripFault, givenUpAt, IntakeFault, limitedBody, PERIODS, requireRoom } from '../intake-limits.js';
import { waitBefore } from '../retry.js';
import { type RemoteFile, SftpFault, type SftpServer, SftpSession } from './session.js';

export { hostKeyCheck } from './host-key.js';
export type { RemoteFile, SftpServer } from './session.js';

const IDLE_TIMEOUT_MS = 60_000;

export interface SftpOptions {
  readonly server: SftpServer;
  /** Folder for files and their metadata, kept between runs. */
  readonly folder: string;
  readonly clock?: Clock;
  readonly idleTimeoutMs?: number;
  /** Disables retries. */
  readonly tryOnce?: boolean;
  /** Called before each wait for another attempt. */
  readonly onRetry?: (url: string, reason: string, waitMs: number) => void;
}

/**
 * Uses one connection to a server, reopened after a fault. Temporary faults are retried like downloads; a refused password or
 * host key and a missing file are not. Throws FetchError.
 */
export class SftpClient {
  #session: SftpSession | undefined;

  constructor(private readonly options: SftpOptions) {}

  stat(path: string): Promise<RemoteFile> {
    return this.#try(path, (session) => session.stat(path));
  }

  list(folder: string): Promise<RemoteFile[]> {
    return this.#try(folder, (session) => session.list(folder));
  }

  /** Downloads the file only if its size or time changed; resumes an interrupted download if neither did. */
  async fetch(path: string): Promise<FetchedFile> {
    const url = this.#urlOf(path);
    const file = new DownloadedFile(this.options.folder, url);
    await file.prepare();
    const known = await file.validators();
    const until = givenUpAt();
    let part: Validators | undefined;
    try {
      return await this.#try(path, async (session) => {
        const remote = await session.stat(path);
        const now = validatorsOf(remote);
        const fetched = { path: file.path, url, lastModified: remote.modifiedAt };
        if (known?.etag === now.etag) return { ...fetched, unchanged: true };
        await requireRoom(file.partPath, remote.bytes).catch(asFault);
        const from = part?.etag === now.etag ? await file.partBytes() : 0;
        part = now;
        const rest = from === 0 ? ({ flags: 'w' } as const) : ({ flags: 'r+', start: from } as const);
        const { idleTimeoutMs = IDLE_TIMEOUT_MS } = this.options;
        const body = limitedBody(file.partPath, { periodMs: PERIODS * idleTimeoutMs, until, from });
        // From Node 24 on a pipeline waits for the pending read, and that of a stalled download never ends.
        body.once('error', () => this.close());
        await pipeline(session.read(remote, from), body, createWriteStream(file.partPath, rest)).catch(
          asFault,
        );
        const after = validatorsOf(await session.stat(path));
        if (after.etag !== now.etag) throw new SftpFault('the file changed while it was being read', false);
        await file.keep(now);
        return { ...fetched, unchanged: false };
      });
    } finally {
      await file.dropPart();
    }
  }

  close(): void {
    this.#session?.close();
    this.#session = undefined;
  }

  async #try<T>(path: string, work: (session: SftpSession) => Promise<T>): Promise<T> {
    const { clock = systemClock, tryOnce = false, onRetry } = this.options;
    for (let tries = 1; ; tries += 1) {
      try {
        return await work(await this.#connected());
      } catch (error) {
        this.close();
        if (!(error instanceof SftpFault)) throw error;
        const fault = { reason: error.message, status: undefined, retryAfter: undefined };
        const waitMs = error.isFinal || tryOnce ? undefined : waitBefore(fault, tries, clock.now(), false);
        if (waitMs === undefined) throw givenUp(this.#urlOf(path), error.message, tries);
        onRetry?.(this.#urlOf(path), error.message, waitMs);
        await clock.sleep(waitMs);
      }
    }
  }

  async #connected(): Promise<SftpSession> {
    const { server, idleTimeoutMs = IDLE_TIMEOUT_MS } = this.options;
    this.#session ??= await SftpSession.open(server, idleTimeoutMs);
    return this.#session;
  }

  #urlOf(path: string): string {
    const { host, port } = this.options.server;
    return `sftp://${host}${port === 22 ? '' : `:${port}`}/${path}`;
  }
}

/** A file that is too large remains so; a stalled download may be retried. */
function asFault(error: unknown): never {
  const isOurs = error instanceof IntakeFault || error instanceof DripFault;
  throw isOurs ? new SftpFault(error.message, error instanceof IntakeFault) : error;
}

/** Size and time according to the server; there are no other validators. */
function validatorsOf({ bytes, modifiedAt }: RemoteFile): Validators {
  return { etag: `"${bytes}-${modifiedAt}"`, lastModified: new Date(modifiedAt).toUTCString() };
}

function givenUp(url: string, reason: string, tries: number): FetchError {
  const counted = tries === 1 ? '' : ` after ${tries} tries`;
  return new FetchError(`${url} could not be fetched${counted}: ${reason}.`);
}
