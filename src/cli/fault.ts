import { lstatSync } from 'node:fs';

/** As reported by the system and SQLite. */
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
const NO_RIGHT: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'SQLITE_PERM', 'SQLITE_AUTH']);
const MODULE_FAULTS: ReadonlySet<string> = new Set([
  'ERR_DLOPEN_FAILED',
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
]);

/** PostgreSQL is away, or is not what its settings ask for. */
const UNREACHED: ReadonlySet<string> = new Set([
  'LedgerUnavailableError',
  'StateUnavailableError',
  'PostgresAddressError',
  'PostgresAwayError',
  'NoPrimaryError',
  'UnsuitableServerError',
  'LedgerAnswerLostError',
]);

/** A role of PostgreSQL lacks a right (SQLSTATE insufficient_privilege). */
const PG_NO_RIGHT = '42501';

interface Fault {
  /** One sentence: what is wrong. */
  readonly what: string;
  readonly cure: string;
}

/** A fault of the machine, the folder or the installation in words; undefined if it is none of these. */
export function faultOf(error: unknown, dataFolder: string): Fault | undefined {
  const { code = '', path = dataFolder, message = '' } = error as Partial<NodeJS.ErrnoException>;
  if (code === 'ENOENT' || (code.startsWith('SQLITE_CANTOPEN') && isMissing(path))) {
    return { what: `${path} does not exist.`, cure: 'Check the path.' };
  }
  if (DISK_FULL.has(code)) return { what: 'The disk is full.', cure: 'Free some disk space.' };
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') {
    return {
      what: `A disk cannot be read or written (${code}); it may be full.`,
      cure: 'Free some disk space, or check the disk.',
    };
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return { what: `${path} is damaged.`, cure: 'Run dossier doctor for details; restore a backup.' };
  }
  if (code === 'EROFS' || code.startsWith('SQLITE_READONLY')) {
    return {
      what: `${path} cannot be written.`,
      cure: `${asUser()} needs write access to it and its folder.`,
    };
  }
  if (NO_RIGHT.has(code) || code.startsWith('SQLITE_CANTOPEN')) {
    return {
      what: `${path} cannot be opened or written.`,
      cure: `${asUser()} needs read and write access to it, on a mount that is not read-only.`,
    };
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    const named = path.startsWith(dataFolder) ? 'DOSSIER_DATA must be a folder.' : 'Name a folder.';
    return { what: `${path} is a file or is inside one.`, cure: named };
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return {
      what: `${path} is locked by another process.`,
      cure: 'Run the command again when that process has ended.',
    };
  }
  if (code === 'EMFILE' || code === 'ENFILE') {
    return { what: 'Too many files are open.', cure: 'Raise the limit of open files (ulimit -n).' };
  }
  if (UNREACHED.has(String((error as Partial<Error>).name))) {
    return { what: message, cure: 'Check DOSSIER_POSTGRES and the server, or run dossier doctor.' };
  }
  if (code === PG_NO_RIGHT) {
    return {
      what: `PostgreSQL refused the user of DOSSIER_POSTGRES: ${message}.`,
      cure: 'Grant it CREATE on the database, and ownership of the schemas ledger, state and cluster if they exist.',
    };
  }
  if (MODULE_FAULTS.has(code)) {
    const module = /'([^']+)'/.exec(message)?.[1] ?? 'A native module';
    const what = `${module} is missing, or was installed for another version of Node than ${process.version}.`;
    return {
      what,
      cure: 'Run `npm ci` again, or reinstall the package.',
    };
  }
  return undefined;
}

function isMissing(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function asUser(): string {
  const id = process.getuid?.();
  return id === undefined ? 'The user of this process' : `The user of this process (uid ${id})`;
}
