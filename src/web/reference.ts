import { ERRORS } from '../contract/errors.js';
import type { StaticDocument } from '../contract/service/document.js';
import { API_KEY_PATTERN } from '../contract/service/key-pattern.js';
import { html, prose } from './html.js';
import { type OpenApiView, routesOf } from './openapi-view.js';
import { operationSection, table } from './operation-section.js';
import { page } from './page.js';

/** The reference a person reads: everything of the OpenAPI document on one page, without scripts. */
export function reference(document: OpenApiView): StaticDocument {
  const routes = routesOf(document);
  const sections = routes.map((route) => operationSection(route, document));
  const links = routes.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
  );
  const body = html`<div class="layout">
<nav>
<ul><li><strong>${document.info.title} ${document.info.version}</strong></li>
<li><a href="#start">Start</a></li><li><a href="#credits">Credits</a></li><li><a href="#retries">Retries</a></li>
<li><a href="#differences">Differences from the letter</a></li><li><a href="#deprecation">Deprecation</a></li>
<li><a href="#headers">Headers</a></li><li><a href="#errors">Errors</a></li><li><a href="#keys">Keys and leaks</a></li></ul>
<ul><li><strong>Operations</strong></li>${links}</ul>
<ul><li><strong>For programs</strong></li><li><a href="/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>
</nav>
<main>
${START(document)}
${sections}
${headerSection(document)}
${errorSection()}
${KEYS}
</main>
</div>`;
  return { ...page('/docs', `${document.info.title} reference`, body), hasExamples: true };
}

const START = ({ info }: OpenApiView) => html`<section id="start">
<h1>${info.title}</h1>
<p class="lead">US businesses across state, federal and county public data, and SEC filings.</p>
<p>Every request carries a key: ${prose('`Authorization: Bearer <key>`')}. Every answer is ${prose('`{ data, meta }`')};
every error is a problem document (RFC 9457) whose ${prose('`type`')} leads to a page that explains it.
Unknown parameters are ignored and named in ${prose('`meta.ignoredParameters`')}. Fields are only ever added under
${prose('`/api/v1`')}; a client must accept new ones.</p>
</section>
<section id="credits">
<h2>Credits</h2>
<p>Only a 200 of a priced operation is charged. A 304, any error, HEAD and ${prose('`dry_run=true`')} are free. The balance must
cover the whole price before anything is looked up; each answer says what it cost and what is left.</p>
</section>
<section id="retries">
<h2>Retries</h2>
<p>Send an ${prose('`Idempotency-Key`')} if a request may be repeated: within 24 hours each part of the same request is charged
once under the same key. The repeated answer is computed anew and has the header ${prose('`Idempotency-Replayed: true`')}; its
${prose('`creditsUsed`')} is what it answers beyond what was paid before: 0 if that is nothing. While the first is running the second is a 409; the key with another request is a 422.
After a 429 or 503 wait the seconds in ${prose('`Retry-After`')}.</p>
</section>
<section id="differences">
<h2>Differences from the letter</h2>
<p>Dates that limit a search are inclusive on both ends. A value that the publisher left blank is null where a table says string. Out of
credits is a 402. A search that finds nothing costs its price. A body of a GET is ignored; a slash too many in the path counts for nothing,
its case counts. The officers of a city’s record have ${prose('`source: "state"`')}. The whole list, with hints for clients of other
services, is ${prose('`docs/differences.md`')} of the project.</p>
</section>
<section id="deprecation">
<h2>Deprecation</h2>
<p>What has to go is announced in the headers ${prose('`Deprecation`')} (RFC 9745) and ${prose('`Sunset`')} (RFC 8594) of its answers for
at least six months. No answer carries them today.</p>
</section>`;

function headerSection({ components }: OpenApiView) {
  const rows = Object.entries(components.headers).map(
    ([name, { description, example }]) =>
      html`<tr><td>${name}</td><td>${String(example)}</td><td>${prose(description)}</td></tr>`,
  );
  return html`<section id="headers"><h2>Headers of answers</h2>${table(['header', 'example', 'meaning'], rows)}</section>`;
}

function errorSection() {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title }]) =>
      html`<tr><td>${status}</td><td><a href="/docs/errors/${code}">${code}</a></td><td>${title}.</td></tr>`,
  );
  return html`<section id="errors"><h2>Errors</h2>${table(['status', 'code', 'meaning'], rows)}</section>`;
}

const KEYS = html`<section id="keys">
<h2>Keys and leaks</h2>
<p>A key is ${prose('`dsr_live_`')} or, for the sample, ${prose('`dsr_test_`')}, 30 random characters of
${prose('`0-9A-Za-z`')}, and 6 that are the CRC32 of all before them in base 62. For secret scanners:</p>
<pre>${API_KEY_PATTERN.source}</pre>
<p>The operator revokes a leaked key with ${prose('`dossier key revoke <id>`')}; it ends within a second. After 20 bad keys
in a minute from one address each further bad key from there is a 429 until the minute ends. A good key is answered all the same.</p>
</section>`;
