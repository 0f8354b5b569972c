import { Counter, Histogram, Registry } from 'prom-client';
import type { Exchange } from './exchange.js';

/** Seconds; most answers from memory take less than a millisecond, a portal takes seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What the server counts of itself; `registry` may be given more by others. */
export class Metrics {
  readonly registry = new Registry();
  readonly #latency = new Histogram({
    name: 'dossier_http_request_duration_seconds',
    help: 'Time from the head of a request to its answer, by operation and status; its count is the number of requests.',
    labelNames: ['operation', 'status'] as const,
    buckets: BUCKETS,
    registers: [this.registry],
  });
  readonly #charges = this.#counter('dossier_charges_total', 'Charges written to the ledger.', ['operation']);
  readonly #credits = this.#counter('dossier_credits_charged_total', 'Credits charged.', ['operation']);
  readonly #refunds = this.#counter('dossier_refunds_total', 'Charges given back: the client was gone.');
  readonly #refunded = this.#counter('dossier_credits_refunded_total', 'Credits given back.');
  readonly #replays = this.#counter(
    'dossier_idempotent_replays_total',
    'Answers that were paid for before under their Idempotency-Key.',
  );

  answered({ operation, replayed }: Exchange, status: number, seconds: number): void {
    this.#latency.observe({ operation, status }, seconds);
    if (replayed) this.#replays.inc();
  }

  charged(operation: string, credits: number): void {
    this.#charges.inc({ operation });
    this.#credits.inc({ operation }, credits);
  }

  refunded(credits: number): void {
    this.#refunds.inc();
    this.#refunded.inc(credits);
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
}
