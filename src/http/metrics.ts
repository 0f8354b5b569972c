import { Counter, Registry } from 'prom-client';
import { registerCounted } from '../platform/internals/registry-metric.js';
import type { HttpExchange } from './http-exchange.js';

/** Seconds; most responses from memory take less than a millisecond, portals take seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly operation: string;
  readonly status: number;
  /** Number of responses per bucket, not cumulative; the last bucket is unbounded. */
  readonly counts: number[];
  seconds: number;
}

/** A sample of the exposition format. */
interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * Response times by operation and status. Requests only add numbers; the histogram is computed when read.
 * prom-client's own histogram hashes its labels every time, 1.3 µs per response.
 */
class Latencies {
  readonly #series = new Map<string, Map<number, Series>>();

  observe(operation: string, status: number, seconds: number): void {
    const series = this.#find(operation, status);
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.seconds += seconds;
  }

  samples(name: string): Sample[] {
    return [...this.#series.values()].flatMap((byStatus) =>
      [...byStatus.values()].flatMap((series) => samplesOf(name, series)),
    );
  }

  #find(operation: string, status: number): Series {
    let byStatus = this.#series.get(operation);
    if (!byStatus) {
      byStatus = new Map();
      this.#series.set(operation, byStatus);
    }
    let series = byStatus.get(status);
    if (!series) {
      series = { operation, status, counts: [...BUCKETS.map(() => 0), 0], seconds: 0 };
      byStatus.set(status, series);
    }
    return series;
  }
}

function samplesOf(name: string, { operation, status, counts, seconds }: Series): Sample[] {
  const labels = { operation, status };
  let count = 0;
  const buckets = counts.map((more, index) => {
    count += more;
    return {
      metricName: `${name}_bucket`,
      labels: { le: BUCKETS[index] ?? '+Inf', ...labels },
      value: count,
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

const LATENCY = 'dossier_http_request_duration_seconds';

interface Tally {
  charges: number;
  credits: number;
}

/** The server's own counters; `registry` may contain further metrics. */
export class Metrics {
  readonly registry = new Registry();
  readonly #latencies = new Latencies();
  readonly #charged = new Map<string, Tally>();
  #replays = 0;
  #refunds: Tally = { charges: 0, credits: 0 };

  constructor() {
    this.#registerLatencies();
    this.#counter('dossier_charges_total', 'Charges written to the ledger.', ({ charges }) => charges);
    this.#counter('dossier_credits_charged_total', 'Credits charged.', ({ credits }) => credits);
    this.#single(
      'dossier_refunds_total',
      'Charges refunded because the client disconnected.',
      () => this.#refunds.charges,
    );
    this.#single('dossier_credits_refunded_total', 'Credits refunded.', () => this.#refunds.credits);
    this.#single(
      'dossier_idempotent_replays_total',
      'Responses that were paid before under their Idempotency-Key.',
      () => this.#replays,
    );
  }

  answered({ operation, replayed }: HttpExchange, status: number, seconds: number): void {
    this.#latencies.observe(operation, status, seconds);
    if (replayed) this.#replays += 1;
  }

  charged(operation: string, credits: number): void {
    const tally = this.#charged.get(operation);
    if (!tally) this.#charged.set(operation, { charges: 1, credits });
    else {
      tally.charges += 1;
      tally.credits += credits;
    }
  }

  refunded(credits: number): void {
    this.#refunds.charges += 1;
    this.#refunds.credits += credits;
  }

  #registerLatencies(): void {
    const help =
      'Time from the request headers to the response, by operation and status; its count is the number of requests.';
    const get = async () => ({
      name: LATENCY,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: this.#latencies.samples(LATENCY),
    });
    registerCounted(this.registry, LATENCY, get);
  }

  #counter(name: string, help: string, read: (tally: Tally) => number): void {
    const charged = this.#charged;
    new Counter({
      name,
      help,
      labelNames: ['operation'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [operation, tally] of charged) this.inc({ operation }, read(tally));
      },
    });
  }

  #single(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}
