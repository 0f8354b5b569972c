import type { StaticDocument } from '../contract/document.js';
import { ERRORS, type ErrorCode } from '../contract/errors.js';
import { exampleProblem } from '../operations/openapi/problem.js';
import { html, prose } from './html.js';
import { page } from './page.js';

/** What the `type` of every problem leads to. */
export function errorPages(): readonly StaticDocument[] {
  return (Object.keys(ERRORS) as ErrorCode[]).map(errorPage);
}

function errorPage(code: ErrorCode): StaticDocument {
  const { status, title, meaning, cure } = ERRORS[code];
  const example = JSON.stringify(exampleProblem(code, '/api/v1/search'), null, 2);
  const body = html`<main class="narrow">
<p class="status">${status} ${code}</p>
<h1>${title}</h1>
<p>${prose(meaning)}</p>
<h3>What to do</h3>
<p>${prose(cure)}</p>
<h3>Example</h3>
<pre>${example}</pre>
<p><a href="/docs#errors">All errors</a></p>
</main>`;
  return page(`/docs/errors/${code}`, `${status} ${title}`, body);
}
