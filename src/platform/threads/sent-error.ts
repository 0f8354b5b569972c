/** An error between threads: a message keeps neither its class nor what is added to it. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: SentError | undefined;
}

/** A class of errors that somebody handles by their class; its `name` is that of its errors. */
export type ErrorClass = new (message: string, options?: ErrorOptions) => Error;

export function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return toSent(new Error(String(error)));
  const { name, message, stack, cause } = error;
  return { name, message, stack, cause: cause === undefined ? undefined : toSent(cause) };
}

/** The error again: of its own class if that is among the classes, a plain `Error` of the same name if not. */
export function fromSent(sent: SentError, classes: readonly ErrorClass[]): Error {
  const { name, message, stack, cause } = sent;
  const kind = [RangeError, ...classes].find((one) => one.name === name) ?? Error;
  const error = new kind(message, cause && { cause: fromSent(cause, classes) });
  return Object.assign(error, { name, ...(stack !== undefined && { stack }) });
}
