import type { Config } from '../config.js';
import { firstSundayEdition } from '../ingest/fetch/edition.js';
import { hasCursor } from '../ingest/sync/plan.js';
import type { Fetch, Loadable } from '../sources/declare.js';
import type { Run } from '../store/store.js';
import type { CliContext } from './context.js';

/** What a publisher wants to be told or asks for, and where it is found. */
type Fetchable = Exclude<Fetch, { kind: 'manual' }>;

const DAY_MS = 86_400_000;
const SETTING_OF = { sam: 'DOSSIER_SAM_KEY', lda: 'DOSSIER_LDA_KEY' } as const;

/** The addresses of today; of pages the first. `runs` are newest first. */
export function addressesOf(
  fetch: Fetchable,
  runs: readonly Run[],
  { now, originOf }: CliContext,
): readonly string[] {
  const origin = originOf?.(fetch.host);
  const urls = fetch.kind === 'urls' ? fetch.urls : [fetch.url];
  const filled = urls.map((url) =>
    url
      .replace('{MM/YYYY}', () => firstSundayEdition(now()))
      .replace('{since}', () => dayToStartFrom(runs, now())),
  );
  return origin === undefined ? filled : filled.map((url) => origin + url.slice(new URL(url).origin.length));
}

/** What is sent to the publisher alone, and how fast one may ask for it then. */
export function secretsOf(source: Loadable, { keys, socrataToken }: Config) {
  const key = source.fetch.kind === 'manual' ? undefined : source.fetch.key;
  const value = key && keys[key.of];
  if (key && value) {
    const { as, perSecond } = key;
    return {
      ...(perSecond !== undefined && { perSecond }),
      ...('parameter' in as
        ? { ownParameters: { [as.parameter]: value } }
        : { ownHeaders: { [as.header]: as.prefix + value } }),
    };
  }
  return hasCursor(source) && socrataToken !== null ? { ownHeaders: { 'x-app-token': socrataToken } } : {};
}

/** Settings that are not set; without a required one nothing is given out. */
export function missingSettings(
  source: Loadable,
  { contact, keys, socrataToken }: Config,
): readonly { readonly setting: string; readonly required: boolean }[] {
  const { fetch } = source;
  if (fetch.kind === 'manual') return [];
  const { host, key } = fetch;
  return [
    ...(host.endsWith('sec.gov') && contact === null ? [{ setting: 'DOSSIER_CONTACT', required: true }] : []),
    ...(key && keys[key.of] === null ? [{ setting: SETTING_OF[key.of], required: key.required }] : []),
    ...(hasCursor(source) && socrataToken === null
      ? [{ setting: 'DOSSIER_SOCRATA_TOKEN', required: false }]
      : []),
  ];
}

function dayToStartFrom(runs: readonly Run[], now: number): string {
  const last = runs.find(
    (run) => run.outcome === 'done' && run.inputs.some((input) => /^https?:/.test(input)),
  );
  const day = new Date(last === undefined ? now : last.startedAt - DAY_MS).toISOString().slice(0, 10);
  return last === undefined ? `${day.slice(0, 4)}-01-01` : day;
}
