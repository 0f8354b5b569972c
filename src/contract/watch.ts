import Type from 'typebox';
import { type Conforming, Nullable, OneOf } from './schema.js';
import { CHANGE_KINDS, RECORD_TYPES } from './vocabulary.js';

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const time = (description: string) => Type.String({ description: `${description}; ISO 8601, UTC.` });
const timeOrNull = (description: string) => Nullable(time(description));
const list = (item: ReturnType<typeof Type.String>, description: string) =>
  Type.Optional(Type.Array(item, { minItems: 1, maxItems: 100, description }));
const short = { minLength: 1, maxLength: 100 };

const Kinds = Type.Array(OneOf(CHANGE_KINDS, 'A kind of change.'), {
  minItems: 1,
  maxItems: CHANGE_KINDS.length,
  description: 'Only these kinds of changes. Default: all.',
});

const QuerySchema = Type.Object(
  {
    source: list(
      Type.String({ ...short, description: 'Id of a source.' }),
      'Only changes from these sources.',
    ),
    state: list(Type.String({ ...short, description: 'USPS code.' }), 'Only entities in these states.'),
    recordType: Type.Optional(
      Type.Array(OneOf(RECORD_TYPES, 'A type of record.'), {
        minItems: 1,
        maxItems: RECORD_TYPES.length,
        description: 'Only these types of records.',
      }),
    ),
    list: Type.Optional(
      Type.String({ ...short, description: 'Only changes to the records of this list of the account.' }),
    ),
    cik: Type.Optional(
      Type.String({
        ...short,
        description: 'Only filings by or about this filer, and the filer itself; leading zeros are optional.',
      }),
    ),
    form: list(
      Type.String({ ...short, description: 'A form type; a root form includes its amendments.' }),
      'Only filings of these forms.',
    ),
    fields: list(
      Type.String({ ...short, description: 'Name of a field.' }),
      'Only changes to at least one of these fields.',
    ),
  },
  {
    title: 'WatchQuery',
    additionalProperties: false,
    minProperties: 1,
    description:
      'Filter with the parameters of GET /api/v1/changes, and `list`. All fields must match; in a list, one value is enough.',
  },
);

const ENDPOINT =
  'URL that receives a POST for each change: https, port 443 or 8443, no credentials, no private address. If omitted, nothing is sent: read the messages with GET /watches/{id}/messages.';

export const NewWatchBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'The entity to watch. Specify exactly one of `id` and `query`.',
      }),
    ),
    query: Type.Optional(QuerySchema),
    kinds: Type.Optional(Kinds),
    endpoint: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description: ENDPOINT })),
  },
  { additionalProperties: false, description: 'The changes to watch and the endpoint that receives them.' },
);
export type NewWatchBody = Conforming<typeof NewWatchBody>;

export const RotateSecretBody = Type.Object(
  {
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      description: 'How long messages are also signed with the old secret.',
    }),
  },
  { additionalProperties: false },
);

export const ReplayBody = Type.Object(
  {
    delivery: Type.Optional(
      Type.String({
        ...short,
        maxLength: 200,
        description: 'The `webhook-id` to send again.',
      }),
    ),
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Sends all events after this `seq` of the feed again, with their original ids; never events from before the watch was created.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Specify exactly one of `delivery` and `since`.' },
);

const watchFields = {
  id: text('Id of the watch.', 'wat_0123456789abcdef'),
  entityId: Nullable(text('The watched entity; null if the watch has a query.', 'CO:20221555001')),
  query: Nullable(QuerySchema),
  kinds: Nullable(Kinds),
  endpoint: Nullable(
    text('URL that receives the messages; null if nothing is sent.', 'https://hooks.example.com/dossier'),
  ),
  status: OneOf(
    ['active', 'failing', 'disabled'],
    '`failing`: the last attempt failed. `disabled`: the receiver returned 410 or failed for too long; nothing is sent until the watch is resumed.',
    'WatchStatus',
  ),
  createdAt: time('When the watch was created; it reports changes from then on'),
  seq: Type.Integer({
    minimum: 0,
    description: 'Position in the change feed up to which messages were created.',
  }),
  waiting: Type.Integer({ minimum: 0, description: 'Queued messages.' }),
  nextTryAt: timeOrNull('When the first queued message is next attempted; null if none is queued'),
  failingSince: timeOrNull('The first failed attempt since the last success'),
  disabledAt: timeOrNull('When it was disabled'),
  disabledReason: Nullable(text('The reason.', 'The receiver returned 410.')),
};

export const WatchSchema = Type.Object(watchFields, { title: 'Watch' });
export type WatchItem = Conforming<typeof WatchSchema>;

export const WatchWithSecretSchema = Type.Object(
  {
    ...watchFields,
    secret: text(
      'Secret for verifying signatures. It is not shown again.',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ),
  },
  { title: 'WatchWithSecret' },
);

export const DeliverySchema = Type.Object(
  {
    id: text('The `webhook-id`: the same for each attempt and replay.', 'msg_0123456789abcdef_5f0c_42'),
    type: text('Record type and kind of the change, or `watch.test`.', 'entity.changed'),
    state: OneOf(['waiting', 'delivered', 'failed'], '`failed`: no more attempts.', 'DeliveryState'),
    createdAt: time('When the message was created'),
    nextTryAt: timeOrNull('When the next attempt is due; null if there is none'),
    tries: Type.Array(
      Type.Object(
        {
          at: time('When the request started'),
          ms: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.' }),
          status: Nullable(
            Type.Integer({
              description: 'HTTP status of the response; null if there was none.',
              examples: [204],
            }),
          ),
          problem: Nullable(
            text('Why the attempt failed; null if it succeeded.', 'No response within 15 s.'),
          ),
        },
        { title: 'DeliveryTry' },
      ),
      { description: 'The attempts, oldest first. Only the response status is stored.' },
    ),
  },
  { title: 'Delivery' },
);

export const WatchMessageSchema = Type.Object(
  {
    id: text('The `webhook-id` with which the message is sent.', 'msg_0123456789abcdef_5f0c_42'),
    type: text('Record type and kind of the change.', 'entity.changed'),
    body: Type.String({
      description: 'The body with which the message is sent: JSON text, the text that is signed.',
    }),
  },
  { title: 'WatchMessage' },
);
