import { type Ledger, LedgerAnswerLostError, LedgerUnavailableError } from '../store/store.js';
import { Line, type Names } from './calls.js';

export const LEDGER: Names<Ledger> = {
  createAccount: true,
  listAccounts: true,
  getAccount: true,
  grant: true,
  listGrants: true,
  createKey: true,
  listKeys: true,
  findKey: true,
  revokeKey: true,
  expireKey: true,
  audit: true,
  listAudit: true,
  touchKeys: true,
  balance: true,
  charge: true,
  findIdempotency: true,
  refund: true,
  usage: true,
  rollUp: true,
  statement: true,
  latestTime: true,
  verify: true,
};

/**
 * What a thread asks of the ledger without having its file open. What could not be asked is refused with
 * `LedgerUnavailableError`: nobody is charged. What was asked and not answered is a `LedgerAnswerLostError`: the commit
 * may have been finished.
 */
export function ledgerLine(): Line {
  const why = 'The thread that keeps the ledger is gone.';
  return new Line((wasSent) => (wasSent ? new LedgerAnswerLostError(why) : new LedgerUnavailableError(why)));
}
