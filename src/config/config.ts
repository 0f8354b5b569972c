import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isApiKey } from '../domain/accounts/api-key.js';
import type { AuthProxy } from '../domain/accounts/auth-proxy.js';
import { SigningKeyError, signingKeyOf } from '../evidence/signing-key.js';
import { parseNetwork } from '../platform/private-addresses.js';
import type { Setting } from '../sources/declare/setting.js';
import { type ClusterConfig, toClusterConfig } from './cluster-config.js';
import {
  ConfigError,
  type Environment,
  fileSetting,
  SETTINGS,
  type SettingName,
  secretOf,
} from './settings.js';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Threads that answer requests. */
  readonly workers: number;
  /** Absolute path. */
  readonly dataFolder: string;
  readonly logLevel: LogLevel;
  /** The key with which `dossier mcp` calls. */
  readonly apiKey: string | null;
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  /** An agent or address that more entities share relates none of them. */
  readonly maxRelated: number;
  /** For how many days events of the feed of changes are kept. */
  readonly changesDays: number;
  /** How long the files of an export are kept. */
  readonly exportDays: number;
  /** PEM of the key that signs evidence; null: the data folder's own. */
  readonly evidenceKey: string | null;
  readonly webhooks: WebhookConfig;
  readonly web: WebConfig;
  readonly contact: string | null;
  readonly live: LiveConfig;
  readonly socrataToken: string | null;
  /** Null: one machine alone. */
  readonly cluster: ClusterConfig | null;
  /** The publishers' settings that are given, as text: see `publisherSetting`. */
  readonly publishers: Readonly<Record<string, string>>;
}

/** Who may look at the pages. */
export interface WebConfig {
  readonly access: WebAccess;
  /** `open` because nothing else was set: a visit that came from elsewhere needs a key. */
  readonly localOnly: boolean;
  readonly authProxy?: AuthProxy;
}

const WEB_ACCESS = ['open', 'key', 'off'] as const;
type WebAccess = (typeof WEB_ACCESS)[number];

export interface WebhookConfig {
  /** Private addresses that messages may go to: addresses and networks. */
  readonly allowed: readonly string[];
  /** Watches that one account may have. */
  readonly maxWatches: number;
}

