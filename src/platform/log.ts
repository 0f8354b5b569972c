import { type Logger, pino } from 'pino';
import { printable } from './printable.js';

export type Log = Logger;

/** Values that never reach a log, wherever they stand in a logged object. */
const SECRETS = [
  'authorization',
  'key',
  'secret',
  'req.headers.authorization',
  '*.authorization',
  '*.key',
  '*.secret',
];

/** One logger for each thread, to standard error: standard output belongs to answers. */
export function createLog(level: string): Log {
  const redact = { paths: SECRETS, censor: '[removed]' };
  return pino({ level, redact, base: null, hooks: { streamWrite: printable } }, pino.destination(2));
}
