import { ERRORS, type ErrorCode } from '../../contract/errors.js';
import type { StaticDocument } from '../../contract/service/document.js';
import { exampleProblem } from '../../operations/openapi/problem.js';
import { Prose } from '../parts/marked.js';
import { type DocsFrame, docsPage } from './page.js';
import { DocsTable } from './table.js';

/** The page to which the `type` of every problem leads. */
export function errorPages(frame: DocsFrame): readonly StaticDocument[] {
  return (Object.keys(ERRORS) as ErrorCode[]).map((code) => errorPage(code, frame));
}

/** All of them with their cures. */
export function errorIndex(frame: DocsFrame): StaticDocument {
  return docsPage('/docs/errors', 'Errors', frame, () => (
    <div class="narrow">
      <h1>Errors</h1>
      <p class="lead">
        Errors are problem documents (RFC 9457). Their <code>type</code> links to one of these pages.
      </p>
      <DocsTable caption="All errors" header={['status', 'code', 'meaning and fix']}>
        {Object.entries(ERRORS).map(([code, { status, title, cure }]) => (
          <tr>
            <td>{status}</td>
            <td>
              <a href={`/docs/errors/${code}`}>{code}</a>
            </td>
            <td>
              {title}. <Prose text={cure} />
            </td>
          </tr>
        ))}
      </DocsTable>
      <p>
        <a href="/docs/api">Reference</a>
      </p>
    </div>
  ));
}

function errorPage(code: ErrorCode, frame: DocsFrame): StaticDocument {
  const { status, title, meaning, cure } = ERRORS[code];
  const example = JSON.stringify(exampleProblem(code, '/api/v1/search'), null, 2);
  return docsPage(`/docs/errors/${code}`, `${status} ${title}`, frame, () => (
    <div class="narrow">
      <p class="status">
        {status} {code}
      </p>
      <h1>{title}</h1>
      <p>
        <Prose text={meaning} />
      </p>
      <h2>How to fix it</h2>
      <p>
        <Prose text={cure} />
      </p>
      <h2>Example</h2>
      <pre>{example}</pre>
      <p>
        <a href="/docs/errors">All errors</a> · <a href="/docs/api">Reference</a>
      </p>
    </div>
  ));
}
