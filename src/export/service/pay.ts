import { ROWS_PER_CREDIT } from '../../contract/export.js';
import type { ChargeResult, ExportJob, Exports, Ledger, PriceItem } from '../../store/store.js';

export type Paid =
  | { readonly paid: true }
  | { readonly paid: false; readonly available: number; readonly resetsAt: number };

interface Books {
  readonly exports: Pick<Exports, 'noteChargeAt' | 'setDone'>;
  readonly ledger: Pick<Ledger, 'charge' | 'statement'>;
  /** Called for every charge. */
  readonly onCharged?: (operation: string, credits: number) => void;
}

/** Within it the ledger knows a repeated charge by its idempotency key; it keeps one for 24 hours. */
const KNOWN_MS = 23 * 3_600_000;
/** Charges of that age may be sums, which name no request. */
const SINGLE_MS = 47 * 3_600_000;

/** The price of a number of rows: 1 credit for each 100, rounded up. */
export function priceOfRows(rows: number): readonly PriceItem[] {
  return rows === 0 ? [] : [{ item: 'export', credits: Math.ceil(rows / ROWS_PER_CREDIT) }];
}

/**
 * Charges a complete export, once, whatever ends in between: the charge bears the export's id as its idempotency key and
 * as its request id. A charge whose outcome nobody heard is looked for before another is tried, and where it can't be
 * looked for any more none is.
 */
export async function pay(job: ExportJob, { exports, ledger, onCharged }: Books, at: number): Promise<Paid> {
  if (job.credits > 0 && !(await wasCharged(job, ledger, at))) {
    await exports.noteChargeAt(job.id, job.chargeAt ?? at);
    const result = await charge(job, ledger, at);
    if (!result.charged) {
      await exports.noteChargeAt(job.id, null);
      return { paid: false, available: result.available, resetsAt: result.resetsAt };
    }
    const credits = result.replayed?.credits ?? job.credits;
    if (credits > 0) onCharged?.('createExport', credits);
  }
  await exports.setDone(job.id);
  return { paid: true };
}

async function charge(
  { id, accountId, keyId, credits }: ExportJob,
  ledger: Books['ledger'],
  at: number,
): Promise<ChargeResult> {
  const breakdown = [{ item: 'export' as const, credits }];
  const request = {
    accountId,
    keyId,
    requestId: id,
    operation: 'createExport' as const,
    credits,
    breakdown,
    at,
  };
  const [result] = await ledger.charge([{ ...request, idempotency: { key: id, request: id } }]);
  if (!result) throw new Error('The ledger left a charge unanswered.');
  return result;
}

/** Whether a charge that was tried long ago is in the books, or may be. */
async function wasCharged({ id, accountId, chargeAt }: ExportJob, ledger: Books['ledger'], at: number) {
  if (chargeAt === null || at - chargeAt < KNOWN_MS) return false;
  if (at - chargeAt > SINGLE_MS) return true;
  const { lines } = await ledger.statement(accountId, chargeAt - KNOWN_MS, at + 1, at);
  return lines.some(({ kind, requestId }) => kind === 'charge' && requestId === id);
}
