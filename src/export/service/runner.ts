import { existsSync } from 'node:fs';
import type { LoadedIndex } from '../../indexing/files/index-loader.js';
import { endsWithin } from '../../platform/deadline.js';
import {
  ChangesExpiredError,
  type DataVersion,
  type ExportEnd,
  type ExportJob,
  type Ledger,
  type State,
} from '../../store/store.js';
import type { ExportThread } from '../export-thread.js';
import type { ExportPlan } from '../job/job-folder.js';
import { PART_BYTES } from '../job/plan.js';
import type { ExportOrder } from '../order.js';
import type { ExportFiles } from './files.js';
import { pay, priceOfRows } from './pay.js';
import { SharedAwayError } from './shared-files.js';
import { ThreadsByData } from './threads-by-data.js';

export interface RunnerParts {
  /** Path of the folder that the service was started on. */
  readonly folder: string;
  readonly files: ExportFiles;
  readonly state: Pick<State, 'leases' | 'exports'>;
  readonly ledger: Pick<Ledger, 'charge' | 'statement'>;
  /** The data that is answered from now, and its index. */
  readonly served: () => DataVersion & { readonly index?: LoadedIndex };
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
/** Before the place of shared files is tried again. */
const AWAY_MS = 10_000;
const STOP_WITHIN_MS = 2_000;

/**
 * Writes the exports that wait, oldest first, one at a time among all processes of a data folder, or of a cluster: the holder of
 * the lease works. If it is killed, the next process continues its work. On another machine, the next one starts the export again, from the
 * data that it serves.
 */
export class ExportRunner {
  readonly #parts: RunnerParts;
  readonly #owner = `${process.pid}`;
  #token: number | null = null;
  #renewedAt = 0;
  #sweptAt = 0;
  #sharedSweptAt = 0;
  #awayUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #planning: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #isFailing = false;
  readonly #threads: ThreadsByData;
  /** Rows of the export that is written. */
  #rowsDone = 0;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    const onRows = (rows: number) => {
      this.#rowsDone = rows;
    };
    this.#threads = new ThreadsByData(() => parts.served().data, onRows);
    this.#wait(LOOK_MS);
  }

  /** Chooses the rows of an export by the index that is served; one at a time. */
  plan(id: string, order: ExportOrder, asOf: number): Promise<ExportPlan> {
    const planned = this.#planning.then(async () => {
      const { files, served, folder } = this.#parts;
      const { data, index } = served();
      const planning = { order, asOf, partBytes: PART_BYTES, data: data === folder ? null : data };
      return await this.#threads.use(data, (thread) => thread.plan(files.folder(id).path, planning, index));
    });
    this.#planning = planned.catch(() => undefined);
    return planned;
  }

  /** The rows of an export of a kind that no index counts. */
  async count(order: ExportOrder, asOf: number): Promise<number> {
    return await this.#threads.use(this.#parts.served().data, (thread) => thread.count(order, asOf));
  }

  /** Other data is served now: what nobody reads any more of the data before is closed. */
  async leaveData(): Promise<void> {
    await this.#threads.endIdle();
  }

  /** Whether an export is being written from this folder. */
  isRead(data: string): boolean {
    return this.#threads.isRead(data);
  }

  /** An export that is being written stays where it is, for the next process. */
  async close(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#parts.files.shared?.close();
    await this.#threads.end();
    await this.#planning;
    // A mounted folder that does not answer cannot be broken off.
    await endsWithin(STOP_WITHIN_MS, this.#looking);
    if (this.#token !== null) await this.#parts.state.leases.release(LEASE, this.#token).catch(() => false);
  }

  #wait(ms: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#lookOnce().then((hasWritten) => this.#wait(hasWritten ? 0 : LOOK_MS));
    }, ms);
    this.#timer.unref();
  }

  /** As `#look`; logs the first of several failures in a row. */
  async #lookOnce(): Promise<boolean> {
    try {
      const hasWritten = await this.#look();
      this.#isFailing = false;
      return hasWritten;
    } catch (error) {
      if (!this.#isStopped && !this.#isFailing)
        this.#parts.onProblem('Exports are not written; this is tried again every few seconds.', error);
      this.#isFailing = true;
      return false;
    }
  }

  /** Whether there was an export to write: another may wait behind it. */
  async #look(): Promise<boolean> {
    const { now } = this.#parts;
    const isSwept = Math.abs(now() - this.#sweptAt) < SWEEP_MS;
    if (!isSwept) {
      this.#sweptAt = now();
      await this.#sweepFolder();
    }
    if (this.#isStopped || !(await this.#holdsLease())) return false;
    if (!isSwept) await this.#sweepOld();
    if (now() < this.#awayUntil) return false;
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
    let isOurs = true;
    let cancel: () => Promise<void> = async () => undefined;
    const note = async () => {
      if (this.#isStopped) return;
      isOurs = (await this.#holdsLease()) && this.#token === token;
      isOurs &&= await state.exports.noteRows(job.id, token, this.#rowsDone);
      if (!isOurs) await cancel();
    };
    const noting = setInterval(() => void note().catch(() => undefined), LOOK_MS);
    const begun = (thread: ExportThread) => {
      cancel = () => thread.cancel();
    };
    try {
      const end = await this.#run(job, token, begun, () => isOurs);
      if (end) await this.#end(job, token, end, () => isOurs);
    } finally {
      clearInterval(noting);
    }
  }

  /** From the data that its rows were chosen from, also if other data is served now. Undefined: it is to be tried again. */
  async #run(
    job: ExportJob,
    token: number,
    begun: (thread: ExportThread) => void,
    isOurs: () => boolean,
  ): Promise<ExportEnd | undefined> {
    const { files, now, folder: own } = this.#parts;
    try {
      if (files.shared && !this.#hasPlan(job.id))
        await this.plan(job.id, JSON.parse(job.order) as ExportOrder, job.createdAt);
      const folder = files.takeOver(job.id, token);
      const { rows, parts } = await this.#threads.use(folder.plan()?.data ?? own, (thread) => {
        begun(thread);
        return thread.run(folder.path);
      });
      files.complete(job.id, token);
      const { name, ...manifest } = files.manifest(job.id);
      await files.share(job.id, [...parts, { name, ...manifest }]);
      // If rows were chosen again, from other data, they cost at most the quoted price.
      const credits = Math.min(job.credits, priceOfRows(rows)[0]?.credits ?? 0);
      return { state: 'unpaid', rows, credits, parts, manifest, at: now() };
    } catch (error) {
      if (error instanceof SharedAwayError) {
        this.#awayUntil = now() + AWAY_MS;
        const problem = `The files of the export ${job.id} cannot be shared yet: ${error.message}`;
        if (!this.#isStopped) this.#parts.onProblem(problem, error);
        return undefined;
      }
      // One that was deleted, or is another's now, was stopped on purpose.
      if (!this.#isStopped && isOurs()) this.#parts.onProblem(`The export ${job.id} failed.`, error);
      return { state: 'failed', error: reasonOf(error), at: now() };
    }
  }

  async #end(job: ExportJob, token: number, end: ExportEnd, isOurs: () => boolean): Promise<void> {
    const { files, state } = this.#parts;
    const isTaken = this.#isStopped || !isOurs();
    // A later owner, or the next start, goes on with it.
    if (end.state === 'failed' && isTaken) {
      if ((await state.exports.find(job.accountId, job.id)) === undefined) files.remove(job.id);
      return;
    }
    if (!(await state.exports.finish(job.id, token, end))) {
      if ((await state.exports.find(job.accountId, job.id)) === undefined) files.remove(job.id);
      return;
    }
    if (end.state === 'failed') return files.remove(job.id);
    const complete = await state.exports.find(job.accountId, job.id);
    if (complete) await pay(complete, { ...this.#parts, exports: state.exports }, this.#parts.now());
  }

  /** Whether rows were chosen in this folder, from data that is still here. */
  #hasPlan(id: string): boolean {
    const { files } = this.#parts;
    const data = files.planned(id)?.data;
    if (data !== undefined && (data === null || existsSync(data))) return true;
    if (files.isComplete(id)) return true;
    files.remove(id);
    return false;
  }

  /** Files of this folder whose export is no more, or was never noted. */
  async #sweepFolder(): Promise<void> {
    const { files, state } = this.#parts;
    const known = new Set(await state.exports.ids());
    for (const { id, changedAt } of files.held()) {
      if (!known.has(id) && Date.now() - changedAt > ORPHAN_MS) files.remove(id);
    }
  }

  /** Exports whose time has come, and shared files of those that are no more. */
  async #sweepOld(): Promise<void> {
    const { files, state, now, keptMs } = this.#parts;
    const { shared } = files;
    for (const { accountId, id } of await state.exports.endedBefore(now() - keptMs)) {
      await state.exports.remove(accountId, id);
      files.remove(id);
      await shared?.remove(id).catch(() => undefined);
    }
    if (!shared || Math.abs(now() - this.#sharedSweptAt) < ORPHAN_MS) return;
    this.#sharedSweptAt = now();
    const held = await shared.held().catch(() => new Map<string, number>());
    const known = new Set(await state.exports.ids());
    for (const [id, changedAt] of held) {
      if (!known.has(id) && Date.now() - changedAt > ORPHAN_MS)
        await shared.remove(id).catch(() => undefined);
    }
  }
}

/** For the client. */
function reasonOf(error: unknown): string {
  return error instanceof ChangesExpiredError
    ? 'Events that it was to tell were deleted while it waited; nothing was charged. Ask for it again.'
    : 'It could not be written; nothing was charged.';
}
