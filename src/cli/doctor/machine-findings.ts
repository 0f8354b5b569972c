import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { filesOf, readManifest } from '../../indexing/files/files.js';
import { longLogs, STORE_FILE_NAMES } from '../../store/engine/engine.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { faultOf } from '../fault.js';
import { isDossierAt, portFault } from '../serve/port.js';
import { type Finding, fine, wrong } from './finding.js';

const GIB = 2 ** 30;
const HOLDS = {
  sample: 'contains the sample',
  data: 'contains real data',
  replica: 'follows published versions',
} as const;

export function examineFolder({ path, kind }: DataFolder): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return fine('folder', `${path} ${HOLDS[kind]}.`);
  } catch {
    return wrong('folder', `${path} cannot be written.`, 'Give this user read and write access to it.');
  }
}

/** A folder without a successful load. */
export function examineNewFolder(path: string): Finding {
  const parent = nearest(path);
  try {
    accessSync(parent, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const fault = faultOf(error, parent);
    const what = parent === path ? '' : `${path} cannot be created: `;
    const cure = fault?.cure ?? 'Give this user write access to it.';
    return wrong('folder', `${what}${parent} cannot be written.`, cure);
  }
  const cure = 'Run dossier ingest to load data, or dossier serve to start on the sample.';
  return wrong('folder', `${path} contains no data yet.`, cure);
}

/** The folder itself, or its nearest existing parent. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

/** The next index is built while the present one stays, and a load stages its changes: both need space. */
export function examineDisk(folder: DataFolder): Finding {
  const { bavail, bsize } = statfsSync(folder.path);
  const needed = Math.max(GIB, sizeOf(folder));
  const inGib = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`;
  const what = `${inGib(bavail * bsize)} are free; an index build and a load may need ${inGib(needed)}.`;
  return bavail * bsize >= needed
    ? fine('disk', what)
    : wrong('disk', what, 'Free some disk space. If the disk is full, charges fail, and requests with them.');
}

/**
 * While a process reads an old snapshot, the WAL grows with each write. A WAL that no process holds has been
 * truncated by now.
 */
export function examineLogs({ path }: DataFolder): readonly Finding[] {
  const long = longLogs(path).map(({ name, bytes }) => {
    const what = `The write-ahead log of ${name} has ${(bytes / GIB).toFixed(1)} GiB: a process has been reading the database for a long time.`;
    return wrong('logs', what, 'End the process that reads it, such as a backup or copy tool.');
  });
  return long.length > 0 ? long : [fine('logs', 'The write-ahead logs of the databases are short.')];
}

/** The port is free, or this service uses it. */
export async function examinePort(host: string, port: number): Promise<Finding> {
  if (port === 0) return fine('port', 'Any free port will be used.');
  const code = await listenError(host, port);
  if (code === null) return fine('port', `Port ${port} of ${host} is free.`);
  if (code === 'EADDRINUSE' && (await isDossierAt(host, port))) {
    return fine('port', `Dossier is running on port ${port} of ${host}.`);
  }
  const { what, cure } = portFault(host, port, code);
  return wrong('port', what, cure);
}

function sizeOf(folder: DataFolder): number {
  const manifest = readManifestOrNone(folder.index);
  const names = manifest ? filesOf(manifest).map((name) => join('index', name)) : [];
  const files = [...names, ...STORE_FILE_NAMES.slice(1)];
  return files.reduce(
    (sum, name) => sum + (statSync(join(folder.path, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function readManifestOrNone(path: string) {
  try {
    return readManifest(path);
  } catch {
    return undefined;
  }
}

function listenError(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}
