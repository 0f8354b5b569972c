import { type Config, publisherSetting } from '../config/config.js';
import { editionYear, firstSundayEdition, quarterOf } from '../ingest/fetch/edition.js';
import { hasCursor } from '../ingest/sync/plan.js';
import type { Fetch, Loadable } from '../sources/declare/index.js';
import type { Setting } from '../sources/declare/setting.js';
import type { Run } from '../store/store.js';
import type { Loading } from './loading.js';

type Fetchable = Exclude<Fetch, { kind: 'manual' | 'sftp' | 'pages' }>;
export type PagedFiles = Extract<Fetch, { kind: 'pages' }>;

const DAY_MS = 86_400_000;

/** The addresses of today. */
export function addressesOf(
  { urls, host }: Fetchable,
  { now, originOf }: Pick<Loading, 'now' | 'originOf'>,
): readonly string[] {
  const year = editionYear(now());
  const filled = urls.map((url) =>
    url
      .replace('{MM/YYYY}', () => firstSundayEdition(now()))
      .replace('{YYYY/QTRn-1}', () => quarterOf(now(), -1))
      .replace('{YYYY/QTRn}', () => quarterOf(now(), 0))
      .replaceAll('{YYYY}', String(year))
      .replaceAll('{YYYY-1}', String(year - 1)),
  );
  return filled.map((url) => atOrigin(url, originOf?.(host)));
}

/**
 * The pages' address, and the day from which on they are asked for: the day before the last good run, at first the
 * first of the year. `runs` are newest first.
 */
export function pagesOf(fetch: PagedFiles, runs: readonly Run[], { config, now, originOf }: Loading) {
  const { url, at, host } = fetch;
  const base = at && publisherSetting(config, at);
  const isMoved = base !== undefined && base !== at?.fallback;
  return {
    url: isMoved ? base + url.slice(at?.fallback.length) : atOrigin(url, originOf?.(host)),
    since: dayToStartFrom(runs, now()),
  };
}

/** The address, at another origin where one is given. */
export function atOrigin(url: string, origin: string | undefined): string {
  return origin === undefined ? url : origin + url.slice(new URL(url).origin.length);
}

/** Keys that are sent to the publisher alone, and how fast it may be asked with them. */
export function secretsOf(source: Loadable, config: Config) {
  const { fetch } = source;
  const key = fetch.kind === 'manual' || fetch.kind === 'sftp' ? undefined : fetch.key;
  const value = key && publisherSetting(config, key.setting);
  if (key && value) {
    const { as, perSecond } = key;
    return {
      ...(perSecond !== undefined && { perSecond }),
      ...('parameter' in as
        ? { ownParameters: { [as.parameter]: value } }
        : { ownHeaders: { [as.header]: as.prefix + value } }),
    };
  }
  const { socrataToken } = config;
  return hasCursor(source) && socrataToken !== null ? { ownHeaders: { 'x-app-token': socrataToken } } : {};
}

/** Settings that are not set; without a required one nothing is given out. */
export function missingSettings(
  source: Loadable,
  config: Config,
): readonly { readonly setting: string; readonly required: boolean }[] {
  const { fetch } = source;
  if (fetch.kind === 'manual') return [];
  if (fetch.kind === 'sftp') {
    const { user, password } = fetch.login;
    return [user, password].flatMap((setting) => missing(config, setting, true));
  }
  const { needsContact, key } = fetch;
  const { contact, socrataToken } = config;
  return [
    ...(needsContact && contact === null ? [{ setting: 'DOSSIER_CONTACT', required: true }] : []),
    ...(key ? missing(config, key.setting, key.required) : []),
    ...(hasCursor(source) && socrataToken === null
      ? [{ setting: 'DOSSIER_SOCRATA_TOKEN', required: false }]
      : []),
  ];
}

function missing(config: Config, setting: Setting, required: boolean) {
  return publisherSetting(config, setting) === null ? [{ setting: setting.name, required }] : [];
}

function dayToStartFrom(runs: readonly Run[], now: number): string {
  const last = runs.find(
    (run) => run.outcome === 'done' && run.inputs.some((input) => /^https?:/.test(input)),
  );
  const day = new Date(last === undefined ? now : last.startedAt - DAY_MS).toISOString().slice(0, 10);
  return last === undefined ? `${day.slice(0, 4)}-01-01` : day;
}
