import type { Log } from '../gateway/error-log.js';
import type { Exchange } from './exchange.js';
import type { Metrics } from './metrics.js';

/** Called once for every answer, when its head is written. */
export type Report = (exchange: Exchange, status: number) => void;

/** Counts the answer, and at level `info` logs it. No path, no query, no key: the operation and the account say enough. */
export function reporter(metrics: Metrics, log: Pick<Log, 'info'>): Report {
  return (exchange, status) => {
    const milliseconds = performance.now() - exchange.startedAt;
    metrics.answered(exchange, status, milliseconds / 1_000);
    const { requestId, operation, cost, caller, request } = exchange;
    log.info(
      {
        requestId,
        method: request.method,
        operation,
        status,
        ms: Math.round(milliseconds * 100) / 100,
        credits: cost,
        account: caller?.account.id ?? null,
        keyId: caller?.keyId ?? null,
      },
      'request',
    );
  };
}
