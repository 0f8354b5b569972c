import Type from 'typebox';
import { type Usage, UsageSchema } from '../../contract/service/usage.js';
import type { KeyRecord, UsageRow } from '../../store/store.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { parseUsage, UsageQuery, type UsageRequest } from './request.js';
import { sumOf, sumsBy } from './sums.js';

export function getUsage({ ledger, slowReads }: Dependencies) {
  return defineOperation({
    id: 'getUsage',
    method: 'GET',
    path: '/api/v1/usage',
    summary: 'Get balance and usage',
    description:
      'Balance and use of the key’s account, by day, operation and key. Needs the scope `usage`; free.',
    scope: 'usage',
    free: true,
    example: {},
    csv: { description: 'day,operation,keyId,requests,credits,refunded', write: toCsv },
    params: Type.Object({}),
    query: UsageQuery.schema,
    data: UsageSchema,
    meta: Type.Object({}),
    parse: ({ query }) => parseUsage(query),
    price: () => [],
    run: async (request, { accountId, at }) => ({
      data: { value: await readUsage({ ledger, slowReads }, accountId ?? '', request, at) },
      meta: {},
    }),
  });
}

async function readUsage(
  { ledger, slowReads }: Pick<Dependencies, 'ledger' | 'slowReads'>,
  accountId: string,
  request: UsageRequest,
  at: number,
): Promise<Usage> {
  const { available, periodStart, resetsAt } = await ledger.balance(accountId, at);
  const from = request.from ?? periodStart;
  const to = Math.max(from, request.to ?? Math.max(resetsAt, at + 1));
  const rows = await slowReads.usage(accountId, from, to);
  const keys = new Map((await ledger.listKeys(accountId)).map((key) => [key.id, key]));
  return {
    creditsRemaining: available,
    period: { start: time(periodStart), end: time(resetsAt) },
    from: time(from),
    to: time(to),
    total: sumOf(rows),
    byDay: sumsBy(rows, 'day'),
    byOperation: sumsBy(rows, 'operation'),
    byKey: sumsBy(rows, 'keyId').map((sums) => ({ ...named(keys.get(sums.keyId)), ...sums })),
    rows: [...rows],
  };
}

function named(key: KeyRecord | undefined): Pick<KeyRecord, 'name' | 'prefix'> {
  return { name: key?.name ?? '', prefix: key?.prefix ?? '' };
}

/** Every value is a date, an id or a number: nothing needs quotes, and no cell can start a formula. */
function toCsv(value: unknown): string {
  const { rows } = value as { rows: readonly UsageRow[] };
  const lines = rows.map(({ day, operation, keyId, requests, credits, refunded }) =>
    [day, operation, keyId, requests, credits, refunded].join(','),
  );
  return `${['day,operation,keyId,requests,credits,refunded', ...lines].join('\r\n')}\r\n`;
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
