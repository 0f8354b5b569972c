import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type Attributes, type Connection, Server, type SFTPWrapper, utils } from 'ssh2';

const { OPEN_MODE, STATUS_CODE } = utils.sftp;
const REGULAR = 0o100_644;

export interface ServedFile {
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** How the server misbehaves; each fault holds until it is taken back. */
export interface Faults {
  /** Breaks the connection once so many bytes were given out, and is well again. */
  cutAfter?: number;
  /** Answers no read. */
  silent?: boolean;
  /** Called once, in the midst of a file: before the second of its reads is answered. */
  amidReads?: () => void;
  /** Gives at most so many bytes at a time. */
  mostPerRead?: number;
  /** Tells this length of every file. */
  toldBytes?: number;
  /** Tells neither the length nor the time of a file, as the protocol allows. */
  tellsNothing?: boolean;
}

export interface SftpTestServer {
  readonly port: number;
  readonly files: Map<string, ServedFile>;
  readonly faults: Faults;
  /** `SHA256:…` */
  readonly hostKey: string;
  /** Of every read: where it began. */
  readonly reads: number[];
  /** User and password of every attempt to log in. */
  readonly logins: string[];
  close(): Promise<void>;
}

export const USER = 'reader';
export const PASSWORD = 'open-sesame!';

/** An SFTP server on this machine that gives out files, reads only, and can be told to behave badly. */
export async function startSftp(): Promise<SftpTestServer> {
  // Of the ed25519 keys that the library makes it cannot read one in three hundred itself.
  const key = utils.generateKeyPairSync('ecdsa', { bits: 256 });
  const server = new Server({ hostKeys: [key.private] });
  const connections = new Set<Connection>();
  const state = { files: new Map<string, ServedFile>(), faults: {} as Faults, reads: [], logins: [] };
  server.on('connection', (connection) => {
    connections.add(connection);
    // The types leave it out.
    (connection as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true);
    connection.on('close', () => connections.delete(connection));
    serve(connection, state);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    ...state,
    port: (server.address() as AddressInfo).port,
    hostKey: fingerprintOf(key.public),
    close: async () => {
      for (const connection of connections) connection.end();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

type State = Pick<SftpTestServer, 'files' | 'faults' | 'reads' | 'logins'>;

function serve(connection: Connection, state: State): void {
  connection.on('error', () => undefined);
  connection.on('authentication', (context) => {
    if (context.method !== 'password') return context.reject(['password']);
    state.logins.push(`${context.username}:${context.password}`);
    if (context.username === USER && context.password === PASSWORD) return context.accept();
    return context.reject(['password']);
  });
  connection.on('session', (accept) => {
    accept().on('sftp', (accept) => give(accept(), state, () => connection.end()));
  });
}

function give(sftp: SFTPWrapper, { files, faults, reads }: State, cut: () => void): void {
  const open: { readonly path: string; listed: boolean }[] = [];
  const opened = (id: number, path: string) => {
    open.push({ path, listed: false });
    sftp.handle(id, Buffer.from([open.length - 1]));
  };
  const missing = (id: number) => sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  let given = 0;
  sftp.on('STAT', (id, path) => {
    const file = files.get(path);
    return file ? sftp.attrs(id, attributesOf(file, faults)) : missing(id);
  });
  sftp.on('OPEN', (id, path, flags) =>
    files.has(path) && flags === OPEN_MODE.READ ? opened(id, path) : missing(id),
  );
  sftp.on('OPENDIR', (id, path) => opened(id, path));
  sftp.on('READDIR', (id, handle) => {
    const folder = open[handle[0] ?? 0];
    if (!folder || folder.listed) return sftp.status(id, STATUS_CODE.EOF);
    folder.listed = true;
    const inside = [...files].filter(([path]) => path.startsWith(`${folder.path}/`));
    return sftp.name(
      id,
      inside.map(([path, file]) => {
        const filename = path.slice(folder.path.length + 1);
        return { filename, longname: filename, attrs: attributesOf(file, faults) };
      }),
    );
  });
  sftp.on('READ', (id, handle, offset, length) => {
    reads.push(offset);
    if (faults.silent) return;
    if (offset > 0) {
      faults.amidReads?.();
      delete faults.amidReads;
    }
    const body = files.get(open[handle[0] ?? 0]?.path ?? '')?.body ?? Buffer.alloc(0);
    const end = offset + Math.min(length, faults.mostPerRead ?? length);
    const chunk = body.subarray(offset, end);
    if (chunk.length === 0) return sftp.status(id, STATUS_CODE.EOF);
    if (faults.cutAfter !== undefined && given + chunk.length > faults.cutAfter) {
      delete faults.cutAfter;
      return cut();
    }
    given += chunk.length;
    return sftp.data(id, chunk);
  });
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
}

function attributesOf({ body, modifiedAt }: ServedFile, { toldBytes = body.length, tellsNothing }: Faults) {
  // The types require what the protocol does not.
  if (tellsNothing) return {} as Attributes;
  const time = Math.floor(modifiedAt / 1_000);
  return { mode: REGULAR, uid: 0, gid: 0, size: toldBytes, atime: time, mtime: time };
}

/** Of a public key in OpenSSH's form: `ssh-ed25519 <base64>`. */
function fingerprintOf(key: string): string {
  const bytes = Buffer.from(key.split(' ')[1] ?? '', 'base64');
  return `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`;
}
