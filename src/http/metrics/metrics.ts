import { Counter, Registry } from 'prom-client';
import { registerCounted } from '../../platform/internals/registry-metric.js';
import type { HttpExchange } from '../request/http-exchange.js';
import { Latencies } from './latencies.js';

const LATENCY = 'dossier_http_request_duration_seconds';

interface Tally {
  charges: number;
  credits: number;
}

/** The server's counts of itself, in plain numbers until somebody asks; `registry` may be given more by others. */
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
      'Charges given back: the client was gone.',
      () => this.#refunds.charges,
    );
    this.#single('dossier_credits_refunded_total', 'Credits given back.', () => this.#refunds.credits);
    this.#single(
      'dossier_idempotent_replays_total',
      'Answers that were paid for before under their Idempotency-Key.',
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
      'Time from the head of a request to its answer, by operation and status; its count is the number of requests.';
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
