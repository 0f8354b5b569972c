import type { Command } from 'commander';
import { existingFolder, sampleFolder } from '../../data-folder.js';
import { answer, type CliContext, CliError, configOf } from '../context.js';
import type { FolderOptions } from '../with-store.js';
import { type Finding, wrong } from './finding.js';
import { examineIndex } from './index-finding.js';
import { examineDisk, examineFolder, examinePort } from './machine-findings.js';
import { examineStore } from './store-findings.js';

export function doctorCommand(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .description('look for what is wrong and say how to cure it; changes nothing')
    .action((options: FolderOptions) => doctor(context, options));
}

async function doctor(context: CliContext, options: FolderOptions): Promise<void> {
  const findings = await examine(context, options);
  answer(context, options, { findings }, findings.map(toLine).join('\n'));
  const bad = findings.filter(({ ok }) => !ok).length;
  if (bad > 0) throw new CliError(bad === 1 ? 'One thing is wrong.' : `${bad} things are wrong.`);
}

async function examine(context: CliContext, options: FolderOptions): Promise<readonly Finding[]> {
  const { dataFolder, host, port } = configOf(context);
  const portFinding = await examinePort(host, port);
  const folder = existingFolder(options.sample ? sampleFolder(dataFolder) : dataFolder);
  if (!folder) {
    const cure = 'Run dossier ingest to load data, or dossier serve to start on the sample.';
    return [wrong('folder', `${dataFolder} holds no data yet.`, cure), portFinding];
  }
  const { findings, contentVersion } = await examineStore(folder.path, context.now());
  return [
    examineFolder(folder),
    ...findings,
    await examineIndex(folder, contentVersion),
    examineDisk(folder),
    portFinding,
  ];
}

function toLine({ ok, subject, what, cure }: Finding): string {
  return `${ok ? 'ok   ' : 'wrong'}  ${subject.padEnd(6)}  ${what}${cure === null ? '' : ` ${cure}`}`;
}
