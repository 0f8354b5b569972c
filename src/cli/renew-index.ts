import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { App } from '../app.js';
import type { DataFolder } from '../data-folder.js';
import type { IndexManifest } from '../indexing/files.js';
import { packageRoot } from '../package-root.js';
import { type CliContext, note } from './context.js';

/**
 * Where what was current at the start cannot be served, or is older than the data, another process makes that good.
 * Until then the server answers from what it could open.
 */
export async function renewIndex(
  { indexes, store }: Pick<App, 'indexes' | 'store'>,
  current: IndexManifest | undefined,
  folder: DataFolder,
  context: CliContext,
): Promise<void> {
  const served = indexes.current()?.manifest;
  if (served === undefined || (current && served.builtAt < current.builtAt)) {
    note(context, 'The index cannot be used; a new one is being built beside.');
    index([], folder, context);
  } else if (served.contentVersion !== (await store.catalog.contentVersion())) {
    note(context, 'The index is older than the data; it is being brought up to date beside.');
    index(['--changed'], folder, context);
  }
}

function index(options: readonly string[], folder: DataFolder, context: CliContext): void {
  const program = join(packageRoot(), 'bin/dossier.js');
  const env = { ...context.env, DOSSIER_DATA: folder.path };
  const child = spawn(process.execPath, [program, 'index', ...options], { env, stdio: 'ignore' });
  child.on('error', ({ message }) =>
    note(context, `The index cannot be built beside: ${message}. Run: dossier index`),
  );
  child.on('exit', (status) => {
    if (status) note(context, 'The index could not be built beside. Run: dossier index');
  });
  child.unref();
}
