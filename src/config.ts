import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** A setting is missing, unknown or not allowed; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const SETTINGS = {
  DOSSIER_HOST: { otherwise: '127.0.0.1', meaning: 'Address to listen on.' },
  DOSSIER_PORT: { otherwise: '8080', meaning: 'Port to listen on, 0 to 65535; 0 takes a free one.' },
  DOSSIER_WORKERS: {
    otherwise: '1',
    meaning:
      'Threads that answer requests, 1 to 64; about one for each core. They share the index, the ledger and all limits.',
  },
  DOSSIER_DATA: { otherwise: 'data', meaning: 'Folder of the databases and indexes.' },
  DOSSIER_LOG_LEVEL: { otherwise: 'warn', meaning: 'One of fatal, error, warn, info, debug, trace, silent.' },
  DOSSIER_TRUST_PROXY: {
    otherwise: '',
    meaning:
      'Proxies whose X-Forwarded-For is believed, comma-separated: addresses, networks (10.0.0.0/8), or loopback, ' +
      'linklocal, uniquelocal. Needed behind a proxy: bad keys are counted by client address; a good key is never refused for them.',
  },
  DOSSIER_CORS_ORIGINS: {
    otherwise: '',
    meaning: 'Origins whose pages may call the API with a key, comma-separated: https://app.example.com.',
  },
  DOSSIER_CONTACT: {
    otherwise: '',
    meaning: 'E-mail address told to publishers when fetching; the SEC asks for one.',
  },
  DOSSIER_LIVE: {
    otherwise: 'off',
    meaning: '`on`: what is not loaded is read through the publishers’ portals when it is asked for.',
  },
  DOSSIER_LIVE_PER_MINUTE: {
    otherwise: '120',
    meaning: 'Reads of portals that one account may cause in a minute.',
  },
  DOSSIER_RELATED_MOST: {
    otherwise: '100',
    meaning: 'An agent or address that more entities share relates none of them; 2 to 10000.',
  },
  DOSSIER_SOCRATA_TOKEN: {
    otherwise: '',
    meaning: 'App token for Socrata portals; without one they slow down all callers of an address together.',
  },
  DOSSIER_SAM_KEY: {
    otherwise: '',
    meaning: 'API key of SAM.gov, free; its files are not given out without.',
  },
  DOSSIER_LDA_KEY: {
    otherwise: '',
    meaning: 'API key of lda.gov, free; without one its pages come more slowly.',
  },
  DOSSIER_LDA_URL: {
    otherwise: 'https://lda.gov/api/v1/',
    meaning: 'Address of the API of lobbying filings; it has moved before.',
  },
  DOSSIER_FL_SFTP_HOST: {
    otherwise: 'sftp.floridados.gov',
    meaning: 'SFTP server of the Florida Division of Corporations, with `:port` if that is not 22.',
  },
  DOSSIER_FL_SFTP_USER: {
    otherwise: '',
    meaning:
      'User of that server. The Division prints a public one on its page of data downloads ' +
      '(dos.fl.gov/sunbiz/other-services/data-downloads); nothing is given out without.',
  },
  DOSSIER_FL_SFTP_PASSWORD: {
    otherwise: '',
    meaning: 'Password of that user, printed on the same page.',
  },
  DOSSIER_FL_SFTP_HOST_KEY: {
    otherwise: '',
    meaning:
      'Fingerprint that the server’s key must have, as `ssh-keygen -l` shows it: SHA256:…. Without one the key that ' +
      'is seen first is kept in `host-keys.json` of the data folder, and another is refused from then on.',
  },
  DOSSIER_REAL_DATA: {
    otherwise: '',
    meaning: 'Folder of publishers’ real files, for the tests that read them.',
  },
} as const;

type SettingName = keyof typeof SETTINGS;
export type Environment = Readonly<Record<SettingName, string>>;

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Threads that answer requests. */
  readonly workers: number;
  /** Absolute path. */
  readonly dataFolder: string;
  readonly logLevel: LogLevel;
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  /** An agent or address that more entities share relates none of them. */
  readonly relatedMost: number;
  readonly contact: string | null;
  readonly live: LiveConfig;
  readonly socrataToken: string | null;
  /** Where publishers' APIs are found; each ends with a slash. */
  readonly bases: { readonly lda: string };
  /** The operator's keys at publishers. */
  readonly keys: { readonly sam: string | null; readonly lda: string | null };
  readonly florida: SftpLogin;
}

/** How a publisher's SFTP server is logged in to. */
export interface SftpLogin {
  readonly host: string;
  readonly port: number;
  readonly user: string | null;
  readonly password: string | null;
  /** Fingerprint of the host key; null: the one that is seen first. */
  readonly hostKey: string | null;
}

