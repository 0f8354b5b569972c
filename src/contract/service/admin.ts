import Type from 'typebox';
import { Nullable, OneOf } from '../schema.js';
import { SCOPES } from '../vocabulary.js';
import { MAX_NAME_LENGTH, NAME_PATTERN } from './name.js';

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const time = (description: string) => Type.String({ description: `${description}; ISO 8601, UTC.` });
const timeOrNull = (description: string) => Nullable(time(description));
const name = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: NAME_PATTERN,
    description: `${description} No control or invisible characters, and no space at its ends.`,
  });
const Name = name('A name for lists.');
const AccountName = name('The account’s name; no other account has it.');
const Expires = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description: 'Last day, UTC, YYYY-MM-DD; without it never.',
  }),
);
const MAX_CREDITS = 1_000_000_000_000;

export const AccountSchema = Type.Object(
  {
    id: text('Id of the account.'),
    name: text('The name that the operator gave it.'),
    status: OneOf(['active', 'suspended', 'closed'], 'Keys of an account that is not active are refused.'),
    monthlyCredits: count('Credits a month.'),
    monthlyCreditsSince: time('From when on these monthly credits count'),
    requestsPerMinute: count('Requests a minute.'),
    createdAt: time('When it was made; months count from here'),
    creditsRemaining: count('Credits left now.'),
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
        description: 'Credits a month, from the next period of the account on.',
      }),
    ),
    requestsPerMinute: Type.Optional(accountFields.requestsPerMinute),
  },
  { additionalProperties: false, minProperties: 1 },
);

export const GrantSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the grant.' }),
    accountId: text('Whose it is.'),
    kind: OneOf(['monthly', 'extra'], 'Monthly credits, or extra ones.'),
    credits: count('Credits given.'),
    spent: count('Credits of it that were spent.'),
    takenBack: count('Credits of it that were taken back.'),
    reason: text('Why it was given.'),
    createdAt: time('When it was given'),
    expiresAt: timeOrNull('When it ends; null never'),
  },
  { title: 'Grant' },
);
export const NewGrantBody = Type.Object(
  {
    credits: Type.Integer({ minimum: 1, maximum: MAX_CREDITS, description: 'How many.' }),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Kept with the grant.' }),
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
        description: 'How many; all that is left unspent if omitted.',
      }),
    ),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Kept with the row.' }),
  },
  { additionalProperties: false },
);

const keyFields = {
  id: text('Id of the key.'),
  accountId: text('The account that pays.'),
  name: text('The name that the operator gave it.'),
  prefix: text('Its first 12 characters.'),
  scopes: Type.Array(OneOf(SCOPES, 'A permission.'), { description: 'The permissions of the key.' }),
  createdAt: time('When it was made'),
  expiresAt: timeOrNull('When it ends; null never'),
  revokedAt: timeOrNull('When it was revoked'),
  lastUsedAt: timeOrNull('When it was last used, up to a minute late'),
};
export const KeySchema = Type.Object(keyFields, { title: 'Key' });
export const IssuedKeySchema = Type.Object(
  {
    ...keyFields,
    key: text('The key itself; it is not shown again.'),
  },
  { title: 'IssuedKey' },
);
export const NewKeyBody = Type.Object(
  {
    accountId: Type.String({ maxLength: 100, description: 'The account that pays.' }),
    name: Name,
    scopes: Type.Array(OneOf(SCOPES, 'A permission.'), {
      minItems: 1,
      maxItems: SCOPES.length,
      description: 'The permissions of the key.',
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
      description: 'How long the old key lives on.',
    }),
  },
  { additionalProperties: false },
);

export const RunSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the run.' }),
    sourceId: text('Id of the loaded source.'),
    outcome: text('running, applying, done, failed or abandoned.'),
    startedAt: time('When it began'),
    finishedAt: timeOrNull('When it ended'),
    inputs: Type.Array(text('Name of a file, or a URL.'), {
      description: 'The files or addresses that were read.',
    }),
    rows: count('Rows read.'),
    records: count('Records in them.'),
    added: count('New records.'),
    changed: count('Changed records.'),
    unchanged: count('Records as before.'),
    gone: count('Records that are gone.'),
    warnings: count('Warnings.'),
    error: Nullable(text('Why it failed, in a sentence.')),
  },
  { title: 'Run' },
);

const build = {
  builtAt: time('When it was built'),
  contentVersion: count('Which state of the data it was built from.'),
};
export const IndexSchema = Type.Object(
  {
    current: Nullable(Type.Object(build, { description: 'The build that serves.' })),
    previous: Nullable(
      Type.Object(build, {
        description: 'The build before, which a rollback makes current.',
      }),
    ),
    contentVersion: count('The present state of the data.'),
  },
  { title: 'Index' },
);

export const AuditSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the row.' }),
    at: time('When it was done'),
    keyId: text('The key that did it, or `cli`: the command line.'),
    person: Nullable(text('The person who did it, if a proxy has signed one in.')),
    action: text('The act.'),
    target: text('To what.'),
  },
  { title: 'AuditRow' },
);
