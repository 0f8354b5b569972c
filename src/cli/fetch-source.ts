import { join } from 'node:path';
import type { DataFolder } from '../data-folder.js';
import { fetchFiles } from '../ingest/fetch/index.js';
import type { Source } from '../sources/declare.js';
import { type CliContext, CliError, configOf, note } from './context.js';

const WITHOUT_CONTACT = 'no contact given';

/** Fetches the source's files into the data folder, each only if it changed; returns where they lie. */
export async function fetchSource(
  source: Source,
  folder: DataFolder,
  context: CliContext,
): Promise<readonly string[]> {
  const { fetch } = source;
  if (fetch.kind === 'manual') throw new CliError(`${source.id} is loaded with --file. ${fetch.how}`);
  const { contact } = configOf(context);
  if (contact === null && fetch.host.endsWith('sec.gov')) {
    throw new CliError('The SEC asks who is fetching: set DOSSIER_CONTACT to your e-mail address.');
  }
  const files = await fetchFiles({
    ...fetch,
    folder: join(folder.path, 'fetched', source.id),
    contact: contact ?? WITHOUT_CONTACT,
    onRetry: (url, reason, waitMs) =>
      note(context, `${url}: ${reason}; again in ${Math.ceil(waitMs / 1_000)} s.`),
  });
  return files.map((file) => file.path);
}
