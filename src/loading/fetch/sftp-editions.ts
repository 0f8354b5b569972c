import { join } from 'node:path';
import { hostKeyCheck, SftpClient, type SftpOptions } from '../../ingest/fetch/sftp/index.js';
import { type EditionPlan, planEditions } from '../../ingest/sync/editions.js';
import type { DataFolder } from '../../platform/data-folder.js';
import type { SftpFiles } from '../../sources/declare.js';
import type { Run } from '../../store/store.js';
import { type CliContext, CliError, configOf, note } from '../../cli/context.js';

export interface SftpSource {
  readonly id: string;
  readonly fetch: SftpFiles;
}

/** Looks at what an SFTP publisher has now; `work` is given what of it is to be fetched. Throws FetchError. */
export async function withEditions<T>(
  { id, fetch }: SftpSource,
  runs: readonly Run[],
  folder: DataFolder,
  context: CliContext,
  work: (plan: EditionPlan, client: SftpClient) => Promise<T>,
  patience: Pick<SftpOptions, 'tryOnce' | 'idleTimeoutMs'> = {},
): Promise<T> {
  const client = new SftpClient({
    ...patience,
    server: serverOf(folder, context),
    folder: join(folder.path, 'fetched', id),
    onRetry: (url, reason, waitMs) =>
      note(context, `${url}: ${reason}; again in ${Math.ceil(waitMs / 1_000)} s.`),
  });
  try {
    const edition = await client.stat(fetch.whole);
    const days = fetch.daily ? await client.list(fetch.daily.folder) : [];
    return await work(planEditions(fetch, edition, days, runs), client);
  } finally {
    client.close();
  }
}

function serverOf(folder: DataFolder, context: CliContext) {
  const { host, port, user, password, hostKey } = configOf(context).florida;
  if (user === null || password === null)
    throw new CliError(
      'The publisher’s server asks for a login: set DOSSIER_FL_SFTP_USER and DOSSIER_FL_SFTP_PASSWORD.',
    );
  const refuse = hostKeyCheck(`${host}:${port}`, hostKey, join(folder.path, 'host-keys.json'));
  return { host, port, user, password, refuse };
}
