import { ApiError } from '../../contract/errors.js';
import { ORDER_CREDITS } from '../../contract/export.js';
import { creditsText } from '../../domain/accounts/credits.js';
import type { ChargeId, ChargeResult, ExportJob, Exports, Ledger } from '../../store/store.js';

type Paid =
  /** `credits`: what was charged now. `remaining` is missing if nothing was charged. */
  | { readonly paid: true; readonly credits: number; readonly remaining?: number }
  | {
      readonly paid: false;
      readonly required: number;
      readonly available: number;
      readonly resetsAt: number;
    };

interface Books {
  readonly exports: Pick<Exports, 'noteOrder' | 'noteChargeAt' | 'setDone'>;
  readonly ledger: Pick<Ledger, 'charge' | 'statement'>;
  /** Called for every charge. */
  readonly onCharged?: (operation: string, credits: number) => void;
}

/** The charges of an export: 1 credit at its order, and the rest of its price when it is complete. */
type Step = 'order' | 'rest';

/** Within this time the ledger recognises a repeated charge by its idempotency key, which it keeps for 24 hours. */
const KNOWN_MS = 23 * 3_600_000;
/** Older charges may be rolled up into sums, which name no request. */
const SINGLE_MS = 47 * 3_600_000;

/** Charges the order of an export, once. */
export async function payOrder(job: ExportJob, books: Books, at: number): Promise<Paid> {
  if (job.isOrderPaid) return { paid: true, credits: 0 };
  const { paid, chargeId } = await chargeOnce(job, 'order', ORDER_CREDITS, job.createdAt, books, at);
  if (paid.paid) await books.exports.noteOrder(job.id, chargeId);
  return paid;
}

/** Charges the rest of the price of a complete export, once, wherever a process ends in between. */
export async function pay(job: ExportJob, books: Books, at: number): Promise<Paid> {
  if (job.state === 'done') return { paid: true, credits: 0 };
  const { exports } = books;
  let paid = await payOrder(job, books, at);
  if (!paid.paid) return paid;
  if (job.credits > ORDER_CREDITS) {
    await exports.noteChargeAt(job.id, job.chargeAt ?? at);
    const rest = job.credits - ORDER_CREDITS;
    ({ paid } = await chargeOnce(job, 'rest', rest, job.chargeAt ?? at, books, at));
    if (!paid.paid) {
      await exports.noteChargeAt(job.id, null);
      return paid;
    }
  }
  await exports.setDone(job.id);
  return paid;
}

/** The 402 of an export, or of its order. */
export function notCovered(what: string, { required, available, resetsAt }: Extract<Paid, { paid: false }>) {
  return new ApiError(
    'insufficient_credits',
    `${what} costs ${creditsText(required)}; the balance is ${available}.`,
    {
      members: { required, available, resetsAt: new Date(resetsAt).toISOString() },
    },
  );
}

/**
 * Charges a step unless it was charged before. `triedAt`: when this was first tried; its outcome may be unknown. After a day the
 * statement shows whether it was charged. If that can no longer be seen, the step counts as charged.
 */
async function chargeOnce(
  job: ExportJob,
  step: Step,
  credits: number,
  triedAt: number,
  { ledger, onCharged }: Books,
  at: number,
): Promise<{ readonly paid: Paid; readonly chargeId: ChargeId | null }> {
  if (await wasCharged(job, step, credits, triedAt, ledger, at)) {
    return { paid: { paid: true, credits: 0 }, chargeId: null };
  }
  const result = await charge(job, step, credits, ledger, at);
  if (!result.charged) {
    const { available, resetsAt } = result;
    return { paid: { paid: false, required: credits, available, resetsAt }, chargeId: null };
  }
  const charged = result.replayed?.credits ?? credits;
  if (charged > 0) onCharged?.('createExport', charged);
  return { paid: { paid: true, credits: charged, remaining: result.remaining }, chargeId: result.chargeId };
}

/** Contains a space, so no `Idempotency-Key` and no `X-Request-Id` of a client can equal it. */
function chargeName({ id }: ExportJob, step: Step): string {
  return `${id} ${step}`;
}

async function charge(
  job: ExportJob,
  step: Step,
  credits: number,
  ledger: Books['ledger'],
  at: number,
): Promise<ChargeResult> {
  const { accountId, keyId } = job;
  const name = chargeName(job, step);
  const [result] = await ledger.charge([
    {
      ...{ accountId, keyId, credits, at },
      requestId: name,
      operation: 'createExport',
      breakdown: [{ item: 'export', credits }],
      idempotency: { key: name, request: name },
    },
  ]);
  if (!result) throw new Error('The ledger left a charge unanswered.');
  return result;
}

async function wasCharged(
  job: ExportJob,
  step: Step,
  credits: number,
  triedAt: number,
  ledger: Books['ledger'],
  at: number,
): Promise<boolean> {
  if (at - triedAt < KNOWN_MS) return false;
  if (at - triedAt > SINGLE_MS) return true;
  const { lines } = await ledger.statement(job.accountId, triedAt - KNOWN_MS, at + 1, at);
  const name = chargeName(job, step);
  const own = lines.filter(({ operation, requestId }) => operation === 'createExport' && requestId === name);
  // Charges are negative; a refunded one adds up to 0.
  return own.reduce((sum, line) => sum + line.credits, 0) === -credits;
}
