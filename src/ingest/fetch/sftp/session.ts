import { Client, type FileEntry, type SFTPWrapper, type Stats } from 'ssh2';
import { fingerprintOf } from './host-key.js';

export interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Returns why the server is not the expected one, or undefined; called before the password is sent. */
  readonly refuse: (fingerprint: string) => string | undefined;
}

/** A file on the server. */
export interface RemoteFile {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** The message continues "<address> could not be fetched: ". Final: retrying is useless. */
export class SftpFault extends Error {
  override readonly name = 'SftpFault';
  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** With its overhead, fits into the 32 KiB that every server accepts (draft-ietf-secsh-filexfer-02, 3). */
const CHUNK_BYTES = 30 * 1024;
/** Number of concurrent requests; otherwise each chunk would wait for a round trip. */
const AHEAD = 32;
const LOGIN_TIMEOUT_MS = 20_000;
const NO_SUCH_FILE = 2;

type Done<T> = (error: Error | null | undefined, value: T) => void;

/** An authenticated connection. If it is silent or broken, all pending calls fail with SftpFault. */
export class SftpSession {
  readonly #waiting = new Set<(fault: SftpFault) => void>();
  readonly #idle: NodeJS.Timeout;
  #fault: SftpFault | undefined;

  static async open(server: SftpServer, idleTimeoutMs: number): Promise<SftpSession> {
    const client = new Client();
    try {
      return new SftpSession(client, await logIn(client, server), idleTimeoutMs);
    } catch (error) {
      client.destroy();
      throw asFault(error);
    }
  }

  private constructor(
    private readonly client: Client,
    private readonly sftp: SFTPWrapper,
    idleTimeoutMs: number,
  ) {
    const seconds = idleTimeoutMs / 1_000;
    this.#idle = setTimeout(() => {
      if (this.#waiting.size > 0)
        this.#break(new SftpFault(`no data received for ${seconds} seconds`, false));
    }, idleTimeoutMs);
    this.#idle.unref();
    client.on('error', (error) => this.#break(asFault(error)));
    client.on('close', () => this.#break(new SftpFault('the connection was lost', false)));
  }

  async stat(path: string): Promise<RemoteFile> {
    const stats = await this.#ask<Stats>((done) => this.sftp.stat(path, done));
    return remoteFile(path, stats);
  }

  async list(folder: string): Promise<RemoteFile[]> {
    const entries = await this.#ask<FileEntry[]>((done) => this.sftp.readdir(folder, done));
    return entries.map(({ filename, attrs }) => remoteFile(`${folder}/${filename}`, attrs));
  }

  /** Yields the file's bytes from a position on, with read-ahead. */
  async *read({ path, bytes }: RemoteFile, from: number): AsyncGenerator<Buffer> {
    const handle = await this.#ask<Buffer>((done) => this.sftp.open(path, 'r', done));
    const ahead: Promise<Buffer>[] = [];
    for (let next = from; next < bytes || ahead.length > 0; ) {
      for (; next < bytes && ahead.length < AHEAD; next += CHUNK_BYTES) {
        const chunk = this.#chunk(handle, next, Math.min(CHUNK_BYTES, bytes - next));
        chunk.catch(() => undefined);
        ahead.push(chunk);
      }
      yield (await ahead.shift()) ?? Buffer.alloc(0);
    }
    await this.#ask<undefined>((done) => this.sftp.close(handle, (error) => done(error, undefined)));
  }

  close(): void {
    this.#break(new SftpFault('the connection was closed', false));
  }

  /** A server may return less than requested. */
  async #chunk(handle: Buffer, start: number, length: number): Promise<Buffer> {
    const chunk = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) {
      const read = await this.#ask<number>((done) =>
        this.sftp.read(handle, chunk, filled, length - filled, start + filled, done),
      );
      if (read === 0) throw new SftpFault(`the file ended at byte ${start + filled}`, false);
      filled += read;
    }
    return chunk;
  }

  #ask<T>(send: (done: Done<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#fault) throw this.#fault;
      this.#waiting.add(reject);
      this.#idle.refresh();
      send((error, value) => {
        this.#waiting.delete(reject);
        this.#idle.refresh();
        if (error) reject(asFault(error));
        else resolve(value);
      });
    });
  }

  #break(fault: SftpFault): void {
    if (this.#fault) return;
    this.#fault = fault;
    clearTimeout(this.#idle);
    for (const reject of this.#waiting) reject(fault);
    this.client.destroy();
  }
}

/** Throws SftpFault if the server omits the length or the time, as the protocol allows: they show whether a file changed. */
function remoteFile(
  path: string,
  { size, mtime }: { readonly size?: number; readonly mtime?: number },
): RemoteFile {
  if (size === undefined || mtime === undefined)
    throw new SftpFault(`the server reported no size or no time for ${path}`, true);
  return { path, bytes: size, modifiedAt: mtime * 1_000 };
}

function logIn(client: Client, server: SftpServer): Promise<SFTPWrapper> {
  const { host, port, user: username, password, refuse } = server;
  let refusal: string | undefined;
  return new Promise<SFTPWrapper>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new SftpFault(`login was not complete after ${LOGIN_TIMEOUT_MS / 1_000} seconds`, false));
    }, LOGIN_TIMEOUT_MS);
    // Requests are small and wait for responses, so Nagle's algorithm is off.
    client.on('connect', () => client.setNoDelay(true));
    client.on('error', (error) => reject(refusal === undefined ? error : new SftpFault(refusal, true)));
    client.on('close', () => {
      clearTimeout(late);
      reject(new SftpFault('the connection was lost', false));
    });
    client.on('ready', () => {
      client.sftp((error, sftp) => {
        clearTimeout(late);
        if (error) reject(error);
        else resolve(sftp);
      });
    });
    client.connect({
      ...{ host, port, username, password, readyTimeout: 0 },
      hostVerifier: (key: Buffer) => {
        refusal = refusalOf(refuse, fingerprintOf(key));
        return refusal === undefined;
      },
    });
  });
}

function refusalOf(refuse: SftpServer['refuse'], fingerprint: string): string | undefined {
  try {
    return refuse(fingerprint);
  } catch (error) {
    return `the host key cannot be checked (${(error as Error).message})`;
  }
}

function asFault(error: unknown): SftpFault {
  if (error instanceof SftpFault) return error;
  const { level, code, message } = error as Error & { readonly level?: string; readonly code?: unknown };
  if (level === 'client-authentication')
    return new SftpFault('the server rejected the user name and password', true);
  if (code === NO_SUCH_FILE) return new SftpFault('the server has no such file', true);
  return new SftpFault(`the connection failed (${message})`, false);
}
