import type { MessagePort } from 'node:worker_threads';
import { answerCalls, Line, type Names } from '../../platform/threads/rpc.js';
import {
  type Ledger,
  LedgerAnswerLostError,
  type LedgerClient,
  LedgerUnavailableError,
  STORE_ERRORS,
} from '../store.js';
import { ChargeBatches } from './charge-batches.js';
import {
  type ChargeMessage,
  packRequests,
  packResults,
  unpackRequests,
  unpackResults,
} from './charge-codec.js';

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
  const why = 'The thread that keeps the ledger is gone.';
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
