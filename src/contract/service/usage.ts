import Type from 'typebox';
import type { Conforming } from '../schema.js';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const time = (description: string) =>
  Type.String({ description: `${description}; ISO 8601, UTC.`, examples: ['2026-11-20T09:30:00.000Z'] });

const SUMS = {
  requests: count('Number of charged requests.'),
  credits: count('Credits charged.'),
  refunded: count('Credits refunded because the client disconnected.'),
};
const day = Type.String({ description: 'UTC calendar date.', examples: ['2026-11-20'] });
const operation = Type.String({ description: 'Operation id.', examples: ['searchEntities'] });
const keyId = Type.String({ description: 'Key id; never the secret.', examples: ['key_0123456789ab'] });

export const UsageSchema = Type.Object(
  {
    creditsRemaining: count('Current balance over all grants.'),
    period: Type.Object(
      {
        start: time('Begin, included'),
        end: time('End of the period (exclusive); monthly credits renew here'),
      },
      { title: 'UsagePeriod', description: 'The current period of monthly credits.' },
    ),
    from: time('Start of the usage below (inclusive)'),
    to: time('End of the usage below (exclusive)'),
    total: Type.Object(SUMS, { title: 'UsageSums', description: 'Total usage.' }),
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
          name: Type.String({ description: 'Name given to the key by the operator.' }),
          prefix: Type.String({ description: 'The first 12 characters of the key.' }),
          ...SUMS,
        },
        { title: 'UsageOfKey' },
      ),
      { description: 'By key.' },
    ),
    rows: Type.Array(Type.Object({ day, operation, keyId, ...SUMS }, { title: 'UsageRow' }), {
      description: 'By day, operation and key, as in the CSV format.',
    }),
  },
  {
    title: 'Usage',
    description: 'Balance and usage of the account. Free requests are not counted.',
  },
);
export type Usage = Conforming<typeof UsageSchema>;
