import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';

/**
 * What a commit must survive. `standby`: the loss of the primary; `managed`: as guaranteed by the provider; `local`: a crash
 * only.
 */
const DURABILITIES = ['standby', 'managed', 'local'] as const;
type Durability = (typeof DURABILITIES)[number];

/** The address of PostgreSQL and connection settings. Plain data, because it is passed between threads. */
export interface PostgresOptions {
  /** `postgres://user@host1,host2/database`; hosts are tried until one is a primary. */
  readonly url: string;
  /** File that contains only the password; null: the address has it, or none is needed. */
  readonly passwordFile: string | null;
  readonly durability: Durability;
  /** Name of this node in the server's list of connections and in leases. */
  readonly node: string;
}

/** An invalid address; the message is one sentence without secrets. */
class PostgresAddressError extends Error {
  override readonly name = 'PostgresAddressError';
}

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const PARAMETERS = ['sslmode', 'sslrootcert', 'host'];

/** One configuration for each host, in order. Throws `PostgresAddressError`. */
export function hostsOf({
  url,
  passwordFile,
}: Pick<PostgresOptions, 'url' | 'passwordFile'>): ClientConfig[] {
  const match = /^postgres(?:ql)?:\/\/([^@/]*@)?([^/?]*)(\/.*|\?.*)?$/.exec(url);
  const [, login = '', hosts = '', rest = '/'] = match ?? [];
  if (!match || !URL.canParse(`postgres://${login}host${rest}`))
    throw new PostgresAddressError('It must be an address such as postgres://user@host1,host2/database.');
  const { username, password, pathname, searchParams } = new URL(`postgres://${login}host${rest}`);
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new PostgresAddressError(
      `Unknown parameter ${JSON.stringify(unknown)}; known parameters are ${PARAMETERS.join(', ')}.`,
    );
  const ssl = sslOf(searchParams);
  const secret = passwordFile === null ? decodeURIComponent(password) : readPassword(passwordFile);
  const given = searchParams.get('host') ?? hosts;
  return given.split(',').map((host) => {
    const [, name = '', port] = /^(\[[^\]]+\]|[^:]*)(?::(\d{1,5}))?$/.exec(host) ?? [];
    if (name === '') throw new PostgresAddressError('It contains no host name.');
    return {
      host: decodeURIComponent(name.replace(/^\[(.*)\]$/, '$1')),
      port: Number(port ?? 5_432),
      user: decodeURIComponent(username) || 'dossier',
      database: decodeURIComponent(pathname.slice(1)) || 'dossier',
      ssl,
      // Prevents the driver from reading a password file in the home folder.
      password: () => secret,
    };
  });
}

function sslOf(parameters: URLSearchParams): ClientConfig['ssl'] {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!SSL_MODES.includes(mode))
    throw new PostgresAddressError(`sslmode must be one of ${SSL_MODES.join(', ')}.`);
  if (mode === 'disable') return false;
  const root = parameters.get('sslrootcert');
  const ca = root === null ? {} : { ca: read('sslrootcert file', root) };
  if (mode === 'require') return { rejectUnauthorized: false };
  if (mode === 'verify-ca') return { ...ca, rejectUnauthorized: true, checkServerIdentity: () => undefined };
  return { ...ca, rejectUnauthorized: true };
}

function readPassword(path: string): string {
  const password = read('password file', path).replace(/\r?\n$/, '');
  if (password === '') throw new PostgresAddressError(`The password file ${path} is empty.`);
  return password;
}

function read(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new PostgresAddressError(`The ${what} ${path} cannot be read (${code}).`);
  }
}
