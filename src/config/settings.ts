import { readFileSync } from 'node:fs';
import { isCalendarDate } from '../domain/time/dates.js';
import { parseNetwork } from '../platform/private-addresses.js';
import { type Setting, token } from '../sources/declare/setting.js';
import { CLUSTER_SETTINGS } from './cluster-config.js';
import { ConfigError } from './config-error.js';
import { choice, integer, list, secret, text } from './setting-kinds.js';

export { ConfigError };

/**
 * Settings of Dossier itself; those of publishers stand with their sources. A secret one may also be given by a file: see `secretOf`.
 */
export const SETTINGS = {
  DOSSIER_HOST: text('127.0.0.1', 'Address to listen on.'),
  DOSSIER_PORT: integer(8_080, 0, 65_535, 'Port to listen on, 0 to 65535; 0 selects a free one.'),
  DOSSIER_WORKERS: integer(
    1,
    1,
    64,
    'Number of serving threads, 1 to 64; about one for each core. They share the index, the ledger and all limits.',
  ),
  DOSSIER_DATA: text('data', 'Folder of the databases and indexes.'),
  DOSSIER_LOG_LEVEL: choice(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'warn',
    'One of fatal, error, warn, info, debug, trace, silent.',
  ),
  DOSSIER_TRUST_PROXY: list(
    (proxy) => ['loopback', 'linklocal', 'uniquelocal'].includes(proxy) || isNetwork(proxy),
    'addresses, networks, loopback, linklocal or uniquelocal',
    'Proxies whose X-Forwarded-For is trusted, comma-separated: addresses, networks (10.0.0.0/8), or loopback, linklocal, uniquelocal. Set it behind a proxy, because invalid keys are counted by client address. Invalid keys never block a valid key.',
  ),
  DOSSIER_CORS_ORIGINS: list(
    (origin) => URL.canParse(origin) && new URL(origin).origin === origin,
    'origins such as https://app.example.com',
    'Origins whose pages may call the API with a key, comma-separated: https://app.example.com.',
  ),
  DOSSIER_WEB: choice(
    ['open', 'key', 'off'],
    null,
    'Access to the web pages: `open` everyone, without a key, free of charge; `key` sign-in with an API key, at API prices; `off` no pages. Default: `open` if the service listens on loopback only and trusts no proxy, for visits to a loopback address under its name; `key` otherwise.',
  ),
  DOSSIER_AUTH_PROXY_HEADER: text(
    '',
    'Request header in which a proxy of DOSSIER_TRUST_PROXY names the person who is signed in, such as `Remote-User`. ' +
      'The person uses the pages with the key in DOSSIER_AUTH_PROXY_KEY. The proxy must overwrite the header in every request.',
  ),
  DOSSIER_AUTH_PROXY_KEY: secret(
    'API key whose account pays for, and whose scopes limit, everyone who signs in through the proxy.',
  ),
  DOSSIER_CONTACT: {
    fallback: '',
    meaning:
      'E-mail or web address sent to publishers with each download, as the SEC requires. Pages show it for correction requests.',
    read: readContact,
    what: 'an e-mail address or a web address',
  },
  DOSSIER_SECURITY_CONTACT: {
    fallback: '',
    meaning:
      'Address for vulnerability reports, such as mailto:security@example.com or https://example.com/security. ' +
      'Published at /.well-known/security.txt (RFC 9116); requires DOSSIER_SECURITY_EXPIRES.',
    read: readSecurityContact,
    what: 'an address that starts with mailto: or https://',
  },
  DOSSIER_SECURITY_EXPIRES: {
    fallback: '',
    meaning:
      'Date (YYYY-MM-DD, UTC) after which DOSSIER_SECURITY_CONTACT must not be used any more; at most a year ahead is recommended.',
    read: (given: string) => (given === '' || isCalendarDate(given) ? given || null : undefined),
    what: 'a date such as 2027-06-30',
  },
  DOSSIER_KEY: secret(
    'API key whose account is charged for calls of `dossier mcp`, and with which `dossier watch listen` reads messages.',
  ),
  DOSSIER_LIVE: choice(
    ['on', 'off'],
    'off',
    '`on`: records that are not loaded are read from the publishers’ portals on request.',
  ),
  DOSSIER_LIVE_PER_MINUTE: integer(120, 1, 999_999, 'Portal reads per account and minute.'),
  DOSSIER_MAX_RELATED: integer(
    100,
    2,
    10_000,
    'Agents and addresses shared by more entities than this do not relate entities; 2 to 10000.',
  ),
  DOSSIER_CHANGES_DAYS: integer(
    400,
    1,
    36_500,
    'Days for which events of the change feed are retained, 1 to 36500. Loads delete older events.',
  ),
  DOSSIER_EXPORT_DAYS: integer(
    7,
    1,
    365,
    'Days for which the files of a complete export are kept, 1 to 365.',
  ),
  DOSSIER_EVIDENCE_KEY: secret(
    'Ed25519 private key (PKCS #8, PEM) that signs evidence; use the same one on all nodes of a cluster. Default: the key in the data folder, created at the first start.',
  ),
  DOSSIER_MAX_WATCHES: integer(100, 0, 100_000, 'Maximum number of watches of one account; 0 to 100000.'),
  DOSSIER_WEBHOOK_ALLOW: list(
    isNetwork,
    'addresses and networks such as 10.1.0.0/16',
    'Private addresses to which webhooks may be sent, comma-separated: addresses and networks (10.1.0.0/16). Messages are never sent to cloud metadata services.',
  ),
  DOSSIER_WATCH_SECRET: secret(
    'Secret of the watch whose messages `dossier watch listen` signs and forwards. Only used there.',
  ),
  DOSSIER_SOCRATA_TOKEN: token(
    'DOSSIER_SOCRATA_TOKEN',
    'App token for Socrata portals. Without one, portals throttle all clients of an IP address together.',
  ),
  DOSSIER_REAL_DATA: text('', 'Folder of publishers’ real files, for tests.'),
  ...CLUSTER_SETTINGS,
} as const;

