/** An error between threads: messages keep neither class nor additional fields. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: SentError | undefined;
}

/** An error class that is handled by class; `name` is that of its errors. */
export type ErrorClass = new (message: string, options?: ErrorOptions) => Error;

export function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return toSent(new Error(String(error)));
  const { name, message, stack, cause } = error;
  return { name, message, stack, cause: cause === undefined ? undefined : toSent(cause) };
}

/** Restores the error: with its class if listed, otherwise a plain `Error` with the same name. */
export function fromSent(sent: SentError, classes: readonly ErrorClass[]): Error {
  const { name, message, stack, cause } = sent;
  const kind = [RangeError, ...classes].find((one) => one.name === name) ?? Error;
  const error = new kind(message, cause && { cause: fromSent(cause, classes) });
  return Object.assign(error, { name, ...(stack !== undefined && { stack }) });
}
