import Type from 'typebox';
import { type Usage, UsageSchema } from '../../contract/service/usage.js';
import type { KeyRecord, UsageRow } from '../../store/store.js';
import { choice, date, defineQuery, ordered } from '../query/query.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';

export function getUsage({ ledger, slowReads }: Dependencies) {
  return defineOperation({
    id: 'getUsage',
    method: 'GET',
    path: '/api/v1/usage',
    summary: 'Get balance and usage',
    description:
      'Returns balance and usage of the key’s account, by day, operation and key. Requires the scope `usage`; free.',
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

const UsageQuery = defineQuery(
  {
    from: date('First day, UTC. Default: start of the current period.', '2026-11-01'),
    to: date('Last day (inclusive), UTC. Default: end of the current period.', '2026-11-30'),
    format: choice('`csv` returns a table, like `Accept: text/csv`.', ['json', 'csv'], 'json'),
  },
  ordered('from', 'to'),
  (_values, faults, isGiven) => {
    if (isGiven('to') && !isGiven('from')) faults.add('to', 'requires `from` as well.');
  },
);

/** Milliseconds since 1970, `to` excluded; null where not given. */
interface UsageRequest {
  readonly from: number | null;
  readonly to: number | null;
}

const DAY_MS = 86_400_000;

/** Throws 400 with every fault at once. */
function parseUsage(query: object): UsageRequest {
  const { from, to } = UsageQuery.read(query);
  return {
    from: from === null ? null : Date.parse(from),
    to: to === null ? null : Date.parse(to) + DAY_MS,
  };
}

type Sums = Usage['total'];

const NOTHING: Sums = { requests: 0, credits: 0, refunded: 0 };

function sumOf(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (sum, row) => ({
      requests: sum.requests + row.requests,
      credits: sum.credits + row.credits,
      refunded: sum.refunded + row.refunded,
    }),
    NOTHING,
  );
}

/** Sums by one member of the rows, in the order of its values. */
function sumsBy<Member extends 'day' | 'operation' | 'keyId'>(
  rows: readonly UsageRow[],
  member: Member,
): ({ readonly [Name in Member]: string } & Sums)[] {
  const sums = new Map<string, Sums>();
  for (const row of rows) sums.set(row[member], sumOf([sums.get(row[member]) ?? NOTHING, row]));
  const inOrder = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([value, sum]) => ({
    ...({ [member]: value } as { [Name in Member]: string }),
    ...sum,
  }));
}
