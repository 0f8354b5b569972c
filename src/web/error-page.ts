import { ERRORS, type ErrorCode } from '../contract/errors.js';
import type { StaticDocument } from '../contract/service/document.js';
import { exampleProblem } from '../operations/openapi/problem.js';
import { html, prose } from './html.js';
import { table } from './operation-section.js';
import { page } from './page.js';

/** The page to which the `type` of every problem leads. */
export function errorPages(): readonly StaticDocument[] {
  return (Object.keys(ERRORS) as ErrorCode[]).map(errorPage);
}

/** All of them with their cures. */
export function errorIndex(): StaticDocument {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title, cure }]) =>
      html`<tr><td>${status}</td><td><a href="/docs/errors/${code}">${code}</a></td><td>${title}. ${prose(cure)}</td></tr>`,
  );
  const body = html`<main class="narrow">
<h1>Errors</h1>
<p class="lead">Every error is a problem document (RFC 9457); its ${prose('`type`')} leads to one of these pages.</p>
${table(['status', 'code', 'meaning and cure'], rows)}
<p><a href="/docs">Reference</a></p>
</main>`;
  return page('/docs/errors', 'Errors', body);
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
<p><a href="/docs/errors">All errors</a> · <a href="/docs">Reference</a></p>
</main>`;
  return page(`/docs/errors/${code}`, `${status} ${title}`, body);
}