interface LiveConfig {
  readonly on: boolean;
  /** Portal reads that one account may cause in a minute. */
  readonly perMinute: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Throws `ConfigError` for a `DOSSIER_` variable that does not exist, and for a publisher's that is not allowed. The sources are
 * read for it only if there is such a variable: that takes as long as a short command.
 */
export async function checkPublishers(publishers: Config['publishers']): Promise<void> {
  const names = Object.keys(publishers);
  if (names.length === 0) return;
  const { PUBLISHER_SETTINGS } = await import('../sources/settings.js');
  const known = PUBLISHER_SETTINGS.map(({ name }): string => name);
  const files = PUBLISHER_SETTINGS.flatMap(({ name, isSecret }) => (isSecret ? fileSetting(name) : []));
  const unknown = names.find((name) => !known.includes(name) && !files.includes(name));
  if (unknown !== undefined) {
    const all = [...Object.keys(SETTINGS), ...known].join(', ');
    throw new ConfigError(
      `${unknown} is not a setting; there are ${all}; and NAME_FILE for each secret NAME.`,
    );
  }
  for (const setting of PUBLISHER_SETTINGS) publisherSetting({ publishers }, setting);
}

/** Throws `ConfigError` for a value that is not allowed. */
export function publisherSetting<Value>(
  { publishers }: Pick<Config, 'publishers'>,
  setting: Setting<Value>,
): Value {
  const text = setting.isSecret ? secretOf(publishers, setting.name) : publishers[setting.name];
  return settingValue(setting, text || setting.fallback);
}

function settingValue<Value>({ name, read, what, isSecret }: Setting<Value>, text: string): Value {
  const value = read(text);
  if (value !== undefined) return value;
  const given = isSecret ? '' : `; it is ${JSON.stringify(text)}`;
  throw new ConfigError(`${name} must be ${what}${given}.`);
}

/** Throws `ConfigError` for a value that is not allowed. */
export function toConfig({ own: env, others }: Environment): Config {
  return {
    host: env.DOSSIER_HOST,
    port: toPort(env.DOSSIER_PORT),
    workers: toWorkers(env.DOSSIER_WORKERS),
    dataFolder: resolve(env.DOSSIER_DATA),
    logLevel: toLogLevel(env.DOSSIER_LOG_LEVEL),
    trustProxy: toProxies(env.DOSSIER_TRUST_PROXY),
    corsOrigins: toOrigins(env.DOSSIER_CORS_ORIGINS),
    maxRelated: toWholeNumber('DOSSIER_RELATED_MOST', env.DOSSIER_RELATED_MOST, 2, 10_000),
    changesDays: toWholeNumber('DOSSIER_CHANGES_DAYS', env.DOSSIER_CHANGES_DAYS, 1, 36_500),
    exportDays: toWholeNumber('DOSSIER_EXPORT_DAYS', env.DOSSIER_EXPORT_DAYS, 1, 365),
    evidenceKey: toEvidenceKey(env.DOSSIER_EVIDENCE_KEY),
    webhooks: {
      allowed: toNetworks(env.DOSSIER_WEBHOOK_ALLOW),
      maxWatches: toMaxWatches(env.DOSSIER_WATCHES_MOST),
    },
    web: withAuthProxy(toWeb(env), env),
    apiKey: env.DOSSIER_KEY === '' ? null : env.DOSSIER_KEY,
    contact: toContact(env.DOSSIER_CONTACT),
    live: {
      on: toSwitch('DOSSIER_LIVE', env.DOSSIER_LIVE),
      perMinute: toPerMinute(env.DOSSIER_LIVE_PER_MINUTE),
    },
    socrataToken: settingValue(SETTINGS.DOSSIER_SOCRATA_TOKEN, env.DOSSIER_SOCRATA_TOKEN),
    cluster: toClusterConfig(env),
    publishers: others,
  };
}

function toEvidenceKey(pem: string): string | null {
  if (pem === '') return null;
  try {
    signingKeyOf(pem);
  } catch (error) {
    if (error instanceof SigningKeyError) throw new ConfigError(`DOSSIER_EVIDENCE_KEY ${error.message}`);
    throw error;
  }
  return pem;
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
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
}

function toNetworks(text: string): readonly string[] {
  const wrong = listOf(text).find((network) => !isNetwork(network));
  if (wrong === undefined) return listOf(text);
  throw new ConfigError(
    `DOSSIER_WEBHOOK_ALLOW must be addresses and networks such as 10.1.0.0/16; one is ${JSON.stringify(wrong)}.`,
  );
}

function toMaxWatches(text: string): number {
  const max = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (max <= 100_000) return max;
  throw new ConfigError(
    `DOSSIER_WATCHES_MOST must be a whole number from 0 to 100000; it is ${JSON.stringify(text)}.`,
  );
}

/** Not all addresses of a family (/0). */
function isNetwork(text: string): boolean {
  const network = parseNetwork(text);
  return network !== undefined && network.prefix > 0;
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

function toWeb({
  DOSSIER_WEB: text,
  DOSSIER_HOST: host,
  DOSSIER_TRUST_PROXY: proxies,
}: Environment['own']): WebConfig {
  if (text === '') {
    const localOnly = isLoopback(host) && proxies === '';
    return { access: localOnly ? 'open' : 'key', localOnly };
  }
  const access = WEB_ACCESS.find((candidate) => candidate === text);
  if (access) return { access, localOnly: false };
  throw new ConfigError(
    `DOSSIER_WEB must be one of ${WEB_ACCESS.join(', ')}; it is ${JSON.stringify(text)}.`,
  );
}

/** Headers that browsers and other proxies set, or that contain secrets. */
const OTHER_HEADERS =
  /^(?:authorization|cookie|host|origin|forwarded|x-forwarded-(?:for|host|proto)|user-agent)$/;

function withAuthProxy(
  web: WebConfig,
  {
    DOSSIER_AUTH_PROXY_HEADER: name,
    DOSSIER_AUTH_PROXY_KEY: key,
    DOSSIER_TRUST_PROXY: proxies,
  }: Environment['own'],
): WebConfig {
  if (name === '' && key === '') return web;
  const header = name.toLowerCase();
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(header) || OTHER_HEADERS.test(header)) {
    throw new ConfigError(
      `DOSSIER_AUTH_PROXY_HEADER must be the name of a header that only the proxy sets, such as Remote-User; it is ${JSON.stringify(name)}.`,
    );
  }
  if (!isApiKey(key)) throw new ConfigError('DOSSIER_AUTH_PROXY_KEY must be an API key of this service.');
  if (proxies === '' || web.access !== 'key') {
    throw new ConfigError('DOSSIER_AUTH_PROXY_HEADER requires DOSSIER_TRUST_PROXY and DOSSIER_WEB=key.');
  }
  return { ...web, authProxy: { header, key, trusted: toProxies(proxies) } };
}

/** Whether only this machine reaches it. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function toContact(text: string): string | null {
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
  const isAddress = /^https?:\/\/\S+$/.test(text) && URL.canParse(text);
  if (text === '' || isMail || isAddress) return text || null;
  throw new ConfigError(
    `DOSSIER_CONTACT must be an e-mail address or a web address; it is ${JSON.stringify(text)}.`,
  );
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

function toWholeNumber(name: SettingName, text: string, min: number, max: number): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(
    `${name} must be a whole number from ${min} to ${max}; it is ${JSON.stringify(text)}.`,
  );
}
