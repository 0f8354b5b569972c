import type { LoadedIndex } from '../../indexing/files/index-loader.js';
import {
  ChangesExpiredError,
  type ExportEnd,
  type ExportJob,
  type Ledger,
  type State,
} from '../../store/store.js';
import { ExportThread } from '../export-thread.js';
import type { ExportPlan } from '../job/job-folder.js';
import { PART_BYTES } from '../job/plan.js';
import type { ExportOrder } from '../order.js';
import type { ExportFiles } from './files.js';
import { pay, priceOfRows } from './pay.js';

export interface RunnerParts {
  /** The data folder. */
  readonly folder: string;
  readonly files: ExportFiles;
  readonly state: Pick<State, 'leases' | 'exports'>;
  readonly ledger: Pick<Ledger, 'charge' | 'statement'>;
  readonly index: () => LoadedIndex | undefined;
  readonly now: () => number;
  /** Complete and failed exports are kept so long. */
  readonly keptMs: number;
  readonly onCharged: (operation: string, credits: number) => void;
  readonly onProblem: (problem: string, error: unknown) => void;
}

const LEASE = 'exports';
const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
const LOOK_MS = 1_000;
const SWEEP_MS = 60_000;
/** A folder without a row may belong to an export that is just being planned. */
const ORPHAN_MS = 3_600_000;

/**
 * Writes the exports that wait, oldest first, one at a time among all processes of a data folder: whoever holds the
 * lease works. The next process goes on with the work of a killed one.
 */
export class ExportRunner {
  readonly #parts: RunnerParts;
  readonly #owner = `${process.pid}`;
  #token: number | null = null;
  #renewedAt = 0;
  #sweptAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #planning: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  /** Started when it is needed, and kept: a start takes longer than most plans. */
  #thread: ExportThread | undefined;
  /** Rows of the export that is written. */
  #rowsDone = 0;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#wait(LOOK_MS);
  }

  /** Chooses the rows of an export by the index that is served; one at a time. */
  plan(id: string, order: ExportOrder, asOf: number): Promise<ExportPlan> {
    const planned = this.#planning.then(async () => {
      const { files, index } = this.#parts;
      const planning = { order, asOf, partBytes: PART_BYTES };
      return await this.#liveThread().plan(files.folder(id).path, planning, index());
    });
    this.#planning = planned.catch(() => undefined);
    return planned;
  }

  /** The rows of an export of a kind that no index counts. */
  async count(order: ExportOrder, asOf: number): Promise<number> {
    return await this.#liveThread().count(order, asOf);
  }

  /** An export that is being written stays where it is, for the next process. */
  async close(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#thread?.end();
    await this.#planning;
    await this.#looking;
    if (this.#token !== null) await this.#parts.state.leases.release(LEASE, this.#token).catch(() => false);
  }

  #wait(ms: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      const looking = this.#look().catch((error: unknown) => {
        if (!this.#isStopped) this.#parts.onProblem('Exports cannot be looked after.', error);
        return false;
      });
      this.#looking = looking.then((hasWritten) => this.#wait(hasWritten ? 0 : LOOK_MS));
    }, ms);
    this.#timer.unref();
  }

  /** Whether there was an export to write: another may wait behind it. */
  async #look(): Promise<boolean> {
    if (!(await this.#holdsLease())) return false;
    await this.#sweep();
    const job = await this.#parts.state.exports.next();
    if (job === undefined || this.#isStopped) return false;
    await this.#write(job);
    return true;
  }

  async #holdsLease(): Promise<boolean> {
    const { leases } = this.#parts.state;
    const now = this.#parts.now();
    if (this.#token !== null && Math.abs(now - this.#renewedAt) < RENEW_MS) return true;
    if (this.#token !== null && !(await leases.renew(LEASE, this.#token, LEASE_MS))) this.#token = null;
    this.#token ??= await leases.take(LEASE, this.#owner, LEASE_MS);
    this.#renewedAt = now;
    return this.#token !== null;
  }

  async #write(job: ExportJob): Promise<void> {
    const token = this.#token;
    if (token === null) return;
    const { state } = this.#parts;
    this.#rowsDone = job.rowsDone;
    if (!(await state.exports.noteRows(job.id, token, this.#rowsDone))) return;
    const thread = this.#liveThread();
    let isOurs = true;
    const note = async () => {
      isOurs = (await this.#holdsLease()) && this.#token === token;
      isOurs &&= await state.exports.noteRows(job.id, token, this.#rowsDone);
      if (!isOurs) await thread.cancel();
    };
    const noting = setInterval(() => void note().catch(() => undefined), LOOK_MS);
    try {
      await this.#end(job, token, await this.#run(job, thread), () => isOurs);
    } finally {
      clearInterval(noting);
    }
  }

  #liveThread(): ExportThread {
    if (this.#isStopped) throw new Error('The service is stopping.');
    if (!this.#thread?.isAlive) {
      this.#thread = new ExportThread(this.#parts.folder, (rows) => {
        this.#rowsDone = rows;
      });
    }
    return this.#thread;
  }

  async #run(job: ExportJob, thread: ExportThread): Promise<ExportEnd> {
    const { files, now } = this.#parts;
    try {
      const { rows, parts } = await thread.run(files.folder(job.id).path);
      const credits = priceOfRows(rows)[0]?.credits ?? 0;
      return { state: 'unpaid', rows, credits, parts, manifest: files.manifest(job.id), at: now() };
    } catch (error) {
      if (!this.#isStopped) this.#parts.onProblem(`The export ${job.id} failed.`, error);
      return { state: 'failed', error: reasonOf(error), at: now() };
    }
  }

  async #end(job: ExportJob, token: number, end: ExportEnd, isOurs: () => boolean): Promise<void> {
    const { files, state } = this.#parts;
    const isTaken = this.#isStopped || !isOurs();
    // A later owner, or the next start, goes on with it.
    if (end.state === 'failed' && isTaken) {
      if ((await state.exports.find(job.accountId, job.id)) === undefined) files.folder(job.id).remove();
      return;
    }
    if (!(await state.exports.finish(job.id, token, end))) {
      if ((await state.exports.find(job.accountId, job.id)) === undefined) files.folder(job.id).remove();
      return;
    }
    if (end.state === 'failed') return files.folder(job.id).remove();
    const complete = await state.exports.find(job.accountId, job.id);
    if (complete) await pay(complete, { ...this.#parts, exports: state.exports }, this.#parts.now());
  }

  /** Files whose time has come, and those of exports that were never noted. */
  async #sweep(): Promise<void> {
    const { files, state, now, keptMs } = this.#parts;
    if (Math.abs(now() - this.#sweptAt) < SWEEP_MS) return;
    this.#sweptAt = now();
    for (const { accountId, id } of await state.exports.endedBefore(now() - keptMs)) {
      await state.exports.remove(accountId, id);
      files.folder(id).remove();
    }
    const known = new Set(await state.exports.ids());
    for (const { id, changedAt } of files.held()) {
      if (!known.has(id) && Date.now() - changedAt > ORPHAN_MS) files.folder(id).remove();
    }
  }
}

/** For the client. */
function reasonOf(error: unknown): string {
  return error instanceof ChangesExpiredError
    ? 'Events that it was to tell were deleted while it waited; nothing was charged. Ask for it again.'
    : 'It could not be written; nothing was charged.';
}
