import {
  type CheckedCharge,
  type CheckedChargeSum,
  type CheckedGrant,
  type CheckedGrantSum,
  type CheckedTakeBack,
  checkCharge,
  checkGrant,
  checkSums,
  checkTakeBack,
  keyFindings,
} from '../../ledger-rules/checks.js';
import type { LedgerFinding } from '../../store.js';
import type { Queries } from '../connection/pool.js';

const GRANTS = `SELECT g.id, g.account_id AS "accountId", g.kind, g.credits, g.period_start AS "periodStart",
    g.created_at AS "createdAt", g.expires_at AS "expiresAt", r.remaining
  FROM ledger.grants g LEFT JOIN ledger.grant_remaining r ON r.grant_id = g.id AND r.account_id = g.account_id
  ORDER BY g.id`;
const ACCOUNTS =
  'SELECT id, created_at AS "createdAt", monthly_credits AS "monthlyCredits" FROM ledger.accounts';
const PLANS = `SELECT account_id AS "accountId", monthly_credits AS credits, since FROM ledger.account_plans ORDER BY id`;
const CHARGES = `SELECT c.id, c.at, c.account_id AS "accountId", c.credits, c.breakdown, c.burned,
    r.at AS "refundedAt", r.credits AS "refundCredits", r.returned
  FROM ledger.charges c LEFT JOIN ledger.refunds r ON r.charge_id = c.id AND r.account_id = c.account_id
  WHERE c.id > $1 ORDER BY c.id LIMIT $2`;
const GRANT_SUMS = `SELECT s.grant_id AS "grantId", g.account_id AS "accountId", sum(s.burned) AS burned,
    sum(s.returned) AS returned
  FROM ledger.grant_sums s LEFT JOIN ledger.grants g ON g.id = s.grant_id AND g.account_id = s.account_id
  GROUP BY s.grant_id, g.account_id ORDER BY s.grant_id`;
const CHARGE_SUMS = `SELECT account_id AS "accountId", sum(credits) AS credits, sum(refunded) AS refunded,
    sum((SELECT sum((item ->> 'credits')::bigint) FROM jsonb_array_elements(breakdown::jsonb) AS item)) AS items
  FROM ledger.charge_sums GROUP BY account_id ORDER BY account_id`;
const TAKE_BACKS = `SELECT id, grant_id AS "grantId", at, credits FROM ledger.take_backs ORDER BY id`;
const SEEN = `SELECT account_id AS "accountId", seen_at AS "seenAt" FROM ledger.purses`;
const LOOSE = `SELECT account_id AS "accountId", 'refund of charge ' || charge_id || ': there is no such charge' AS what
  FROM ledger.refunds r WHERE NOT EXISTS
    (SELECT 1 FROM ledger.charges c WHERE c.id = r.charge_id AND c.account_id = r.account_id)
  UNION ALL SELECT a.id, 'has no balance' FROM ledger.accounts a LEFT JOIN ledger.purses p ON p.account_id = a.id
    WHERE p.account_id IS NULL
  UNION ALL SELECT r.account_id, 'grant ' || r.grant_id || ': has two counters, or none of its own'
    FROM ledger.grant_remaining r LEFT JOIN ledger.grants g ON g.id = r.grant_id AND g.account_id = r.account_id
    GROUP BY r.account_id, r.grant_id HAVING count(*) > 1 OR count(g.id) = 0
  UNION ALL SELECT min(account_id), 'charge ' || id || ': stands twice' FROM ledger.charges
    GROUP BY id HAVING count(*) > 1`;
const STRAY_KEYS = `SELECT k.account_id AS "accountId", k.key FROM ledger.idempotency_keys k
    LEFT JOIN ledger.idempotency_charges p ON p.account_id = k.account_id AND p.key = k.key
    LEFT JOIN ledger.charges c ON c.id = p.charge_id AND c.account_id = k.account_id
    LEFT JOIN ledger.refunds r ON r.charge_id = p.charge_id AND r.account_id = k.account_id
  WHERE c.id IS NULL OR r.charge_id IS NOT NULL`;
