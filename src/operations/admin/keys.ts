import Type, { type Static } from 'typebox';
import { ApiError, invalidParams } from '../../contract/errors.js';
import { IssuedKeySchema, KeySchema, NewKeyBody, RotateBody } from '../../contract/service/admin.js';
import { SCOPES } from '../../contract/vocabulary.js';
import { scopesFault } from '../../domain/accounts/scopes.js';
import type { KeyRecord } from '../../store/store.js';
import { text } from '../query/query.js';
import type { Operation } from '../support/declare.js';
import { actorOf, adminListOperation, adminOperation, endOfLife, time, timeOrNull } from './declare.js';
import type { AdminDependencies } from './dependencies.js';

const KeyId = Type.Object({ id: Type.String({ description: 'Id of the key.', examples: ['key_1'] }) });

export function keyOperations({ ledger, issueKey, rotateKey }: AdminDependencies): readonly Operation[] {
  return [
    adminListOperation({
      id: 'adminListKeys',
      path: '/keys',
      summary: 'List keys of all accounts or of one, oldest first, without the secrets',
      fields: { account: text('Id of an account.', 'acc_1') },
      item: KeySchema,
      list: async (page, { query }) => {
        const { keys, totalCount } = await ledger.pageKeys(query.account ?? null, page);
        return { items: keys.map(toKey), totalCount };
      },
    }),
    adminOperation({
      id: 'adminCreateKey',
      method: 'POST',
      path: '/keys',
      summary: 'Create a key, which is shown once',
      body: NewKeyBody,
      data: IssuedKeySchema,
      conflicts: true,
      run: async ({ body }, context) => {
        const { accountId, name, scopes, expires } = body as Static<typeof NewKeyBody>;
        if (!(await ledger.getAccount(accountId))) {
          throw invalidParams({ parameter: 'accountId', message: 'must be the id of an account.' });
        }
        const ordered = SCOPES.filter((scope) => scopes.includes(scope));
        const fault = scopesFault(ordered);
        if (fault !== undefined) throw invalidParams({ parameter: 'scopes', message: fault });
        const expiresAt = endOfLife(expires, context.at);
        const of = {
          accountId,
          name,
          scopes: ordered,
          expiresAt,
          now: context.at,
        };
        const { key, record } = await issueKey(of, actorOf(context), context.once?.random);
        return { ...toKey(record), key };
      },
    }),
    adminOperation({
      id: 'adminRotateKey',
      method: 'POST',
      path: '/keys/:id/rotate',
      summary: 'Rotate a key: create a new one while the old one remains valid for a time',
      params: KeyId,
      body: RotateBody,
      data: IssuedKeySchema,
      conflicts: true,
      run: async ({ params, body }, context) => {
        const { overlapSeconds } = body as Static<typeof RotateBody>;
        const issued = await rotateKey(
          { id: params.id ?? '', overlapMs: overlapSeconds * 1_000, now: context.at },
          actorOf(context),
          context.once?.random,
        );
        if (!issued) throw noSuchKey();
        return { ...toKey(issued.record), key: issued.key };
      },
    }),
    adminOperation({
      id: 'adminRevokeKey',
      method: 'POST',
      path: '/keys/:id/revoke',
      summary: 'Revoke a key immediately',
      params: KeyId,
      data: KeySchema,
      run: async ({ params }, context) => {
        const id = params.id ?? '';
        if (!(await ledger.revokeKey(id, context.at, actorOf(context)))) throw noSuchKey();
        const revoked = await ledger.getKey(id);
        if (!revoked) throw noSuchKey();
        return toKey(revoked);
      },
    }),
  ];
}

function noSuchKey(): ApiError {
  return new ApiError('not_found', 'There is no such valid key.');
}

function toKey(key: KeyRecord) {
  return {
    ...key,
    createdAt: time(key.createdAt),
    expiresAt: timeOrNull(key.expiresAt),
    revokedAt: timeOrNull(key.revokedAt),
    lastUsedAt: timeOrNull(key.lastUsedAt),
  };
}
