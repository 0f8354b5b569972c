import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backUp, restore } from '../../backup/index.js';
import { refuseMissing } from '../../store/folder/open-folder.js';
import { answer, type CliContext, CliError, configOf, note } from '../context.js';
import { counted } from '../report.js';
import { type FolderOptions, folderOf } from '../with-store.js';

export function backupCommand(program: Command, context: CliContext): void {
  program
    .command('backup <folder>')
    .action((target: string, options: FolderOptions) => backupTo(context, target, options));
}

export function restoreCommand(program: Command, context: CliContext): void {
  program
    .command('restore <folder>')
    .action((backup: string, options: { json?: boolean }) => restoreFrom(context, backup, options));
}

async function backupTo(context: CliContext, target: string, options: FolderOptions): Promise<void> {
  const folder = folderOf(context, options);
  refuseMissing(folder);
  if (folder.kind === 'replica')
    throw new CliError(
      `${folder.path} follows what another machine publishes. Back up the builder, and PostgreSQL by its own tools.`,
    );
  const manifest = await backUp(folder, resolve(target), context.now());
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const size = `${counted(manifest.files.length, 'database')}, ${counted(bytes, 'byte')}`;
  answer(context, options, manifest, `Backed up ${folder.path} to ${target}: ${size}.`);
}

async function restoreFrom(context: CliContext, backup: string, options: { json?: boolean }): Promise<void> {
  const { dataFolder } = configOf(context);
  const { folder, manifest, unfinished } = await restore(resolve(backup), dataFolder, context.now);
  for (const sentence of unfinished) note(context, sentence);
  const made = { unfinished, folder: folder.path, kind: folder.kind, madeAt: manifest.madeAt };
  answer(
    context,
    options,
    made,
    `Restored the backup of ${manifest.madeAt} to ${folder.path}; the ledger adds up.`,
  );
}
