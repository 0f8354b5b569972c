import type { Static } from 'typebox';
import { AccountChangeBody, AccountSchema, NewAccountBody } from '../../contract/service/admin.js';
import type { Account, AccountStatus } from '../../store/store.js';
import type { Operation } from '../support/declare.js';
import { AccountId, actorOf, adminListOperation, adminOperation, needAccount, time } from './declare.js';
import type { AdminDependencies } from './dependencies.js';

export function accountOperations({ ledger }: AdminDependencies): readonly Operation[] {
  const shown = async (account: Account, at: number) =>
    withCredits(account, (await ledger.balance(account.id, at)).available);
  const statusOperation = (parts: {
    readonly id: 'adminSuspendAccount' | 'adminResumeAccount' | 'adminCloseAccount';
    readonly verb: string;
    readonly summary: string;
    readonly status: AccountStatus;
  }) =>
    adminOperation({
      id: parts.id,
      method: 'POST',
      path: `/accounts/:id/${parts.verb}`,
      summary: parts.summary,
      params: AccountId,
      data: AccountSchema,
      conflicts: true,
      run: async ({ params }, context) => {
        const { id } = await needAccount(ledger, params.id ?? '');
        return shown(
          await ledger.setAccountStatus(id, parts.status, context.at, actorOf(context)),
          context.at,
        );
      },
    });
  return [
    adminListOperation({
      id: 'adminListAccounts',
      path: '/accounts',
      summary: 'List accounts with their balances, oldest first',
      item: AccountSchema,
      list: async (page, _, { at }) => {
        const { accounts, totalCount } = await ledger.pageAccounts(page, at);
        return {
          items: accounts.map(({ available, ...account }) => withCredits(account, available)),
          totalCount,
        };
      },
    }),
    adminOperation({
      id: 'adminCreateAccount',
      method: 'POST',
      path: '/accounts',
      summary: 'Create an account with monthly credits',
      body: NewAccountBody,
      data: AccountSchema,
      conflicts: true,
      run: async ({ body }, context) => {
        const plan = body as Static<typeof NewAccountBody>;
        const account = await ledger.createAccount({ ...plan, createdAt: context.at }, actorOf(context));
        return shown(account, context.at);
      },
    }),
    adminOperation({
      id: 'adminChangeAccount',
      method: 'POST',
      path: '/accounts/:id/change',
      summary: 'Change the name, the requests per minute, or the monthly credits from the next period on',
      params: AccountId,
      body: AccountChangeBody,
      data: AccountSchema,
      conflicts: true,
      run: async ({ params, body }, context) => {
        const change = body as Static<typeof AccountChangeBody>;
        const { id } = await needAccount(ledger, params.id ?? '');
        return shown(await ledger.changeAccount(id, change, context.at, actorOf(context)), context.at);
      },
    }),
    statusOperation({
      id: 'adminSuspendAccount',
      verb: 'suspend',
      summary: 'Suspend an account: its keys are rejected within a second',
      status: 'suspended',
    }),
    statusOperation({
      id: 'adminResumeAccount',
      verb: 'resume',
      summary: 'Resume a suspended account',
      status: 'active',
    }),
    statusOperation({
      id: 'adminCloseAccount',
      verb: 'close',
      summary: 'Close an account permanently: its keys are rejected; its rows remain',
      status: 'closed',
    }),
  ];
}

function withCredits(account: Account, creditsRemaining: number) {
  return {
    ...account,
    createdAt: time(account.createdAt),
    monthlyCreditsSince: time(account.monthlyCreditsSince),
    creditsRemaining,
  };
}
