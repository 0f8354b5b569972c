import type { Command } from 'commander';
import type { ClusterConfig } from '../../config/cluster-config.js';
import { readManifest } from '../../indexing/files/files.js';
import { readBuild, viewsOf } from '../../indexing/files/index-loader.js';
import { type IndexedContent, isSameContent } from '../../indexing/files/indexed-content.js';
import { storeFilesIn } from '../../store/engine/engine.js';
import { type DataFolder, folderToLookAt, sampleFolder } from '../../store/folder/data-folder.js';
import { FolderError } from '../../store/folder/folder-mark.js';
import { answer, type CliContext, CliError, configOf } from '../context.js';
import { faultOf } from '../fault.js';
import type { FolderOptions } from '../with-store.js';
import { type Finding, fine, wrong } from './finding.js';
import {
  examineDisk,
  examineFolder,
  examineLogs,
  examineNewFolder,
  examinePort,
} from './machine-findings.js';
import { examineStore } from './store-findings.js';

interface DoctorOptions extends FolderOptions {
  readonly deep?: true;
}

export function doctorCommand(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .option(
      '--deep',
      'check every page of all databases and compare the link candidates with the data; takes minutes for a large catalog',
    )
    .action((options: DoctorOptions) => doctor(context, options));
}

async function doctor(context: CliContext, options: DoctorOptions): Promise<void> {
  const findings = await examine(context, options);
  answer(context, options, { findings }, findings.map(toLine).join('\n'));
  const bad = findings.filter(({ ok }) => !ok).length;
  if (bad > 0) throw new CliError(bad === 1 ? 'Found one problem.' : `Found ${bad} problems.`);
}

async function examine(context: CliContext, options: DoctorOptions): Promise<readonly Finding[]> {
  const { dataFolder, host, port, cluster } = configOf(context);
  const found = lookFor(dataFolder, options);
  const publishes = found !== undefined && 'kind' in found && found.kind === 'data';
  const ofCluster = cluster ? await clusterFindings(cluster, publishes) : [];
  const ofMachine = [await examinePort(host, port), ...ofCluster];
  if (found === undefined) return [examineNewFolder(dataFolder), ...ofMachine];
  if ('what' in found) return [found, ...ofMachine];
  if (found.kind === 'replica') {
    const { examineReplica } = await import('./replica-findings.js');
    const findings = await examineReplica(found, options.deep ?? false);
    return [examineFolder(found), ...findings, ...examineLogs(found), examineDisk(found), ...ofMachine];
  }
  const isAway = ofCluster.some(({ subject, ok }) => subject === 'postgres' && !ok);
  const postgres = found.kind === 'sample' || isAway ? undefined : cluster?.postgres;
  const { findings, content } = await examineStore(found, {
    now: context.now(),
    deep: options.deep ?? false,
    ...(postgres && { postgres }),
  });
  return [
    examineFolder(found),
    ...findings,
    await examineIndex(found, content),
    ...examineLogs(found),
    examineDisk(found),
    ...ofMachine,
  ];
}

/** Loaded only where a cluster is set up. */
async function clusterFindings(cluster: ClusterConfig, publishes: boolean): Promise<readonly Finding[]> {
  const { examinePostgres } = await import('./postgres-findings.js');
  const { examineCluster } = await import('./cluster-findings.js');
  return [...(await examinePostgres(cluster.postgres)), ...(await examineCluster(cluster, publishes))];
}

/** The folder to examine, or the reason why it is unknown. */
function lookFor(dataFolder: string, { sample }: FolderOptions): DataFolder | Finding | undefined {
  try {
    const folder = sample ? sampleFolder(dataFolder) : folderToLookAt(dataFolder);
    return folder && (folder.state === 'in use' || storeFilesIn(folder.path).length > 0) ? folder : undefined;
  } catch (error) {
    if (error instanceof FolderError) return wrong('folder', error.message, '');
    const fault = faultOf(error, dataFolder);
    if (fault) return wrong('folder', fault.what, fault.cure);
    throw error;
  }
}

function toLine({ ok, subject, what, cure }: Finding): string {
  return `${ok ? 'ok   ' : 'wrong'}  ${subject.padEnd(6)}  ${what}${cure ? ` ${cure}` : ''}`;
}

/** Present, whole by its checksum, and as new as the data. Without `content` the databases cannot be opened, and no index can be built. */
async function examineIndex(folder: DataFolder, content: Required<IndexedContent> | null): Promise<Finding> {
  const cure = content === null ? 'Fix the databases first, then run: dossier index' : 'Run: dossier index';
  try {
    const manifest = readManifest(folder.index);
    if (!manifest) return wrong('index', 'There is no search index.', cure);
    viewsOf(await readBuild(folder.index, manifest));
    if (content !== null && !isSameContent(manifest, content)) {
      return wrong('index', 'The search index is out of date.', cure);
    }
    return fine('index', 'The search index is intact and up to date.');
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return wrong('index', `The search index cannot be used: ${said}`, cure);
  }
}
