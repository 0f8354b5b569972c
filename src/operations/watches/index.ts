import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { ApiError, invalidParams } from '../../contract/errors.js';
import { Nullable } from '../../contract/schema.js';
import {
  DeliverySchema,
  NewWatchBody,
  ReplayBody,
  RotateSecretBody,
  WatchMessageSchema,
  WatchSchema,
  WatchWithSecretSchema,
} from '../../contract/watch.js';
import { changeMessage, newSecret, newWatchId, testMessage } from '../../domain/webhooks.js';
import { NO_ENDPOINT, type Watch } from '../../store/store.js';
import { readCursor } from '../list-changes/cursor.js';
import { ChangesMeta, changesPage } from '../list-changes/index.js';
import { sinceStart } from '../list-changes/since-start.js';
import { withStoredId } from '../list-changes/stored-id.js';
import { defineQuery, Faults, integer, limit, quoted, readAs, text } from '../query/query.js';
import type { Operation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { EXAMPLE_ID, found, SENDS_PER_MINUTE, WatchId, watchOperation } from './declare.js';
import { presentDelivery, presentWatch } from './present.js';
import { feedFilter, readFilter, startOf } from './watched-changes.js';

const DeliveriesQuery = defineQuery({
  limit: limit({ max: 100, fallback: 25 }),
  before: integer('`meta.next` of the previous page: only deliveries before this one.', {
    min: 0,
    fallback: Number.MAX_SAFE_INTEGER,
  }),
});

const MessagesQuery = defineQuery({
  cursor: readAs(
    text(
      '`meta.cursor` of the previous response. Default: the `seq` of the watch. `now` starts after the newest change.',
      'now',
    ),
    (given, faults, name) => (given === 'now' ? ('now' as const) : readCursor(given, faults, name)),
  ),
  limit: limit({ max: 100, fallback: 25 }),
  wait: integer('As in GET /changes.', { min: 0, fallback: 0, max: 60 }),
});

/** Requests of one key in a minute. Each reads a part of the feed. */
const READS_PER_MINUTE = 60;

const SENDS_LIMIT = `Limited to ${SENDS_PER_MINUTE} times a minute per key.`;

const ofWatch = { params: { id: EXAMPLE_ID } };

/** Watches: which receivers get which changes. */
export function watchOperations(dependencies: Dependencies): readonly Operation[] {
  const { watches, sources, matchLists, catalog } = dependencies;
  return [
    watchOperation({
      id: 'createWatch',
      method: 'POST',
      status: 201,
      path: '',
      summary: 'Create a watch',
      description:
        'Sends a signed POST (Standard Webhooks 1.0) to an endpoint for each change from now on: of one entity, or of ' +
        'everything that matches a query, such as new 8-K filings of a filer. The secret is shown once.',
      example: { body: { id: 'CO:20221555001', endpoint: 'https://hooks.example.com/dossier' } },
      params: Type.Object({}),
      body: NewWatchBody,
      data: WatchWithSecretSchema,
      errors: ['conflict'],
      parse: ({ body }) => {
        const watch = body as NewWatchBody;
        const { endpoint = NO_ENDPOINT } = watch;
        const faults = new Faults();
        const fault = watches.endpointFault(endpoint);
        if (fault !== null) faults.add('endpoint', fault);
        return { endpoint, filter: readFilter(watch, sources, faults) };
      },
      run: async ({ endpoint, filter }, { accountId, at, once }) => {
        const random = once?.random ?? randomBytes;
        const { list } = filter;
        if (list !== undefined && (await matchLists.find(list, at))?.owner !== accountId)
          throw invalidParams({
            parameter: 'query/list',
            message: `must be the id of a list of the account; got ${quoted(list)}.`,
          });
        const added = await watches.addWatch({
          id: newWatchId(random),
          accountId,
          filter: await withStoredId(filter, dependencies),
          endpoint,
          secret: newSecret(random),
          createdAt: at,
          ...(once && { once: { key: once.key, request: once.request } }),
        });
        if ('fault' in added) throw invalidParams({ parameter: 'endpoint', message: added.fault });
        return { data: { ...presentWatch(added.watch), secret: added.secret } };
      },
    }),
    watchOperation({
      id: 'listWatches',
      method: 'GET',
      path: '',
      summary: 'List watches',
      description: 'Lists all watches of the account, oldest first, without their secrets.',
      example: {},
      params: Type.Object({}),
      data: Type.Array(WatchSchema),
      parse: () => null,
      run: async (_, { accountId }) => ({ data: (await watches.listWatches(accountId)).map(presentWatch) }),
    }),
    watchOperation({
      id: 'getWatch',
      method: 'GET',
      path: '/:id',
      summary: 'Get a watch',
      description: 'Returns a watch, the state of its receiver, and the number of queued messages.',
      example: ofWatch,
      params: WatchId,
      data: WatchSchema,
      parse: ({ params }) => params.id,
      run: async (id, { accountId }) => ({
        data: presentWatch(found(await watches.findWatch(accountId, id))),
      }),
    }),
    watchOperation({
      id: 'deleteWatch',
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a watch',
      description: 'Deletes a watch, its queued messages and its log. Returns the deleted watch.',
      example: ofWatch,
      params: WatchId,
      data: WatchSchema,
      parse: ({ params }) => params.id,
      run: async (id, { accountId }) => {
        const watch = found(await watches.findWatch(accountId, id));
        await watches.removeWatch(accountId, id);
        return { data: presentWatch(watch) };
      },
    }),
    watchOperation({
      id: 'resumeWatch',
      method: 'POST',
      ownLimit: SENDS_PER_MINUTE,
      path: '/:id/resume',
      summary: 'Resume a watch',
      description: `Enables a disabled watch and sends its queued messages now. ${SENDS_LIMIT}`,
      example: ofWatch,
      params: WatchId,
      data: WatchSchema,
      parse: ({ params }) => params.id,
      run: async (id, { accountId, at }) => ({
        data: presentWatch(found(await watches.resumeWatch(accountId, id, at))),
      }),
    }),
    watchOperation({
      id: 'rotateWatchSecret',
      method: 'POST',
      path: '/:id/secret',
      summary: 'Rotate a watch secret',
      description:
        'Creates a new secret and shows it once. Until the overlap ends, messages are signed with both secrets.',
      example: { ...ofWatch, body: { overlapSeconds: 86_400 } },
      params: WatchId,
      body: RotateSecretBody,
      data: WatchWithSecretSchema,
      parse: ({ params, body }) => ({ id: params.id, ...(body as { overlapSeconds: number }) }),
      run: async ({ id, overlapSeconds }, { accountId, at, once }) => {
        const secret = newSecret(once?.random ?? randomBytes);
        const times = { at, oldEndAt: at + overlapSeconds * 1_000 };
        const rotated = found(await watches.rotateSecret(accountId, id, secret, times));
        return { data: { ...presentWatch(rotated.watch), secret: rotated.secret } };
      },
    }),
    watchOperation({
      id: 'testWatch',
      method: 'POST',
      ownLimit: SENDS_PER_MINUTE,
      status: 202,
      path: '/:id/test',
      summary: 'Send a test message',
      description: `Sends a message of the type \`watch.test\` once, before queued messages. The delivery log shows the result. ${SENDS_LIMIT}`,
      example: ofWatch,
      params: WatchId,
      data: DeliverySchema,
      errors: ['conflict'],
      parse: ({ params }) => params.id,
      run: async (id, { accountId, at, once }) => {
        refuseUnsent(found(await watches.findWatch(accountId, id)));
        const message = testMessage(id, at, once?.random ?? randomBytes);
        return { data: presentDelivery(found(await watches.putTest(accountId, id, message, at))) };
      },
    }),
    watchOperation({
      id: 'replayWatch',
      method: 'POST',
      ownLimit: SENDS_PER_MINUTE,
      status: 202,
      path: '/:id/replay',
      summary: 'Resend messages',
      description: `Sends one message again, or everything after a \`seq\` of the change feed since the watch was created, with the same \`webhook-id\`. ${SENDS_LIMIT}`,
      example: { ...ofWatch, body: { since: 0 } },
      params: WatchId,
      body: ReplayBody,
      data: WatchSchema,
      errors: ['conflict'],
      parse: ({ params, body }) => ({ id: params.id, ...readReplay(body as Replay) }),
      run: async ({ id, delivery, since }, { accountId, at }) => {
        refuseUnsent(found(await watches.findWatch(accountId, id)));
        if (since !== undefined) await watches.replaySince(accountId, id, since);
        else if (!(await watches.replayDelivery(accountId, id, delivery ?? '', at)))
          throw invalidParams({ parameter: 'delivery', message: 'must be the id of a message in the log.' });
        return { data: presentWatch(found(await watches.findWatch(accountId, id))) };
      },
    }),
    watchOperation({
      id: 'listDeliveries',
      method: 'GET',
      path: '/:id/deliveries',
      summary: 'List deliveries',
      description:
        'Lists the messages of a watch and their delivery attempts, newest first: status, milliseconds and error, never a response body. Kept for 30 days.',
      example: ofWatch,
      params: WatchId,
      query: DeliveriesQuery.schema,
      data: Type.Array(DeliverySchema),
      meta: Type.Object({
        next: Nullable(Type.Integer({ description: '`before` for the next page; null on the last page.' })),
      }),
      parse: ({ params, query }) => ({ id: params.id, ...DeliveriesQuery.read(query) }),
      run: async ({ id, limit: max, before }, { accountId }) => {
        const page = found(await watches.listDeliveries(accountId, id, { max, before }));
        return { data: page.deliveries.map(presentDelivery), meta: { next: page.next } };
      },
    }),
    watchOperation({
      id: 'listWatchMessages',
      method: 'GET',
      ownLimit: READS_PER_MINUTE,
      path: '/:id/messages',
      summary: 'List messages of a watch',
      description: `Returns the messages that a watch makes of the changes after a cursor, oldest first, whether or not they are sent. Changes from before the watch was created are never included. They have the ids and bodies of sent messages. Continue with \`meta.cursor\`. Limited to ${READS_PER_MINUTE} times a minute per key.`,
      example: ofWatch,
      params: WatchId,
      query: MessagesQuery.schema,
      data: Type.Array(WatchMessageSchema),
      meta: ChangesMeta,
      errors: ['cursor_expired'],
      parse: ({ params, query }) => ({ id: params.id, ...MessagesQuery.read(query) }),
      run: async ({ id, cursor, limit: max, wait }, { accountId, at }) => {
        const watch = found(await watches.findWatch(accountId, id));
        const { feed, position } = watch;
        const state = await catalog.feed.state();
        const request = {
          cursor: cursor ?? { feed, position },
          limit: max,
          waitSeconds: wait,
          filter: sinceStart(await feedFilter(watch.filter, matchLists, at), startOf(watch), state),
        };
        const page = await changesPage(request, dependencies, accountId);
        return { data: page.events.map((event) => changeMessage(id, page.feed, event)), meta: page.meta };
      },
    }),
  ];
}

/** Throws the 409. */
function refuseUnsent({ endpoint }: Watch): void {
  if (endpoint === NO_ENDPOINT)
    throw new ApiError(
      'conflict',
      'The watch has no endpoint; read its messages with GET /watches/{id}/messages.',
    );
}

interface Replay {
  readonly delivery?: string;
  readonly since?: number;
}

/** Throws the 400. */
function readReplay({ delivery, since }: Replay): Replay {
  if ((delivery === undefined) !== (since === undefined))
    return { ...(delivery !== undefined && { delivery }), ...(since !== undefined && { since }) };
  const message = 'exactly one of delivery and since is required.';
  throw invalidParams({ parameter: 'delivery', message }, { parameter: 'since', message });
}
