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
  sample: 'holds the sample',
  data: 'holds real data',
  replica: 'follows what is published',
} as const;

export function examineFolder({ path, kind }: DataFolder): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return fine('folder', `${path} ${HOLDS[kind]}.`);
  } catch {
    return wrong('folder', `${path} cannot be written.`, 'Give this user read and write access to it.');
  }
}

/** A folder in which nothing was loaded yet. */
export function examineNewFolder(path: string): Finding {
  const parent = nearest(path);
  try {
    accessSync(parent, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const fault = faultOf(error, parent);
    const what = parent === path ? '' : `${path} cannot be made: `;
    const cure = fault?.cure ?? 'Give this user write access to it.';
    return wrong('folder', `${what}${parent} cannot be written.`, cure);
  }
  const cure = 'Run dossier ingest to load data, or dossier serve to start on the sample.';
  return wrong('folder', `${path} holds no data yet.`, cure);
}

/** The folder itself, or the first one above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

/** The next index is built while the present one stays, and a load stages its changes: both need space. */
export function examineDisk(folder: DataFolder): Finding {
  const { bavail, bsize } = statfsSync(folder.path);
  const needed = Math.max(GIB, sizeOf(folder));
  const inGib = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`;
  const what = `${inGib(bavail * bsize)} are free; an index build and a load may take ${inGib(needed)}.`;
  return bavail * bsize >= needed
    ? fine('disk', what)
    : wrong('disk', what, 'Free some space; a full disk stops charging, and with it serving.');
}

/** As long as somebody reads what a database was, its log grows with each write. A log that nobody holds is gone by now. */
export function examineLogs({ path }: DataFolder): readonly Finding[] {
  const long = longLogs(path).map(({ name, bytes }) => {
    const what = `The log of ${name} has ${(bytes / GIB).toFixed(1)} GiB: a process reads the database for long.`;
    return wrong('logs', what, 'End the process that reads it; a backup or a copy tool may hold it.');
  });
  return long.length > 0 ? long : [fine('logs', 'The logs of the databases are short.')];
}

/** The port is free, or this service is the one that holds it. */
export async function examinePort(host: string, port: number): Promise<Finding> {
  if (port === 0) return fine('port', 'Any free port will be taken.');
  const code = await listenError(host, port);
  if (code === null) return fine('port', `Port ${port} of ${host} is free.`);
  if (code === 'EADDRINUSE' && (await isDossierAt(host, port))) {
    return fine('port', `Dossier answers on port ${port} of ${host}.`);
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
