import { Bars } from '../../parts/bars.js';
import { dayOf } from '../../parts/dates.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { definePage } from '../../site/page.js';

interface Sums {
  readonly requests: number;
  readonly credits: number;
  readonly refunded: number;
}

const SUMS = [
  { head: 'Requests', kind: 'number', cell: ({ requests }: Sums) => number(requests) },
  { head: 'Credits', kind: 'number', cell: ({ credits }: Sums) => number(credits) },
  { head: 'Given back', kind: 'number', cell: ({ refunded }: Sums) => number(refunded) },
] as const;

/** The balance, and what the credits went to. */
export const usagePage = definePage({
  path: '/usage',
  name: 'usage',
  access: 'account',
  show: async (visit) => {
    const { data } = await visit.call('getUsage');
    const { creditsRemaining, period, total, byDay, byOperation, byKey } = data;
    const days = byDay.map(({ day, credits }) => ({ at: day.slice(5), parts: [credits] }));
    return {
      title: `Usage: ${counted(creditsRemaining, 'credit')} left`,
      body: (
        <>
          <h1>Usage</h1>
          <dl class="facts">
            <div>
              <dt>Credits left</dt>
              <dd>{number(creditsRemaining)}</dd>
            </div>
            <div>
              <dt>This period</dt>
              <dd>{`${dayOf(period.start)} to ${dayOf(period.end)}; monthly credits then renew`}</dd>
            </div>
            <div>
              <dt>Used</dt>
              <dd>{`${counted(total.credits, 'credit')} in ${counted(total.requests, 'charged request')}`}</dd>
            </div>
          </dl>
          {byDay.length === 0 ? (
            <p>No charges in this period.</p>
          ) : (
            <>
              <section aria-labelledby="days">
                <h2 id="days">Credits per day</h2>
                <Bars
                  label={`Credits for ${counted(byDay.length, 'day')}; see the table for numbers.`}
                  values={days}
                />
                <Table
                  caption="Charges by day"
                  rows={byDay}
                  columns={[{ head: 'Day', cell: ({ day }) => day }, ...SUMS]}
                />
              </section>
              <section aria-labelledby="operations">
                <h2 id="operations">By operation</h2>
                <Table
                  caption="Charges by operation"
                  rows={byOperation}
                  columns={[{ head: 'Operation', cell: ({ operation }) => operation }, ...SUMS]}
                />
              </section>
              <section aria-labelledby="keys">
                <h2 id="keys">By key</h2>
                <Table
                  caption="Charges by key"
                  rows={byKey}
                  columns={[
                    { head: 'Key', cell: ({ name, prefix }) => `${name} (${prefix}…)` },
                    { head: 'Id', cell: ({ keyId }) => <code>{keyId}</code> },
                    ...SUMS,
                  ]}
                />
              </section>
            </>
          )}
          <p>
            <a href="/keys">Keys</a> · <a href="/watches">Watches</a> · <a href="/exports">Exports</a>
          </p>
        </>
      ),
    };
  },
});
