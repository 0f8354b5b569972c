import { type ApiError, ERRORS, type ErrorCode } from '../../contract/errors.js';
import { Prose } from '../parts/marked.js';
import { number } from '../parts/numbers.js';

/** Titles and cures in the words of a page, if the API's speak of its parameters and paths. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  not_found: 'Page not found',
  invalid_params: 'The page cannot be shown as requested',
};
const CURES: Partial<Record<ErrorCode, string>> = {
  not_found: 'Check the address, or search for the company by name or number.',
  invalid_params: 'Go back, correct the value, and try again.',
  insufficient_credits: 'Wait until your credits renew, or ask the operator for more.',
};

interface ProblemProps {
  readonly error: ApiError;
  readonly requestId: string;
  /** Path and query of the page. */
  readonly here: string;
}

/** An error as a page: what happened, how to cure it, and by which number to ask for it. */
export function Problem({ error, requestId, here }: ProblemProps) {
  const { status, title, cure } = ERRORS[error.code];
  const { retryAfterSeconds, members, progress, errors = [] } = error.more;
  const isStarting = error.code === 'unavailable';
  // The same request has the same answer.
  const isFinal = error.code === 'not_found' || error.code === 'invalid_params';
  return (
    <div class="problem" data-reload={isStarting ? retryAfterSeconds : undefined}>
      <h1>{progress ? 'Starting' : (TITLES[error.code] ?? title)}</h1>
      {progress && (
        <p>
          <progress aria-label="Loaded part of the search index" value={progress.read} max={progress.total} />
        </p>
      )}
      {errors.length === 0 ? (
        <p>
          <Prose text={error.detail} />
        </p>
      ) : (
        <ul>
          {errors.map(({ parameter, message }) => (
            <li>
              <code>{parameter}</code>: <Prose text={message} />
            </li>
          ))}
        </ul>
      )}
      {error.code === 'insufficient_credits' && <Credits members={members} />}
      <h2>How to fix it</h2>
      <p>
        <Prose text={CURES[error.code] ?? cure} />
      </p>
      {retryAfterSeconds !== undefined && (
        <p>{`Try again in ${number(retryAfterSeconds)} s${isStarting ? '; with scripts, this page reloads automatically' : ''}.`}</p>
      )}
      <p>
        {!isFinal && (
          <>
            <a href={here}>Try again</a> ·{' '}
          </>
        )}
        <a href="/">Home</a> · <a href="/search">Search</a> ·{' '}
        <a href={`/docs/errors/${error.code}`}>About this error</a>
      </p>
      <p class="quiet">
        Error <code>{`${status} ${error.code}`}</code>, request <code>{requestId}</code>
      </p>
    </div>
  );
}

function Credits({ members = {} }: { readonly members: ApiError['more']['members'] }) {
  const { required, available, resetsAt } = members as {
    required?: number;
    available?: number;
    resetsAt?: string;
  };
  return (
    <dl class="facts">
      <div>
        <dt>This page costs</dt>
        <dd>{`${number(required ?? 0)} credits`}</dd>
      </div>
      <div>
        <dt>You have</dt>
        <dd>{`${number(available ?? 0)} credits; nothing was charged`}</dd>
      </div>
      {resetsAt !== undefined && (
        <div>
          <dt>Credits renew</dt>
          <dd>{resetsAt.slice(0, 10)}</dd>
        </div>
      )}
    </dl>
  );
}
