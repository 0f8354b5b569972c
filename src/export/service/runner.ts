import { existsSync } from 'node:fs';
import { creditsOfRows, ORDER_CREDITS, ROWS_PER_CREDIT } from '../../contract/export.js';
import { creditsText } from '../../domain/accounts/credits.js';
import type { LoadedIndex } from '../../indexing/files/index-loader.js';
import { endsWithin } from '../../platform/deadline.js';
import {
  ChangesExpiredError,
  type DataVersion,
  type ExportEnd,
  type ExportJob,
  LeaseHolder,
  type Ledger,
  type State,
} from '../../store/store.js';
import type { ExportThread } from '../export-thread.js';
import { KINDS } from '../kinds/index.js';
import type { ExportOrder } from '../order.js';
import { PART_BYTES } from '../plan.js';
import type { ExportFiles } from './files.js';
import { pay, payOrder } from './pay.js';
import { SharedAwayError } from './shared-files.js';
import { ThreadsByData } from './threads-by-data.js';

interface RunnerParts {
  /** Path of the folder that the service was started on. */
  readonly folder: string;
  readonly files: ExportFiles;
  readonly state: Pick<State, 'leases' | 'exports'>;
  readonly ledger: Pick<Ledger, 'balance' | 'charge' | 'refund' | 'statement'>;
  /** The data that is answered from now, and its index. */
  readonly served: () => DataVersion & { readonly index?: LoadedIndex };
  readonly now: () => number;
  /** How long complete and failed exports are kept, in ms. */
  readonly keptMs: number;
  readonly onCharged: (operation: string, credits: number) => void;
  readonly onProblem: (problem: string, error: unknown) => void;
}

const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
const LOOK_MS = 1_000;
const SWEEP_MS = 60_000;
/** A folder without a row may belong to an export that is just being planned. */
const ORPHAN_MS = 3_600_000;
/** Pause after the search index or the shared files were not available. */
const AWAY_MS = 10_000;
/** An order that is not paid for after this time was left by a process that ended. */
const UNPAID_ORDER_MS = 60_000;
const STOP_WITHIN_MS = 2_000;

/**
 * Writes waiting exports, one at a time among all processes of a data folder, or of a cluster: the holder of the lease works. Accounts
 * take turns. The rows of an export are selected when it is its turn. If the holder is killed, the next process continues its work;
 * on another machine, it starts the export again, from the data that it serves.
 */
