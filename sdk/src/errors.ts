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
  /** All of it. */
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.error.code;
    this.requestId = problem.requestId;
    this.faults = problem.errors ?? [];
    this.problem = problem;
  }
}

/** What answered is not this service: a proxy in front of it, or another program. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(readonly status: number) {
    super(`The server answered ${status} without a problem document.`);
  }
}
