import type { ChargeId, ChargeRequest, ChargeResult, Ledger } from '../../../../src/store/store.js';

export type OpenLedger = Ledger & { close(): Promise<void> };

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 0, 31, 9);

let made = 0;

/** No two have one name. */
export function newAccount() {
  made += 1;
  return { name: `Harbor Research ${made}`, monthlyCredits: 100, requestsPerMinute: 60, createdAt: START };
}

export function newKey(accountId: string, digit = 'a') {
  return {
    accountId,
    name: 'first',
    hash: digit.repeat(64),
    prefix: 'dsr_test_abc',
    scopes: ['read', 'usage'] as const,
    createdAt: START,
    expiresAt: null,
  };
}

export function chargeOf(accountId: string, keyId: string, credits: number, at = START): ChargeRequest {
  const breakdown = [{ item: 'entity', credits }] as const;
  return { accountId, keyId, requestId: 'r-1', operation: 'getEntity', credits, breakdown, at };
}

/** The id of a charge that was taken. */
export function idOf(result: ChargeResult | undefined): ChargeId {
  if (!result?.charged || result.chargeId === null) throw new Error('Nothing was charged.');
  return result.chargeId;
}
