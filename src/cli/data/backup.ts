import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type BackupManifest,
  backUp,
  backUpAndRotate,
  readBackup,
  restore,
  storedFile,
} from '../../backup/index.js';
import { refuseMissing } from '../../store/folder/open-folder.js';
import { answer, type CliContext, CliError, configOf, note } from '../context.js';
import { counted } from '../report.js';
import { positiveInteger } from '../values.js';
import { type FolderOptions, folderOf } from '../with-store.js';

export function backupCommand(program: Command, context: CliContext): void {
  program
    .command('backup <folder>')
    .option(
      '--keep <n>',
      'make a new folder in <folder>, then remove older backups of this data folder until n remain',
      positiveInteger,
    )
    .option('--compress', 'compress the databases with gzip')
    .action((target: string, options: BackupOptions) => backupTo(context, target, options));
}

export function restoreCommand(program: Command, context: CliContext): void {
  program
    .command('restore <folder>')
    .option('--dry-run', 'only verify the checksums of the backup; restore nothing')
    .action((backup: string, options: RestoreOptions) => restoreFrom(context, backup, options));
}

interface BackupOptions extends FolderOptions {
  readonly keep?: number;
  readonly compress?: true;
}

interface RestoreOptions {
  readonly json?: boolean;
  readonly dryRun?: true;
}

async function backupTo(context: CliContext, target: string, options: BackupOptions): Promise<void> {
  const folder = folderOf(context, options);
  refuseMissing(folder);
  if (folder.kind === 'replica')
    throw new CliError(
      `${folder.path} follows the data that another machine publishes. Back up the builder, and PostgreSQL with its own tools.`,
    );
  const { keep, compress = false } = options;
  const parent = resolve(target);
  if (keep === undefined) {
    const manifest = await backUp(folder, parent, context.now(), { compress });
    return answer(context, options, manifest, `Backed up ${folder.path} to ${target}: ${sizeOf(manifest)}.`);
  }
  const rotation = { keep, now: context.now(), compress };
  const { manifest, name, removed } = await backUpAndRotate(folder, parent, rotation);
  const path = join(target, name);
  const older = removed.length > 0 ? ` Removed ${counted(removed.length, 'older backup')}.` : '';
  const text = `Backed up ${folder.path} to ${path}: ${sizeOf(manifest)}.${older}`;
  answer(context, options, { ...manifest, folder: path, removed }, text);
}

function sizeOf({ files }: BackupManifest): string {
  const bytes = files.reduce((sum, file) => sum + storedFile(file).size, 0);
  return `${counted(files.length, 'database')}, ${counted(bytes, 'byte')}`;
}

async function restoreFrom(context: CliContext, backup: string, options: RestoreOptions): Promise<void> {
  if (options.dryRun) {
    const manifest = await readBackup(resolve(backup));
    const text = `The backup of ${manifest.madeAt} in ${backup} is complete: ${sizeOf(manifest)}.`;
    return answer(context, options, manifest, text);
  }
  const { dataFolder } = configOf(context);
  const { folder, manifest, unfinished } = await restore(resolve(backup), dataFolder, context.now);
  for (const sentence of unfinished) note(context, sentence);
  const made = { unfinished, folder: folder.path, kind: folder.kind, madeAt: manifest.madeAt };
  answer(
    context,
    options,
    made,
    `Restored the backup of ${manifest.madeAt} to ${folder.path}; the ledger is consistent.`,
  );
}