export type SettingName = keyof typeof SETTINGS;

/** Not all addresses of a family (/0). */
function isNetwork(text: string): boolean {
  const network = parseNetwork(text);
  return network !== undefined && network.prefix > 0;
}

function readContact(text: string): string | null | undefined {
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
  const isAddress = /^https?:\/\/\S+$/.test(text) && URL.canParse(text);
  return text === '' || isMail || isAddress ? text || null : undefined;
}

function readSecurityContact(text: string): string | null | undefined {
  const isMail = /^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
  const isAddress = /^https:\/\/\S+$/.test(text) && URL.canParse(text);
  return text === '' || isMail || isAddress ? text || null : undefined;
}

/** The value of one of Dossier's own settings. Throws `ConfigError` if it is not allowed. */
export function ownValue<Name extends SettingName>(own: Environment['own'], name: Name): SettingValue<Name> {
  const setting: Omit<Setting, 'name'> = SETTINGS[name];
  return settingValue({ ...setting, name }, own[name]) as SettingValue<Name>;
}

type SettingValue<Name extends SettingName> =
  (typeof SETTINGS)[Name] extends Pick<Setting<infer Value>, 'read'> ? Value : never;

/** Throws `ConfigError` if the text is not allowed. */
export function settingValue<Value>({ name, read, what, isSecret }: Setting<Value>, text: string): Value {
  const value = read(text);
  if (value !== undefined) return value;
  const given = isSecret ? '' : `; it is ${JSON.stringify(text)}`;
  throw new ConfigError(`${name} must be ${what}${given}.`);
}

export interface Environment {
  readonly own: Readonly<Record<SettingName, string>>;
  /** `DOSSIER_` variables of publishers, and unknown ones. */
  readonly others: Readonly<Record<string, string>>;
}

/** A secret is a line; a larger file was named by mistake. */
const MAX_OF_A_FILE = 16_384;

/**
 * The only reader of the environment. Throws `ConfigError` if the file of one of Dossier's own secrets cannot be used.
 */
export function readEnv(env: NodeJS.ProcessEnv): Environment {
  const names = Object.keys(SETTINGS) as SettingName[];
  const own = new Set<string>(names.flatMap((name) => (isSecret(name) ? [name, fileSetting(name)] : name)));
  const others = Object.entries(env).filter(([name]) => name.startsWith('DOSSIER_') && !own.has(name));
  return {
    own: Object.fromEntries(
      names.map((name) => [
        name,
        (isSecret(name) ? secretOf(env, name) : env[name]) || SETTINGS[name].fallback,
      ]),
    ) as Environment['own'],
    others: Object.fromEntries(others.map(([name, text = '']) => [name, text])),
  };
}

function isSecret(name: SettingName): boolean {
  return 'isSecret' in SETTINGS[name];
}

/** The setting that names the file of a secret. */
export function fileSetting(name: string): string {
  return `${name}_FILE`;
}

/**
 * A secret setting, given as text by `NAME` or as a file by `NAME_FILE`; the line break at the file's end is no part of it. Throws
 * `ConfigError` if both are given, and if the file cannot be read, is empty or is too large; the message never holds the secret.
 */
export function secretOf(
  given: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const setting = fileSetting(name);
  const path = given[setting];
  if (!path) return given[name];
  if (given[name]) throw new ConfigError(`${name} and ${setting} are both set; set one of them.`);
  const text = readSecret(setting, path);
  if (text !== '' && text.length <= MAX_OF_A_FILE) return text;
  throw new ConfigError(
    `${setting} must be a file with 1 to ${MAX_OF_A_FILE} characters; ${path} has ${text.length}.`,
  );
}

function readSecret(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${setting} must be a readable file; ${path} is not (${code}).`);
  }
}
