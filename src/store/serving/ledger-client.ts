import type { MessagePort } from 'node:worker_threads';
import { listCodec } from '../../collections/record-codec.js';
import { answerCalls, Line, type Names } from '../../platform/threads/rpc.js';
import {
  type ChargeId,
  type ChargeRequest,
  type ChargeResult,
  type Ledger,
  LedgerAnswerLostError,
  type LedgerClient,
  LedgerUnavailableError,
  STORE_ERRORS,
} from '../store.js';

/** The ledger as other threads call it. */
type PackedLedger = Omit<Ledger, 'charge'> & { charge(requests: ChargeMessage): Promise<ChargeMessage> };

const NAMES: Names<PackedLedger> = {
  createAccount: true,
  listAccounts: true,
  pageAccounts: true,
  getAccount: true,
  changeAccount: true,
  setAccountStatus: true,
  grant: true,
  listGrants: true,
  pageGrants: true,
  getGrant: true,
  takeBack: true,
  createKey: true,
  listKeys: true,
  pageKeys: true,
  getKey: true,
  findKey: true,
  revokeKey: true,
  expireKey: true,
  audit: true,
  wasDone: true,
  listAudit: true,
  touchKeys: true,
  balance: true,
  charge: true,
  findIdempotency: true,
  refund: true,
  usage: true,
  rollUp: true,
  statement: true,
  etagSalt: true,
  latestTime: true,
  probe: true,
  verify: true,
};

/**
 * The ledger for a thread that does not have its file open. A call that could not be sent is refused with
 * `LedgerUnavailableError`: nobody is charged. A call that was sent and not answered is a `LedgerAnswerLostError`: the commit
 * may have been finished.
 */
export function ledgerRpc(): Line {
  const why = 'The ledger thread has ended.';
  const gone = (wasSent: boolean) =>
    wasSent ? new LedgerAnswerLostError(why) : new LedgerUnavailableError(why);
  return new Line(gone, STORE_ERRORS);
}

/** The ledger at the other end. Charges that wait together share a transaction; for `sendsAll` see `ChargeBatches`. */
export function ledgerOver(line: Line, sendsAll: boolean): Ledger {
  const called = line.functions<PackedLedger>(NAMES);
  const batches = new ChargeBatches(
    async (requests) => unpackResults(await called.charge(packRequests(requests))),
    sendsAll,
  );
  return { ...called, charge: (requests) => batches.charge(requests) };
}

/** The ledger for a thread that was given a line to it. */
export function ledgerClient(port: MessagePort, sendsAll: boolean): LedgerClient {
  const line = ledgerRpc();
  line.connect(port);
  return {
    ledger: ledgerOver(line, sendsAll),
    connect: (next) => line.connect(next),
    close: () => line.close(),
  };
}

/** Answers what comes over the port. */
export function answerFrom(ledger: Ledger, port: MessagePort): void {
  const charge = async (requests: ChargeMessage) =>
    packResults(await ledger.charge(unpackRequests(requests)));
  answerCalls<PackedLedger>(port, NAMES, { ...ledger, charge });
}

interface Waiting {
  readonly requests: readonly ChargeRequest[];
  readonly resolve: (results: ChargeResult[]) => void;
  readonly reject: (error: unknown) => void;
}

type Charge = (requests: readonly ChargeRequest[]) => Promise<readonly ChargeResult[]>;

/** One transaction blocks the ledger for some 4 µs a charge; beyond this many the rest waits for the next. */
const LARGEST_BATCH = 1_000;
/** So few that they are done before the answers of the batch before are written. */
const SHORT_BATCH = 24;

/**
 * Group commit: half of the calls that wait share one transaction, and each is answered after it. One at a time, and the
 * next is on its way before the answers of the last are written: neither the ledger nor the calling thread waits.
 */
export class ChargeBatches {
  #waiting: Waiting[] = [];
  #committing = false;

  /**
   * `sendsAll`: the ledger gathers batches itself, over a network. All that was asked in one turn of the event loop is sent,
   * and nothing waits for an answer.
   */
  constructor(
    private readonly send: Charge,
    private readonly sendsAll = false,
  ) {}

  charge(requests: readonly ChargeRequest[]): Promise<ChargeResult[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ requests, resolve, reject });
      if (this.#waiting.length === 1 && !this.#committing) setImmediate(this.#commit);
    });
  }

  readonly #commit = async (): Promise<void> => {
    const half = Math.ceil(this.#waiting.length / 2);
    const max = this.sendsAll ? LARGEST_BATCH : Math.min(Math.max(half, SHORT_BATCH), LARGEST_BATCH);
    const batch = this.#waiting.splice(0, max);
    // Pushed one by one: what `map` makes may have holes to the engine, and goes to the ledger's thread as a sparse list.
    const requests: ChargeRequest[] = [];
    for (const one of batch) for (const request of one.requests) requests.push(request);
    if (this.sendsAll && this.#waiting.length > 0) setImmediate(this.#commit);
    this.#committing = !this.sendsAll;
    const [outcome] = await Promise.allSettled([this.send(requests)]);
    this.#committing = false;
    if (!this.sendsAll && this.#waiting.length > 0) void this.#commit();
    if (outcome.status === 'rejected') for (const { reject } of batch) reject(outcome.reason);
    else answer(batch, outcome.value);
  };
}

function answer(batch: readonly Waiting[], results: readonly ChargeResult[]): void {
  let at = 0;
  for (const { requests, resolve } of batch) {
    resolve(results.slice(at, at + requests.length));
    at += requests.length;
  }
}

/** Charges and what came of them, as they go from thread to thread: objects take five times the time. */
type ChargeMessage = readonly unknown[];

const REQUESTS = listCodec<ChargeRequest>([
  'accountId',
  'keyId',
  'requestId',
  'operation',
  'credits',
  'breakdown',
  'at',
  'idempotency',
]);
export const packRequests = REQUESTS.pack;
export const unpackRequests = REQUESTS.unpack;

const VALUES_OF_A_RESULT = 2;

/** The id and the remaining credits of a charge that was taken; of every other the result itself. */
export function packResults(results: readonly ChargeResult[]): ChargeMessage {
  const values: unknown[] = [];
  for (const result of results) {
    if (result.charged && !result.replayed) values.push(result.chargeId, result.remaining);
    else values.push(result, 0);
  }
  return values;
}

export function unpackResults(values: ChargeMessage): ChargeResult[] {
  const results: ChargeResult[] = [];
  for (let at = 0; at < values.length; at += VALUES_OF_A_RESULT) {
    const [first, remaining] = [values[at], values[at + 1]] as [ChargeId | null | ChargeResult, number];
    const isResult = typeof first === 'object' && first !== null;
    results.push(isResult ? first : { charged: true, chargeId: first, remaining });
  }
  return results;
}
