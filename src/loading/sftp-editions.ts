import { join } from 'node:path';
import { publisherSetting } from '../config/config.js';
import { hostKeyCheck, SftpClient, type SftpOptions } from '../ingest/fetch/sftp/index.js';
import { type EditionPlan, planEditions } from '../ingest/sync/editions.js';
import type { SftpFiles } from '../sources/declare/index.js';
import type { Run } from '../store/store.js';
import { type Loading, LoadingError } from './loading.js';

export interface SftpSource {
  readonly id: string;
  readonly fetch: SftpFiles;
}

/** Looks at what an SFTP publisher has now; `work` is given what of it is to be fetched. Throws FetchError. */
export async function withEditions<T>(
  loading: Loading,
  { id, fetch }: SftpSource,
  runs: readonly Run[],
  work: (plan: EditionPlan, client: SftpClient) => Promise<T>,
  patience: Pick<SftpOptions, 'tryOnce' | 'idleTimeoutMs'> = {},
): Promise<T> {
  const client = new SftpClient({
    ...patience,
    server: serverOf(fetch, loading),
    folder: join(loading.folder.path, 'fetched', id),
    onRetry: (url, reason, waitMs) =>
      loading.report.note(`${url}: ${reason}; again in ${Math.ceil(waitMs / 1_000)} s.`),
  });
  try {
    const edition = await client.stat(fetch.whole);
    const days = fetch.daily ? await client.list(fetch.daily.folder) : [];
    return await work(planEditions(fetch, edition, days, runs), client);
  } finally {
    client.close();
  }
}

function serverOf({ login }: SftpFiles, { config, folder }: Loading) {
  const { host, port } = publisherSetting(config, login.server);
  const user = publisherSetting(config, login.user);
  const password = publisherSetting(config, login.password);
  if (user === null || password === null)
    throw new LoadingError(
      `The publisher’s server requires a login: set ${login.user.name} and ${login.password.name}.`,
    );
  const hostKey = publisherSetting(config, login.hostKey);
  const refuse = hostKeyCheck(`${host}:${port}`, hostKey, join(folder.path, 'host-keys.json'));
  return { host, port, user, password, refuse };
}
