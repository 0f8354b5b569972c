import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isApiKey } from '../domain/accounts/api-key.js';
import type { AuthProxy } from '../domain/accounts/auth-proxy.js';
import { SigningKeyError, signingKeyOf } from '../evidence/signing-key.js';
import type { Setting } from '../sources/declare/setting.js';
import { type ClusterConfig, toClusterConfig } from './cluster-config.js';
import {
  ConfigError,
  type Environment,
  fileSetting,
  ownValue,
  SETTINGS,
  type SettingName,
  secretOf,
  settingValue,
} from './settings.js';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Threads that answer requests. */
  readonly workers: number;
  /** Absolute path. */
  readonly dataFolder: string;
  readonly logLevel: ReturnType<typeof ownValue<'DOSSIER_LOG_LEVEL'>>;
  /** The key with which `dossier mcp` calls. */
  readonly apiKey: string | null;
  /** Signs the messages that `dossier watch listen` forwards. */
  readonly watchSecret: string | null;
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
  /** Body of `/.well-known/security.txt`. */
  readonly securityTxt?: string;
}

type WebAccess = 'open' | 'key' | 'off';

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
      `${unknown} is not a setting. Settings: ${all}; and NAME_FILE for each secret NAME.`,
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

type Read = <Name extends SettingName>(name: Name) => ReturnType<typeof ownValue<Name>>;

/** Throws `ConfigError` for a value that is not allowed. */
export function toConfig({ own, others }: Environment): Config {
  const value: Read = (name) => ownValue(own, name);
  return {
    host: value('DOSSIER_HOST'),
    port: value('DOSSIER_PORT'),
    workers: value('DOSSIER_WORKERS'),
    dataFolder: resolve(value('DOSSIER_DATA')),
    logLevel: value('DOSSIER_LOG_LEVEL'),
    trustProxy: value('DOSSIER_TRUST_PROXY'),
    corsOrigins: value('DOSSIER_CORS_ORIGINS'),
    maxRelated: value('DOSSIER_MAX_RELATED'),
    changesDays: value('DOSSIER_CHANGES_DAYS'),
    exportDays: value('DOSSIER_EXPORT_DAYS'),
    evidenceKey: toEvidenceKey(value('DOSSIER_EVIDENCE_KEY')),
    webhooks: { allowed: value('DOSSIER_WEBHOOK_ALLOW'), maxWatches: value('DOSSIER_MAX_WATCHES') },
    web: {
      ...withAuthProxy(
        toWeb(value('DOSSIER_WEB'), value('DOSSIER_HOST'), value('DOSSIER_TRUST_PROXY')),
        value,
      ),
      ...toSecurityTxt(value('DOSSIER_SECURITY_CONTACT'), value('DOSSIER_SECURITY_EXPIRES')),
    },
    apiKey: value('DOSSIER_KEY'),
    watchSecret: value('DOSSIER_WATCH_SECRET'),
    contact: value('DOSSIER_CONTACT'),
    live: { on: value('DOSSIER_LIVE') === 'on', perMinute: value('DOSSIER_LIVE_PER_MINUTE') },
    socrataToken: value('DOSSIER_SOCRATA_TOKEN'),
    cluster:
      own.DOSSIER_POSTGRES === ''
        ? toClusterConfig(own, 'standby')
        : toClusterConfig(own, value('DOSSIER_POSTGRES_DURABILITY')),
    publishers: others,
  };
}

function toEvidenceKey(pem: string | null): string | null {
  if (pem === null) return null;
  try {
    signingKeyOf(pem);
  } catch (error) {
    if (error instanceof SigningKeyError) throw new ConfigError(`DOSSIER_EVIDENCE_KEY ${error.message}`);
    throw error;
  }
  return pem;
}

function toWeb(access: WebAccess | null, host: string, proxies: readonly string[]): WebConfig {
  if (access !== null) return { access, localOnly: false };
  const localOnly = isLoopback(host) && proxies.length === 0;
  return { access: localOnly ? 'open' : 'key', localOnly };
}

/** RFC 9116 requires both fields. */
function toSecurityTxt(contact: string | null, expires: string | null): Pick<WebConfig, 'securityTxt'> {
  if (contact === null && expires === null) return {};
  if (contact === null || expires === null)
    throw new ConfigError('DOSSIER_SECURITY_CONTACT and DOSSIER_SECURITY_EXPIRES must be set together.');
  return { securityTxt: `Contact: ${contact}\nExpires: ${expires}T00:00:00Z\n` };
}

/** Headers that browsers and other proxies set, or that contain secrets. */
const OTHER_HEADERS =
  /^(?:authorization|cookie|host|origin|forwarded|x-forwarded-(?:for|host|proto)|user-agent)$/;

function withAuthProxy(web: WebConfig, value: Read): WebConfig {
  const name = value('DOSSIER_AUTH_PROXY_HEADER');
  const key = value('DOSSIER_AUTH_PROXY_KEY');
  const trusted = value('DOSSIER_TRUST_PROXY');
  if (name === '' && key === null) return web;
  const header = name.toLowerCase();
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(header) || OTHER_HEADERS.test(header)) {
    throw new ConfigError(
      `DOSSIER_AUTH_PROXY_HEADER must be the name of a header that only the proxy sets, such as Remote-User; it is ${JSON.stringify(name)}.`,
    );
  }
  if (key === null || !isApiKey(key))
    throw new ConfigError('DOSSIER_AUTH_PROXY_KEY must be an API key of this service.');
  if (trusted.length === 0 || web.access !== 'key') {
    throw new ConfigError('DOSSIER_AUTH_PROXY_HEADER requires DOSSIER_TRUST_PROXY and DOSSIER_WEB=key.');
  }
  return { ...web, authProxy: { header, key, trusted } };
}

/** Whether only this machine reaches it. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