export class ExportRunner {
  readonly #parts: RunnerParts;
  readonly #lease: LeaseHolder;
  #sweptAt = 0;
  #sharedSweptAt = 0;
  #awayUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  /** The account whose export was written last. */
  #account = '';
  #isStopped = false;
  #isFailing = false;
  readonly #threads: ThreadsByData;
  /** Rows of the export that is written. */
  #rowsDone = 0;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    const { leases } = parts.state;
    const times = { leaseMs: LEASE_MS, renewAfterMs: RENEW_MS, now: parts.now };
    this.#lease = new LeaseHolder({ leases, name: 'exports', owner: `${process.pid}`, ...times });
    const onRows = (rows: number) => {
      this.#rowsDone = rows;
    };
    this.#threads = new ThreadsByData(() => parts.served().data, onRows);
    this.#wait(LOOK_MS);
  }

  /** Other data is served now: close the previous data that is no longer read. */
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
    // A mounted folder that does not answer cannot be broken off.
    await endsWithin(STOP_WITHIN_MS, this.#looking);
    await this.#lease.release();
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
        this.#parts.onProblem('Exports cannot be written; retrying every few seconds.', error);
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
    if (this.#isStopped || !(await this.#lease.hold())) return false;
    if (!isSwept) await this.#sweepOld();
    if (now() < this.#awayUntil) return false;
    const { exports } = this.#parts.state;
    const job = await exports.next(this.#account, now() - UNPAID_ORDER_MS);
    if (job === undefined || this.#isStopped) return false;
    this.#account = job.accountId;
    if (!(await payOrder(job, { ...this.#parts, exports }, now())).paid) {
      await exports.remove(job.accountId, job.id);
      return true;
    }
    await this.#write(job);
    return true;
  }

  async #write(job: ExportJob): Promise<void> {
    const token = this.#lease.held?.token;
    if (token === undefined) return;
    const { state } = this.#parts;
    this.#rowsDone = job.rowsDone;
    if (!(await state.exports.noteRows(job.id, token, this.#rowsDone))) return;
    let isOurs = true;
    let cancel: () => Promise<void> = async () => undefined;
    const note = async () => {
      if (this.#isStopped) return;
      isOurs = (await this.#lease.hold())?.token === token;
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
      if (!this.#hasPlan(job.id)) {
        const notPlanned = await this.#plan(job, begun);
        if (notPlanned === 'later') this.#awayUntil = now() + AWAY_MS;
        if (notPlanned === 'later') return undefined;
        if (notPlanned) return { state: 'failed', error: notPlanned.error, at: now() };
      }
      const folder = files.takeOver(job.id, token);
      const { rows, parts } = await this.#threads.use(folder.plan()?.data ?? own, (thread) => {
        begun(thread);
        return thread.run(folder.path);
      });
      files.complete(job.id, token);
      const { name, ...manifest } = files.manifest(job.id);
      await files.share(job.id, [...parts, { name, ...manifest }]);
      const { include } = JSON.parse(job.order) as ExportOrder;
      const credits = creditsOfRows(rows, include.length);
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
      return { state: 'failed', error: reasonOf(error), refunds: true, at: now() };
    }
  }

  /** Selects the rows, if the balance covers them. Undefined: the plan is stored. */
  async #plan(
    job: ExportJob,
    begun: (thread: ExportThread) => void,
  ): Promise<'later' | { readonly error: string } | undefined> {
    const { files, folder, ledger, served, now } = this.#parts;
    const { data, index } = served();
    const order = JSON.parse(job.order) as ExportOrder;
    if (KINDS[order.kind].by === 'index' && !index) return 'later';
    const { available } = await ledger.balance(job.accountId, now());
    const covered = available + ORDER_CREDITS;
    const planning = {
      ...{ order, asOf: job.createdAt, partBytes: PART_BYTES },
      data: data === folder ? null : data,
      maxRows: Math.floor((covered * ROWS_PER_CREDIT) / (1 + order.include.length)),
    };
    const { rows } = await this.#threads.use(data, (thread) => {
      begun(thread);
      return thread.plan(files.folder(job.id).path, planning, index);
    });
    if (rows <= planning.maxRows) return undefined;
    const price = creditsOfRows(rows, order.include.length);
    return {
      error:
        `The export costs ${creditsText(price)}; the balance covers ${covered}. Nothing was written. Create it again when the balance ` +
        'covers its price. The credit for creating it is not refunded.',
    };
  }

  async #end(job: ExportJob, token: number, end: ExportEnd, isOurs: () => boolean): Promise<void> {
    const { files, state } = this.#parts;
    const isTaken = this.#isStopped || !isOurs();
    // A later owner, or the next start, resumes it.
    if (end.state === 'failed' && isTaken) {
      if ((await state.exports.find(job.accountId, job.id)) === undefined) files.remove(job.id);
      return;
    }
    if (!(await state.exports.finish(job.id, token, end))) {
      if ((await state.exports.find(job.accountId, job.id)) === undefined) files.remove(job.id);
      return;
    }
    if (end.state === 'failed') {
      files.remove(job.id);
      if (end.refunds && job.orderCharge !== null)
        await this.#parts.ledger.refund(job.orderCharge, 'export_failed', this.#parts.now());
      return;
    }
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

  /** Files of this folder whose export was deleted or never recorded. */
  async #sweepFolder(): Promise<void> {
    const { files, state } = this.#parts;
    const known = new Set(await state.exports.ids());
    for (const { id, changedAt } of files.held()) {
      if (!known.has(id) && Date.now() - changedAt > ORPHAN_MS) files.remove(id);
    }
  }

  /** Expired exports, and shared files of deleted ones. */
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
    ? `${error.message} The credit for creating it was refunded. Start from a new export.`
    : 'The export could not be written. The credit for creating it was refunded. Create it again.';
}
