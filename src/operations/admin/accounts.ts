import Type, { type Static } from 'typebox';
import { AccountSchema, GrantSchema, NewAccountBody, NewGrantBody } from '../../contract/admin.js';
import type { Account, Grant } from '../../store/store.js';
import type { Operation } from '../declare.js';
import { actorOf, adminOperation, endOfLife, needAccount, time, timeOrNull } from './declare.js';
import type { AdminDependencies } from './dependencies.js';

const AccountId = Type.Object({
  id: Type.String({ description: 'Id of the account.', examples: ['acc_1'] }),
});

export function accountOperations({ ledger }: AdminDependencies): readonly Operation[] {
  const shown = async (account: Account, at: number) => ({
    ...account,
    createdAt: time(account.createdAt),
    creditsRemaining: (await ledger.balance(account.id, at)).available,
  });
  return [
    adminOperation({
      id: 'adminListAccounts',
      method: 'GET',
      path: '/accounts',
      summary: 'All accounts with their balances',
      data: Type.Array(AccountSchema),
      run: async (_, { at }) => {
        const accounts = await ledger.listAccounts();
        return Promise.all(accounts.map((account) => shown(account, at)));
      },
    }),
    adminOperation({
      id: 'adminCreateAccount',
      method: 'POST',
      path: '/accounts',
      summary: 'Make an account with monthly credits',
      body: NewAccountBody,
      data: AccountSchema,
      run: async ({ body }, context) => {
        const plan = body as Static<typeof NewAccountBody>;
        const account = await ledger.createAccount({ ...plan, createdAt: context.at }, actorOf(context));
        return shown(account, context.at);
      },
    }),
    adminOperation({
      id: 'adminListGrants',
      method: 'GET',
      path: '/accounts/:id/grants',
      summary: 'What an account was given',
      params: AccountId,
      data: Type.Array(GrantSchema),
      run: async ({ params }) => {
        const { id } = await needAccount(ledger, params.id ?? '');
        return (await ledger.listGrants(id)).map(toGrant);
      },
    }),
    adminOperation({
      id: 'adminGrant',
      method: 'POST',
      path: '/accounts/:id/grants',
      summary: 'Give extra credits',
      params: AccountId,
      body: NewGrantBody,
      data: GrantSchema,
      run: async ({ params, body }, context) => {
        const { credits, reason, expires } = body as Static<typeof NewGrantBody>;
        const { id: accountId } = await needAccount(ledger, params.id ?? '');
        const expiresAt = endOfLife(expires, context.at);
        const grant = { accountId, credits, reason, createdAt: context.at, expiresAt };
        return toGrant(await ledger.grant(grant, actorOf(context)));
      },
    }),
  ];
}

function toGrant(grant: Grant) {
  return { ...grant, createdAt: time(grant.createdAt), expiresAt: timeOrNull(grant.expiresAt) };
}
