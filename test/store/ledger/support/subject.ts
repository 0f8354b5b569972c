import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Account, ChargeId, ChargeRequest, KeyRecord } from '../../../../src/store/store.js';
import type { LedgerEngine } from './engine.js';
import { chargeOf, DAY, newAccount, newKey, type OpenLedger } from './fixtures.js';

export const ACCOUNTS = 2;

const requested = fc.record({
  account: fc.nat(ACCOUNTS - 1),
  credits: fc.integer({ min: 0, max: 40 }),
  key: fc.option(fc.constantFrom('a', 'b')),
  request: fc.constantFrom('r', 'r', 's'),
});
const on = { account: fc.nat(ACCOUNTS - 1) };
export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('charge'),
      asks: fc.array(requested, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('grant'),
      ...on,
      credits: fc.integer({ min: 1, max: 60 }),
      lifeDays: fc.option(fc.integer({ min: 1, max: 90 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund'), which: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('takeBack'),
      ...on,
      grant: fc.nat(8),
      credits: fc.option(fc.integer({ min: 1, max: 40 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change'), ...on, monthlyCredits: fc.nat(80) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend'), ...on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rollUp'), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: 1, max: 40 * 24 }) }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A ledger of one engine, and what it names by itself: ids are told by their order. */
export class Subject {
  readonly accounts: Account[] = [];
  readonly keys: KeyRecord[] = [];
  readonly charges: ChargeId[] = [];

  private constructor(
    private readonly engine: LedgerEngine,
    readonly folder: string,
    readonly ledger: OpenLedger,
  ) {}

  static async open(engine: LedgerEngine, names: readonly string[]): Promise<Subject> {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-parity-'));
    const subject = new Subject(engine, folder, await engine.open(folder));
    for (const [index, name] of names.entries()) {
      const account = await subject.ledger.createAccount({ ...newAccount(), name, monthlyCredits: 50 });
      subject.accounts.push(account);
      subject.keys.push(await subject.ledger.createKey(newKey(account.id, 'abc'[index])));
    }
    return subject;
  }

  async do(next: Step, now: number): Promise<unknown> {
    try {
      return this.#plain(await this.#do(next, now));
    } catch (error) {
      const { name, message } = error as Error;
      return this.#plain({ name, message });
    }
  }

  /** All that can be asked, and all rows but those of keys whose life is over. */
  async look(now: number): Promise<unknown> {
    const of = async ({ id }: Account) => [
      await this.ledger.getAccount(id),
      await this.ledger.balance(id, now),
      await this.ledger.listGrants(id),
      await this.ledger.pageGrants(id, { limit: 2, offset: 1 }),
      await this.ledger.usage(id, 0, now + 1),
      await this.ledger.statement(id, 0, now + 1, now),
      await this.ledger.findIdempotency(id, 'a', now),
    ];
    const requested: unknown[] = [];
    for (const account of this.accounts) requested.push(await of(account));
    const { accounts } = await this.ledger.pageAccounts({ limit: ACCOUNTS, offset: 0 }, now);
    for (const { id } of this.accounts) requested.push(accounts.find((account) => account.id === id));
    const rows: unknown[] = [];
    for (const sql of rowsAt(now)) rows.push(await this.engine.rows(this.folder, sql));
    return this.#plain({ requested, rows, findings: await this.ledger.verify() });
  }

  async close(): Promise<void> {
    await this.ledger.close();
    rmSync(this.folder, { recursive: true });
  }

  async #do(next: Step, now: number): Promise<unknown> {
    const accountId = 'account' in next ? this.#accountId(next.account) : '';
    switch (next.do) {
      case 'charge': {
        const results = await this.ledger.charge(next.asks.map((one) => this.#requestOf(one, now)));
        for (const result of results)
          if (result.charged && result.chargeId !== null) this.charges.push(result.chargeId);
        return results;
      }
      case 'grant': {
        const expiresAt = next.lifeDays === null ? null : now + next.lifeDays * DAY;
        return await this.ledger.grant({
          accountId,
          credits: next.credits,
          reason: 'x',
          createdAt: now,
          expiresAt,
        });
      }
      case 'refund': {
        const id = this.charges[next.which % Math.max(1, this.charges.length)];
        return id === undefined ? null : await this.ledger.refund(id, 'client_gone', now);
      }
      case 'takeBack': {
        const grants = await this.ledger.listGrants(accountId);
        const grantId = grants[next.grant % Math.max(1, grants.length)]?.id ?? 77;
        return await this.ledger.takeBack({
          accountId,
          grantId,
          credits: next.credits,
          reason: 'x',
          at: now,
        });
      }
      case 'change':
        return await this.ledger.changeAccount(accountId, { monthlyCredits: next.monthlyCredits }, now);
      case 'suspend':
        return await this.ledger.setAccountStatus(accountId, 'suspended', now);
      case 'rollUp':
        return await this.ledger.rollUp(now - next.days * DAY, now);
      default:
        return null;
    }
  }

  #requestOf(
    { account, credits, key, request }: (Step & { do: 'charge' })['asks'][number],
    at: number,
  ): ChargeRequest {
    const plain = chargeOf(this.#accountId(account), this.keys[account]?.id ?? '', credits, at);
    return key === null ? plain : { ...plain, idempotency: { key, request: `${request}${credits}` } };
  }

  #accountId(index: number): string {
    return this.accounts[index]?.id ?? '';
  }

  #plain(value: unknown): unknown {
    let text = JSON.stringify(value, (name, member) =>
      name === 'chargeId' && member !== null ? `charge ${this.charges.indexOf(member)}` : member,
    );
    for (const [index, { id }] of this.accounts.entries()) text = text?.replaceAll(id, `account ${index}`);
    for (const [index, { id }] of this.keys.entries()) text = text?.replaceAll(id, `key ${index}`);
    for (const [index, id] of this.charges.entries())
      text = text?.replaceAll(`charge ${id}.`, `charge ${index}.`);
    return text === undefined ? undefined : JSON.parse(text);
  }
}

/** In SQL that both speak. */
function rowsAt(now: number): readonly string[] {
  return [
    'SELECT id, account_id, kind, credits, reason, period_start, created_at, expires_at FROM grants ORDER BY id',
    'SELECT grant_id, account_id, remaining FROM grant_remaining ORDER BY grant_id',
    'SELECT at, account_id, key_id, operation, credits, breakdown, request_id, burned FROM charges ORDER BY id',
    'SELECT at, reason, credits, returned FROM refunds ORDER BY charge_id',
    'SELECT grant_id, at, credits, reason FROM take_backs ORDER BY id',
    'SELECT account_id, monthly_credits, since, created_at FROM account_plans ORDER BY id',
    `SELECT key, request, created_at FROM idempotency_keys WHERE created_at > ${now - DAY} ORDER BY key, created_at, request`,
    `SELECT i.key, i.parts, CASE WHEN i.replayed THEN 1 ELSE 0 END AS replayed FROM idempotency_charges i
       JOIN idempotency_keys k ON k.account_id = i.account_id AND k.key = i.key
     WHERE k.created_at > ${now - DAY} ORDER BY i.charge_id`,
    'SELECT since, latest, operation, requests, credits, refunded, breakdown FROM charge_sums ORDER BY id',
    'SELECT grant_id, burned, returned FROM grant_sums ORDER BY id',
  ];
}
