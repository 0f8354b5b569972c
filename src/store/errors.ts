export class RunInProgressError extends Error {
  override readonly name = 'RunInProgressError';
}

/** A sealed stage that should be applied is not there any more. */
export class StageMissingError extends Error {
  override readonly name = 'StageMissingError';
}

/** A load, or its linking, would fill the disk; the message is one sentence with its cure. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** The ledger cannot be written (full disk, read-only file): nothing may be served. */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
}

/** The thread that keeps the ledger ended before it answered: the call is done, or it is not. */
export class LedgerAnswerLostError extends Error {
  override readonly name = 'LedgerAnswerLostError';
}

/** The state cannot be read or written, or its thread ended before the answer. It is not known if the call took effect. */
export class StateUnavailableError extends Error {
  override readonly name = 'StateUnavailableError';
}

/** The links are damaged or missing: records are served without them. */
export class LinksUnavailableError extends Error {
  override readonly name = 'LinksUnavailableError';
}

/** A change conflicts with the current state of an account or grant; the message says why in one sentence. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** The idempotency key was used for another request. */
export class KeyReusedError extends Error {
  override readonly name = 'KeyReusedError';
}

/** A lease was lost while its holder was working. Another process may hold it now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Too much is asked at once of what reads apart from requests. */
export class ReadsBusyError extends Error {
  override readonly name = 'ReadsBusyError';
}

/** Events behind a position of the feed are deleted, or the feed never came to it. */
export class ChangesExpiredError extends Error {
  override readonly name = 'ChangesExpiredError';
}

/** The files were made by an older or newer version. */
export class SchemaMismatchError extends Error {
  override readonly name = 'SchemaMismatchError';
}

/** A database of a data folder is not there any more; the message is one sentence with its cure. */
export class DatabaseMissingError extends Error {
  override readonly name = 'DatabaseMissingError';
}

/** SQLite could not open a file; `code` is SQLite's. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError';
  constructor(
    readonly path: string,
    readonly code: string,
    cause: Error,
  ) {
    super(`${path}: ${cause.message}`, { cause });
  }
}

/** Errors of the store that callers handle by class. They keep their class between threads. */
export const STORE_ERRORS = [
  ChangesExpiredError,
  ConflictError,
  KeyReusedError,
  LeaseLostError,
  LinksUnavailableError,
  LedgerAnswerLostError,
  LedgerUnavailableError,
  ReadsBusyError,
  SchemaMismatchError,
  StateUnavailableError,
] as const;
