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
  description: 'Only changes of these kinds; all kinds if omitted.',
});

const QuerySchema = Type.Object(
  {
    source: list(
      Type.String({ ...short, description: 'Id of a source.' }),
      'Only changes that these sources tell.',
    ),
    state: list(Type.String({ ...short, description: 'USPS code.' }), 'Only entities of these states.'),
    recordType: Type.Optional(
      Type.Array(OneOf(RECORD_TYPES, 'A type of record.'), {
        minItems: 1,
        maxItems: RECORD_TYPES.length,
        description: 'Only records of these types.',
      }),
    ),
    cik: Type.Optional(
      Type.String({
        ...short,
        description: 'Only filings by or about this filer, and the filer; with or without zeros.',
      }),
    ),
    form: list(
      Type.String({ ...short, description: 'A form; a root form stands for its amendments too.' }),
      'Only filings of these forms.',
    ),
    fields: list(
      Type.String({ ...short, description: 'Name of a field.' }),
      'Takes changes of a record only if one of these fields differs.',
    ),
  },
  {
    title: 'WatchQuery',
    additionalProperties: false,
    minProperties: 1,
    description:
      'Which changes, in the words of GET /api/v1/changes; each member narrows, and of a list one is enough.',
  },
);

const ENDPOINT =
  'Address that gets a POST for each change: https, port 443 or 8443, no credentials, no private address.';

export const NewWatchBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'The entity to watch. Either this or `query`.',
      }),
    ),
    query: Type.Optional(QuerySchema),
    kinds: Type.Optional(Kinds),
    endpoint: Type.String({ minLength: 1, maxLength: 2_000, description: ENDPOINT }),
  },
  { additionalProperties: false, description: 'The changes to watch, and the receiver to tell.' },
);
export type NewWatchBody = Conforming<typeof NewWatchBody>;

export const RotateSecretBody = Type.Object(
  {
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      description: 'How long messages are signed with the old secret too.',
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
        description: 'The `webhook-id` to send again. Either this or `since`.',
      }),
    ),
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Everything behind this `seq` of the feed is sent again, under the ids of then.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Either `delivery` or `since`.' },
);

const watchFields = {
  id: text('Id of the watch.', 'wat_0123456789abcdef'),
  entityId: Nullable(text('The entity that is watched; null where a query is.', 'CO:20221555001')),
  query: Nullable(QuerySchema),
  kinds: Nullable(Kinds),
  endpoint: text('URL that receives the messages.', 'https://hooks.example.com/dossier'),
  status: OneOf(
    ['active', 'failing', 'disabled'],
    '`failing`: the last try failed. `disabled`: the receiver answered 410; nothing is sent until the watch is resumed.',
    'WatchStatus',
  ),
  createdAt: time('When the watch was created; it reports changes from then on'),
  seq: Type.Integer({
    minimum: 0,
    description: 'Position in the feed of changes up to which messages were made.',
  }),
  waiting: Type.Integer({ minimum: 0, description: 'Messages that wait.' }),
  nextTryAt: timeOrNull('When the first of them is tried next; null where none waits'),
  failingSince: timeOrNull('The first try that failed since the last that did not'),
  disabledAt: timeOrNull('When it was disabled'),
  disabledReason: Nullable(text('The reason.', 'The receiver answered 410.')),
};

export const WatchSchema = Type.Object(watchFields, { title: 'Watch' });
export type WatchItem = Conforming<typeof WatchSchema>;

export const WatchWithSecretSchema = Type.Object(
  {
    ...watchFields,
    secret: text('Signs the messages; it is not shown again.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  },
  { title: 'WatchWithSecret' },
);

export const DeliverySchema = Type.Object(
  {
    id: text('The `webhook-id`: the same for each try and each replay.', 'msg_0123456789abcdef_5f0c_42'),
    type: text('Record and kind of the change, or `watch.test`.', 'entity.changed'),
    state: OneOf(['waiting', 'delivered', 'failed'], '`failed`: no more tries.', 'DeliveryState'),
    createdAt: time('When the message was made'),
    nextTryAt: timeOrNull('When it may be tried next; null where it waits no more'),
    tries: Type.Array(
      Type.Object(
        {
          at: time('When the request began'),
          ms: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.' }),
          status: Nullable(
            Type.Integer({
              description: 'HTTP status of the answer; null where none came.',
              examples: [204],
            }),
          ),
          problem: Nullable(
            text('Why it counts as failed; null where it does not.', 'No answer within 15 s.'),
          ),
        },
        { title: 'DeliveryTry' },
      ),
      { description: 'The tries, oldest first. Only the status of an answer is kept.' },
    ),
  },
  { title: 'Delivery' },
);
