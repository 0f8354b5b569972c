import { type Logger, pino } from 'pino';

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
  return pino({ level, redact: { paths: SECRETS, censor: '[removed]' }, base: null }, pino.destination(2));
}
