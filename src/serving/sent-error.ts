import {
  ConflictError,
  KeyReusedError,
  LedgerAnswerLostError,
  LedgerUnavailableError,
  ReadsBusyError,
  SchemaMismatchError,
} from '../store/store.js';

/** An error between threads: a message keeps neither its class nor what is added to it. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: SentError | undefined;
}

/** Errors that somebody handles by their class. */
const KINDS = [
  ConflictError,
  KeyReusedError,
  LedgerAnswerLostError,
  LedgerUnavailableError,
  ReadsBusyError,
  SchemaMismatchError,
  RangeError,
] as const;

export function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return toSent(new Error(String(error)));
  const { message, stack, cause } = error;
  const name = KINDS.find((kind) => error instanceof kind)?.name ?? error.name;
  return { name, message, stack, cause: cause === undefined ? undefined : toSent(cause) };
}

export function fromSent({ name, message, stack, cause }: SentError): Error {
  const kind = KINDS.find((one) => one.name === name) ?? Error;
  const error = new kind(message, cause && { cause: fromSent(cause) });
  return Object.assign(error, { name, ...(stack !== undefined && { stack }) });
}
