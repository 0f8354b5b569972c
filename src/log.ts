import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.js';

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

/** One logger for the process, to standard error: standard output belongs to answers. */
export function createLog(level: LogLevel): Log {
  return pino({ level, redact: { paths: SECRETS, censor: '[removed]' }, base: null }, pino.destination(2));
}
