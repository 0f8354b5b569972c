import Type from 'typebox';
import type { Conforming } from '../schema.js';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const time = (description: string) =>
  Type.String({ description: `${description}; ISO 8601, UTC.`, examples: ['2026-11-20T09:30:00.000Z'] });

const SUMS = {
  requests: count('Requests that were charged.'),
  credits: count('Credits charged.'),
  refunded: count('Credits of these given back: the client was gone.'),
};
const day = Type.String({ description: 'UTC calendar date.', examples: ['2026-11-20'] });
const operation = Type.String({ description: 'Operation id.', examples: ['searchEntities'] });
const keyId = Type.String({ description: 'Key id; never the secret.', examples: ['key_0123456789ab'] });

export const UsageSchema = Type.Object(
  {
    creditsRemaining: count('Credits free to spend now, over all grants.'),
    period: Type.Object(
      { start: time('Begin, included'), end: time('End, excluded: when the monthly credits are renewed') },
      { title: 'UsagePeriod', description: 'The present period of the account’s monthly credits.' },
    ),
    from: time('Begin of the usage below, included'),
    to: time('End of the usage below, excluded'),
    total: Type.Object(SUMS, { title: 'UsageSums', description: 'All of it.' }),
    byDay: Type.Array(Type.Object({ day, ...SUMS }, { title: 'UsageDay' }), {
      description: 'By day, oldest first.',
    }),
    byOperation: Type.Array(Type.Object({ operation, ...SUMS }, { title: 'UsageOfOperation' }), {
      description: 'By operation.',
    }),
    byKey: Type.Array(
      Type.Object(
        {
          keyId,
          name: Type.String({ description: 'The name that the operator gave the key.' }),
          prefix: Type.String({ description: 'The first 12 characters of the key.' }),
          ...SUMS,
        },
        { title: 'UsageOfKey' },
      ),
      { description: 'By key.' },
    ),
    rows: Type.Array(Type.Object({ day, operation, keyId, ...SUMS }, { title: 'UsageRow' }), {
      description: 'By day, operation and key: what the sums are made of, and the rows of the CSV form.',
    }),
  },
  {
    title: 'Usage',
    description: 'The account’s balance and use. Requests that were free are not counted.',
  },
);
export type Usage = Conforming<typeof UsageSchema>;
