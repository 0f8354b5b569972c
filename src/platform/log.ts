import { type Logger, pino } from 'pino';
import { printable } from './printable.js';

export type Log = Logger;

/** Values that are never logged, at any depth. */
const SECRETS = [
  'authorization',
  'key',
  'secret',
  'req.headers.authorization',
  '*.authorization',
  '*.key',
  '*.secret',
];

/** One logger per thread, to standard error, because standard output is for results. */
export function createLog(level: string): Log {
  const redact = { paths: SECRETS, censor: '[removed]' };
  return pino({ level, redact, base: null, hooks: { streamWrite: printable } }, pino.destination(2));
}
