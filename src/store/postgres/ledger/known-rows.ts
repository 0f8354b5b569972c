import type { BurnableGrant, Period } from '../../../domain/accounts/credits.js';
import { existing, monthlyGrant } from '../../ledger-rules/accounts.js';
import type { Account } from '../../store.js';
import { one, type Queries } from '../connection/pool.js';
import type { Accounts } from './accounts.js';
import { insertGrant } from './grants.js';

/** The immutable part of a grant. */
interface HeldGrant extends Omit<BurnableGrant, 'remaining'> {
  /** null for extra grants. */
  readonly periodStart: number | null;
}

type KnownAccount = Pick<Account, 'createdAt'>;

const ACCOUNT = 'SELECT created_at AS "createdAt" FROM ledger.accounts WHERE id = $1';
const GRANTS = `SELECT id, period_start AS "periodStart", created_at AS "createdAt", expires_at AS "expiresAt"
  FROM ledger.grants WHERE account_id = $1 AND id = ANY ($2::bigint[])`;
/** Maximum number of cached rows; then the cache is cleared. */
const REMEMBERED = 100_000;

/** Caches the immutable part of accounts and grants, so that a charge reads only its balance. */
export class KnownRows {
  readonly #accounts = new Map<string, KnownAccount>();
  readonly #grants = new Map<number, HeldGrant>();

  constructor(private readonly table: Pick<Accounts, 'monthlyAt'>) {}

  clear(): void {
    this.#accounts.clear();
    this.#grants.clear();
  }

  /** Throws `RangeError` if there is none. */
  async account({ rows }: Queries, id: string): Promise<KnownAccount> {
    const known = this.#accounts.get(id) ?? existing(await one(rows<KnownAccount>(ACCOUNT, [id])), id);
    remember(this.#accounts, id, known);
    return known;
  }

  /** In order of id. */
  async grants({ rows }: Queries, accountId: string, ids: readonly number[]): Promise<HeldGrant[]> {
    const missing = ids.filter((id) => !this.#grants.has(id));
    if (missing.length > 0) {
      for (const grant of await rows<HeldGrant>(GRANTS, [accountId, missing]))
        remember(this.#grants, grant.id, grant);
    }
    return ids.map((id) => {
      const grant = this.#grants.get(id);
      if (!grant) throw new Error(`The balance of ${accountId} refers to grant ${id}, which does not exist.`);
      return grant;
    });
  }

  /**
   * The grant of a period, created on first use; `undefined` if the account has no monthly credits then. Not cached, because
   * the transaction may not commit.
   */
  async addMonthly(
    queries: Queries,
    accountId: string,
    period: Period,
    at: number,
  ): Promise<(HeldGrant & BurnableGrant) | undefined> {
    const credits = await this.table.monthlyAt(queries, accountId, period.start);
    const grant = monthlyGrant(accountId, credits, period, at);
    return grant && { ...grant, id: await insertGrant(queries, grant), remaining: credits };
  }
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): void {
  if (known.size >= REMEMBERED) known.clear();
  known.set(key, value);
}
