import { type Limits, limitsOf } from './limits.js';
import type { ErrorCode, Problem } from './types.js';

/** The service answered with a problem document. */
export class DossierError extends Error {
  override readonly name = 'DossierError';
  readonly status: number;
  /** Stable; what to switch on. */
  readonly code: ErrorCode;
  readonly requestId: string;
  /** The parameters at fault, each with what was wrong. */
  readonly faults: NonNullable<Problem['errors']>;
  /** Credits and requests left. */
  readonly limits: Limits;
  /** All of it. */
  readonly problem: Problem;

  constructor(problem: Problem, headers: Headers = new Headers()) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.error.code;
    this.requestId = problem.requestId;
    this.faults = problem.errors ?? [];
    this.limits = limitsOf(headers);
    this.problem = problem;
  }
}

/** The answer is not this service's: a proxy in front of it, or another program. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(`The server answered ${status} with a body that is not of this service.`, options);
  }
}

/** The export failed; nothing was charged. */
export class ExportFailedError extends Error {
  override readonly name = 'ExportFailedError';

  constructor(
    readonly id: string,
    reason: string | null,
  ) {
    super(`The export ${id} failed: ${reason ?? 'no reason was given.'}`);
  }
}

/** A file that was fetched is not the one of the export: its length, its SHA-256 or its name is another. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';

  constructor(
    /** Name of the file. */
    readonly file: string,
  ) {
    super(`The file ${JSON.stringify(file)} that was fetched is not the one that the export names.`);
  }
}

/** No whole answer arrived: no address, no connection, or one that broke. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    /** Without its query. */
    readonly url: string,
    cause: unknown,
  ) {
    super(`No answer from ${url}: ${reasonOf(cause)}.`, { cause });
  }
}

/** `fetch` says "fetch failed" and keeps the reason in its `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code } = error as { code?: unknown };
  return error.message || (typeof code === 'string' ? code : error.name);
}
