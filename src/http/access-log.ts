import type { Log } from '../gateway/error-log.js';
import type { HttpExchange } from './http-exchange.js';
import type { Metrics } from './metrics.js';

/** Called once for every answer, when its head is written. */
export type AccessLog = (exchange: HttpExchange, status: number) => void;

/** Counts the answer, and at level `info` logs it. No path, no query, no key: the operation and the account say enough. */
export function accessLog(metrics: Metrics, log: Pick<Log, 'info'>): AccessLog {
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
