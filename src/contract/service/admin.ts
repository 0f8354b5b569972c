import Type from 'typebox';
import { Nullable, OneOf } from '../schema.js';
import { SCOPES } from '../vocabulary.js';
import { MAX_NAME_LENGTH, NAME_PATTERN } from './name.js';

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const time = (description: string) => Type.String({ description: `${description}; ISO 8601, UTC.` });
const timeOrNull = (description: string) => Nullable(time(description));
const visible = (maxLength: number) => (description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: NAME_PATTERN,
    description: `${description} No control or invisible characters, and no leading or trailing space.`,
  });
const name = visible(MAX_NAME_LENGTH);
const reason = visible(500);
const Name = name('Display name.');
const AccountName = name('Unique name of the account.');
const Expires = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description: 'Last valid day, UTC, YYYY-MM-DD. Default: no expiration.',
  }),
);
const MAX_CREDITS = 1_000_000_000_000;

export const AccountSchema = Type.Object(
  {
    id: text('Id of the account.'),
    name: text('Name given by the operator.'),
    status: OneOf(['active', 'suspended', 'closed'], 'Keys of an inactive account are rejected.'),
    monthlyCredits: count('Credits a month.'),
    monthlyCreditsSince: time('When these monthly credits take effect'),
    requestsPerMinute: count('Requests a minute.'),
    createdAt: time('When the account was created; monthly periods start here'),
    creditsRemaining: count('Current balance.'),
  },
  { title: 'Account' },
);
const accountFields = {
  name: AccountName,
  monthlyCredits: Type.Integer({ minimum: 0, maximum: MAX_CREDITS, description: 'Credits a month.' }),
  requestsPerMinute: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Requests a minute.' }),
};
export const NewAccountBody = Type.Object(accountFields, { additionalProperties: false });
export const AccountChangeBody = Type.Object(
  {
    name: Type.Optional(accountFields.name),
    monthlyCredits: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_CREDITS,
        description: "Monthly credits from the account's next period.",
      }),
    ),
    requestsPerMinute: Type.Optional(accountFields.requestsPerMinute),
  },
  { additionalProperties: false, minProperties: 1 },
);

export const GrantSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the grant.' }),
    accountId: text('Id of the account.'),
    kind: OneOf(['monthly', 'extra'], 'Monthly credits, or extra ones.'),
    credits: count('Credits given.'),
    spent: count('Credits spent from this grant.'),
    takenBack: count('Credits taken back from this grant.'),
    reason: text('Reason for the grant.'),
    createdAt: time('When it was granted'),
    expiresAt: timeOrNull('When it expires; null: never'),
  },
  { title: 'Grant' },
);
export const NewGrantBody = Type.Object(
  {
    credits: Type.Integer({ minimum: 1, maximum: MAX_CREDITS, description: 'How many.' }),
    reason: reason('Stored with the grant.'),
    expires: Expires,
  },
  { additionalProperties: false },
);

export const TakeBackBody = Type.Object(
  {
    credits: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CREDITS,
        description: 'Number of credits. Default: all unspent credits.',
      }),
    ),
    reason: reason('Stored with the row.'),
  },
  { additionalProperties: false },
);

const keyFields = {
  id: text('Id of the key.'),
  accountId: text('Id of the account that is charged.'),
  name: text('Name given by the operator.'),
  prefix: text('The first 12 characters.'),
  scopes: Type.Array(OneOf(SCOPES, 'A permission.'), { description: 'Scopes of the key.' }),
  createdAt: time('When it was created'),
  expiresAt: timeOrNull('When it expires; null: never'),
  revokedAt: timeOrNull('When it was revoked'),
  lastUsedAt: timeOrNull('When it was last used; up to a minute old'),
};
export const KeySchema = Type.Object(keyFields, { title: 'Key' });
export const IssuedKeySchema = Type.Object(
  {
    ...keyFields,
    key: text('The key. It is not shown again.'),
  },
  { title: 'IssuedKey' },
);
export const NewKeyBody = Type.Object(
  {
    accountId: Type.String({ maxLength: 100, description: 'Id of the account that is charged.' }),
    name: Name,
    scopes: Type.Array(OneOf(SCOPES, 'A permission.'), {
      minItems: 1,
      maxItems: SCOPES.length,
      description: 'Scopes of the key.',
    }),
    expires: Expires,
  },
  { additionalProperties: false },
);
export const RotateBody = Type.Object(
  {
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      description: 'How long the old key remains valid.',
    }),
  },
  { additionalProperties: false },
);

export const RunSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the run.' }),
    sourceId: text('Id of the loaded source.'),
    outcome: text('running, applying, done, failed or abandoned.'),
    startedAt: time('When it started'),
    finishedAt: timeOrNull('When it ended'),
    inputs: Type.Array(text('A file name or URL.'), {
      description: 'The files or URLs that were read.',
    }),
    rows: count('Rows read.'),
    records: count('Number of records.'),
    added: count('New records.'),
    changed: count('Changed records.'),
    unchanged: count('Unchanged records.'),
    gone: count('Records that are gone.'),
    warnings: count('Warnings.'),
    error: Nullable(text('Why it failed, in one sentence.')),
  },
  { title: 'Run' },
);

const build = {
  builtAt: time('When it was built'),
  contentVersion: count('Content version of the data that it was built from.'),
};
export const IndexSchema = Type.Object(
  {
    current: Nullable(Type.Object(build, { description: 'The current build.' })),
    previous: Nullable(
      Type.Object(build, {
        description: 'The previous build, which a rollback restores.',
      }),
    ),
    contentVersion: count('Current content version of the data.'),
  },
  { title: 'Index' },
);

export const AuditSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the row.' }),
    at: time('When it was done'),
    keyId: text('The key that made the change, or `cli` for the command line.'),
    person: Nullable(text('The person who did it, if a proxy has signed one in.')),
    action: text('The act.'),
    target: text('To what.'),
  },
  { title: 'AuditRow' },
);
