import { DATASETS } from './datasets.js';
import type { Fetch } from './declare/index.js';
import type { Setting } from './declare/setting.js';
import { SOURCES } from './index.js';

/** The settings that publishers need, each once, in the order of the sources. */
export const PUBLISHER_SETTINGS: readonly Setting[] = [
  ...new Set([...SOURCES, ...DATASETS].flatMap(({ fetch }) => settingsOf(fetch))),
];

function settingsOf(fetch: Fetch): readonly Setting[] {
  if (fetch.kind === 'manual') return [];
  if (fetch.kind === 'sftp') return Object.values(fetch.login);
  const at = fetch.kind === 'pages' ? (fetch.at ?? []) : [];
  return [fetch.key?.setting ?? [], at].flat();
}
