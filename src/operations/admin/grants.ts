import Type, { type Static } from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { GrantSchema, NewGrantBody, TakeBackBody } from '../../contract/service/admin.js';
import type { Grant } from '../../store/store.js';
import type { Operation } from '../declare.js';
import { AccountId, actorOf, adminOperation, endOfLife, needAccount, time, timeOrNull } from './declare.js';
import type { AdminDependencies } from './dependencies.js';

const GrantOfAccount = Type.Object({
  ...AccountId.properties,
  grant: Type.String({ description: 'Number of the grant.', examples: ['1'] }),
});

export function grantOperations({ ledger }: AdminDependencies): readonly Operation[] {
  return [
    adminOperation({
      id: 'adminListGrants',
      method: 'GET',
      path: '/accounts/:id/grants',
      summary: 'Grants of an account',
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
      conflicts: true,
      run: async ({ params, body }, context) => {
        const { credits, reason, expires } = body as Static<typeof NewGrantBody>;
        const { id: accountId } = await needAccount(ledger, params.id ?? '');
        const expiresAt = endOfLife(expires, context.at);
        const grant = { accountId, credits, reason, createdAt: context.at, expiresAt };
        return toGrant(await ledger.grant(grant, actorOf(context)));
      },
    }),
    adminOperation({
      id: 'adminTakeBack',
      method: 'POST',
      path: '/accounts/:id/grants/:grant/take-back',
      summary: 'Take back credits of a grant that are left unspent',
      params: GrantOfAccount,
      body: TakeBackBody,
      data: GrantSchema,
      conflicts: true,
      run: async ({ params, body }, context) => {
        const { credits = null, reason } = body as Static<typeof TakeBackBody>;
        const { id: accountId } = await needAccount(ledger, params.id ?? '');
        const grant = (await ledger.listGrants(accountId)).find(({ id }) => String(id) === params.grant);
        if (!grant) throw new ApiError('not_found', 'The account has no such grant.');
        const taken = { accountId, grantId: grant.id, credits, reason, at: context.at };
        return toGrant(await ledger.takeBack(taken, actorOf(context)));
      },
    }),
  ];
}

function toGrant(grant: Grant) {
  return { ...grant, createdAt: time(grant.createdAt), expiresAt: timeOrNull(grant.expiresAt) };
}