const WRONG_PARTS = `SELECT p.account_id AS "accountId", p.key
  FROM ledger.idempotency_charges p JOIN ledger.charges c ON c.id = p.charge_id AND c.account_id = p.account_id
  WHERE p.parts IS NOT NULL AND c.credits <>
    (SELECT coalesce(sum((part ->> 2)::bigint), 0) FROM jsonb_array_elements(p.parts::jsonb) AS part)
  UNION
  SELECT p.account_id, p.key FROM ledger.idempotency_charges p, jsonb_array_elements(p.parts::jsonb) AS part
  GROUP BY p.account_id, p.key, part ->> 0, part ->> 1 HAVING count(*) > 1`;
interface AccountRow {
  readonly id: string;
  readonly createdAt: number;
  readonly monthlyCredits: number;
}

/** Monthly credits from `since` on, unless a later plan applies. */
interface Plan {
  readonly accountId: string;
  readonly credits: number;
  readonly since: number;
}

/** Read in pages, so that memory does not grow with the ledger. */
const PAGE = 10_000;

/** Recomputes every counter from the rows and lists all differences; the list is empty if the ledger is correct. */
export async function verifyBooks({ rows }: Queries): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  const grants = await readGrants(rows);
  const tallies = new Map(grants.map((grant) => [grant.id, { grant, left: grant.credits, takenBack: 0 }]));
  const seen = new Map(
    (await rows<{ accountId: string; seenAt: number }>(SEEN)).map((row) => [row.accountId, row.seenAt]),
  );
  const latest = [...seen.values()].reduce((one, other) => Math.max(one, other), 0);
  const clockOf = (accountId: string | undefined) => seen.get(accountId ?? '') ?? latest;
  checkSums(
    await rows<CheckedGrantSum>(GRANT_SUMS),
    await rows<CheckedChargeSum>(CHARGE_SUMS),
    tallies,
    findings,
  );
  for (let last = 0; ; ) {
    const page = await rows<CheckedCharge>(CHARGES, [last, PAGE]);
    for (const charge of page) checkCharge(charge, tallies, clockOf(charge.accountId), findings);
    if (page.length < PAGE) break;
    last = page.at(-1)?.id ?? last;
  }
  for (const taken of await rows<CheckedTakeBack>(TAKE_BACKS)) {
    checkTakeBack(taken, tallies, clockOf(tallies.get(taken.grantId)?.grant.accountId), findings);
  }
  for (const tally of tallies.values()) checkGrant(tally, findings);
  const loose = await rows<LedgerFinding>(LOOSE);
  return [...findings, ...loose, ...keyFindings(await rows(STRAY_KEYS), await rows(WRONG_PARTS))];
}

/** Grants with the credits that their accounts' plans gave at the time. */
async function readGrants(rows: Queries['rows']): Promise<CheckedGrant[]> {
  const [accountRows, plans, grants] = await Promise.all([
    rows<AccountRow>(ACCOUNTS),
    rows<Plan>(PLANS),
    rows<Omit<CheckedGrant, 'monthlyCredits' | 'accountCreatedAt'>>(GRANTS),
  ]);
  const accounts = new Map(accountRows.map((row) => [row.id, { ...row, plans: [] as Plan[] }]));
  for (const plan of plans) accounts.get(plan.accountId)?.plans.push(plan);
  return grants.flatMap((grant) => {
    const account = accounts.get(grant.accountId);
    if (!account) return [];
    const start = grant.periodStart ?? Number.NEGATIVE_INFINITY;
    const plan = account.plans.findLast(({ since }) => since <= start);
    return {
      ...grant,
      monthlyCredits: plan?.credits ?? account.monthlyCredits,
      accountCreatedAt: account.createdAt,
    };
  });
}