export interface LiveConfig {
  readonly on: boolean;
  /** Reads of portals that one account may cause in a minute. */
  readonly perMinute: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The only reader of the environment. Throws `ConfigError` for a `DOSSIER_` variable that does not exist. */
export function readEnv(env: NodeJS.ProcessEnv): Environment {
  const unknown = Object.keys(env).find((name) => name.startsWith('DOSSIER_') && !(name in SETTINGS));
  if (unknown !== undefined) {
    throw new ConfigError(`${unknown} is not a setting; there are ${Object.keys(SETTINGS).join(', ')}.`);
  }
  const setting = (name: SettingName) => env[name] || SETTINGS[name].otherwise;
  return Object.fromEntries(
    Object.keys(SETTINGS).map((name) => [name, setting(name as SettingName)]),
  ) as Environment;
}

/** Throws `ConfigError` for a value that is not allowed. */
export function toConfig(env: Environment): Config {
  return {
    host: env.DOSSIER_HOST,
    port: toPort(env.DOSSIER_PORT),
    workers: toWorkers(env.DOSSIER_WORKERS),
    dataFolder: resolve(env.DOSSIER_DATA),
    logLevel: toLogLevel(env.DOSSIER_LOG_LEVEL),
    trustProxy: toProxies(env.DOSSIER_TRUST_PROXY),
    corsOrigins: toOrigins(env.DOSSIER_CORS_ORIGINS),
    relatedMost: toRelatedMost(env.DOSSIER_RELATED_MOST),
    contact: toContact(env.DOSSIER_CONTACT),
    live: {
      on: toSwitch('DOSSIER_LIVE', env.DOSSIER_LIVE),
      perMinute: toPerMinute(env.DOSSIER_LIVE_PER_MINUTE),
    },
    socrataToken: toToken('DOSSIER_SOCRATA_TOKEN', env.DOSSIER_SOCRATA_TOKEN),
    bases: { lda: toBase('DOSSIER_LDA_URL', env.DOSSIER_LDA_URL) },
    keys: {
      sam: toToken('DOSSIER_SAM_KEY', env.DOSSIER_SAM_KEY),
      lda: toToken('DOSSIER_LDA_KEY', env.DOSSIER_LDA_KEY),
    },
    florida: {
      ...toServer(env.DOSSIER_FL_SFTP_HOST),
      user: toToken('DOSSIER_FL_SFTP_USER', env.DOSSIER_FL_SFTP_USER),
      password: toToken('DOSSIER_FL_SFTP_PASSWORD', env.DOSSIER_FL_SFTP_PASSWORD),
      hostKey: toFingerprint(env.DOSSIER_FL_SFTP_HOST_KEY),
    },
  };
}

function toPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ConfigError(
    `DOSSIER_PORT must be a whole number from 0 to 65535; it is ${JSON.stringify(text)}.`,
  );
}

function toWorkers(text: string): number {
  const workers = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (workers >= 1 && workers <= 64) return workers;
  throw new ConfigError(
    `DOSSIER_WORKERS must be a whole number from 1 to 64; it is ${JSON.stringify(text)}.`,
  );
}

function toLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((candidate) => candidate === text);
  if (level) return level;
  throw new ConfigError(
    `DOSSIER_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}; it is ${JSON.stringify(text)}.`,
  );
}

function toProxies(text: string): readonly string[] {
  const wrong = listOf(text).find((proxy) => !isProxy(proxy));
  if (wrong === undefined) return listOf(text);
  throw new ConfigError(
    `DOSSIER_TRUST_PROXY must be addresses, networks, loopback, linklocal or uniquelocal; one is ${JSON.stringify(wrong)}.`,
  );
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function toOrigins(text: string): readonly string[] {
  const wrong = listOf(text).find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong === undefined) return listOf(text);
  throw new ConfigError(
    `DOSSIER_CORS_ORIGINS must be origins such as https://app.example.com; one is ${JSON.stringify(wrong)}.`,
  );
}

function listOf(text: string): readonly string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

function toContact(text: string): string | null {
  if (text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return text || null;
  throw new ConfigError(`DOSSIER_CONTACT must be an e-mail address; it is ${JSON.stringify(text)}.`);
}

function toSwitch(name: SettingName, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new ConfigError(`${name} must be on or off; it is ${JSON.stringify(text)}.`);
}

function toPerMinute(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new ConfigError(
    `DOSSIER_LIVE_PER_MINUTE must be a whole number from 1 to 999999; it is ${JSON.stringify(text)}.`,
  );
}

function toServer(text: string): { readonly host: string; readonly port: number } {
  const [, host, port = '22'] = /^([A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host !== undefined && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new ConfigError(
    `DOSSIER_FL_SFTP_HOST must be a host name, or one with a port (host:22); it is ${JSON.stringify(text)}.`,
  );
}

function toFingerprint(text: string): string | null {
  if (text === '' || /^SHA256:[A-Za-z0-9+/]{43}$/.test(text)) return text || null;
  throw new ConfigError(
    `DOSSIER_FL_SFTP_HOST_KEY must be a fingerprint such as ssh-keygen -l shows, SHA256: and 43 characters; it is ${JSON.stringify(text)}.`,
  );
}

function toBase(name: SettingName, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.search === '' && url.hash === '' && url.username === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/*$/, '/');
  throw new ConfigError(
    `${name} must be an address such as ${SETTINGS.DOSSIER_LDA_URL.otherwise}; it is ${JSON.stringify(text)}.`,
  );
}

/** Sent as a header; the message does not repeat it. */
function toToken(name: SettingName, text: string): string | null {
  if (/^[\x21-\x7e]*$/.test(text)) return text || null;
  throw new ConfigError(`${name} must be a token of letters, digits and signs, without blanks.`);
}

function toRelatedMost(text: string): number {
  const most = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (most >= 2 && most <= 10_000) return most;
  throw new ConfigError(
    `DOSSIER_RELATED_MOST must be a whole number from 2 to 10000; it is ${JSON.stringify(text)}.`,
  );
}
