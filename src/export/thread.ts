import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { viewsOf } from '../indexing/files/index-loader.js';
import { openExcerpt } from '../indexing/files/open-excerpt.js';
import { announce } from '../platform/threads/announce.js';
import { answerCalls, Line } from '../platform/threads/rpc.js';
import { openServedData } from '../store/engine/engine.js';
import { EXPORT_LISTENER, EXPORT_WORK, type ExportListener, type ExportWork } from './export-thread.js';
import { JobFolder } from './job-folder.js';
import { indexOf, NoIndexError, type OpenIndex, planExport } from './plan.js';
import { runExport } from './run.js';

interface ExportThreadData {
  /** Folder of the data. */
  readonly folder: string;
  readonly port: MessagePort;
}

/** Threads share a process, and so its memory for pages: this one reads each page once. */
const SHARES = 8;

/** Plans and writes exports, with the processor time that others leave. */
await announce(async () => {
  const { folder, port } = workerData as ExportThreadData;
  runInBackground();
  const line = new Line(() => new Error('The export thread is no longer needed.'));
  line.connect(port);
  const { rows: report } = line.functions<ExportListener>(EXPORT_LISTENER);
  const { close, ...data } = await openServedData(folder, { threads: SHARES, onReadFault: () => undefined });
  let isCancelled = false;

  const exportWork: ExportWork = {
    plan: (job, planning, loaded) =>
      planExport(
        new JobFolder(job),
        planning,
        data,
        loaded ? indexOf(viewsOf(loaded)) : async () => undefined,
      ),
    planFrom: async (job, planning, indexFolder) => {
      const problems: string[] = [];
      const open: OpenIndex = (kind, query) =>
        openExcerpt(indexFolder, kind, query, (problem) => problems.push(problem));
      try {
        return { plan: await planExport(new JobFolder(job), planning, data, open), problems };
      } catch (error) {
        if (error instanceof NoIndexError) return { plan: null, problems };
        throw error;
      }
    },
    run: (job) => {
      isCancelled = false;
      return runExport(new JobFolder(job), data, (rows) => {
        if (isCancelled) throw new Error('The export was stopped.');
        report(rows).catch(() => undefined);
      });
    },
    cancel: async () => {
      isCancelled = true;
    },
    stop: async () => {
      isCancelled = true;
      setImmediate(() => {
        close();
        line.close();
        parentPort?.close();
      });
    },
  };
  answerCalls(port, EXPORT_WORK, exportWork);
});

/** On Linux each thread has its own priority. Elsewhere the process has one, which is not changed. */
function runInBackground(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not let a process choose: it works at the priority it has.
  }
}
