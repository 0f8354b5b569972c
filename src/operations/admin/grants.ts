import Type, { type Static } from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { GrantSchema, NewGrantBody, TakeBackBody } from '../../contract/service/admin.js';
import type { Grant, Ledger } from '../../store/store.js';
import type { Operation } from '../support/declare.js';
import {
  AccountId,
  actorOf,
  adminListOperation,
  adminOperation,
  endOfLife,
  needAccount,
  time,
  timeOrNull,
} from './declare.js';
import type { AdminDependencies } from './dependencies.js';

const GrantOfAccount = Type.Object({
  ...AccountId.properties,
  grant: Type.String({ description: 'Number of the grant.', examples: ['1'] }),
});

export function grantOperations({ ledger }: AdminDependencies): readonly Operation[] {
  return [
    adminListOperation({
      id: 'adminListGrants',
      path: '/accounts/:id/grants',
      summary: 'List the grants of an account, oldest first',
      params: AccountId,
      item: GrantSchema,
      list: async (page, { params }) => {
        const { id } = await needAccount(ledger, params.id ?? '');
        const { grants, totalCount } = await ledger.pageGrants(id, page);
        return { items: grants.map(toGrant), totalCount };
      },
    }),
    adminOperation({
      id: 'adminGrant',
      method: 'POST',
      path: '/accounts/:id/grants',
      summary: 'Grant extra credits',
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
      summary: 'Take back unspent credits of a grant',
      params: GrantOfAccount,
      body: TakeBackBody,
      data: GrantSchema,
      conflicts: true,
      run: async ({ params, body }, context) => {
        const { credits = null, reason } = body as Static<typeof TakeBackBody>;
        const { id: accountId } = await needAccount(ledger, params.id ?? '');
        const grant = await needGrant(ledger, accountId, params.grant ?? '');
        const taken = { accountId, grantId: grant.id, credits, reason, at: context.at };
        return toGrant(await ledger.takeBack(taken, actorOf(context)));
      },
    }),
  ];
}

/** Throws the 404. */
async function needGrant(ledger: Ledger, accountId: string, number: string): Promise<Grant> {
  const grant = /^[1-9]\d{0,14}$/.test(number) ? await ledger.getGrant(accountId, Number(number)) : undefined;
  if (grant) return grant;
  throw new ApiError('not_found', 'The account has no such grant.');
}

function toGrant(grant: Grant) {
  return { ...grant, createdAt: time(grant.createdAt), expiresAt: timeOrNull(grant.expiresAt) };
}
