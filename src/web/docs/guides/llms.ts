import { ERRORS } from '../../../contract/errors.js';
import { deferred, type StaticDocument } from '../../../contract/service/document.js';
import { curl } from '../curl.js';
import { type OpenApiView, routesOf } from '../openapi-view.js';
import { shortened } from './home.js';
import { ENGINEERS, type Guide } from './library.js';

const TYPE = 'text/plain; charset=utf-8';

/** A plain-text summary of the API for language models (llmstxt.org). */
export function llmsText(document: () => OpenApiView, library: readonly Guide[]): StaticDocument {
  return deferred({ path: '/llms.txt', type: TYPE, hasExamples: true }, () => textOf(document(), library));
}

/** The summary, followed by the Markdown of all guides. */
export function llmsFullText(document: () => OpenApiView, library: readonly Guide[]): StaticDocument {
  return deferred({ path: '/llms-full.txt', type: TYPE, hasExamples: true }, () => {
    const guides = forUsers(library).map(({ path, text }) => `<!-- ${path} -->\n\n${text().trim()}\n`);
    return [textOf(document(), library), ...guides].join('\n');
  });
}

function forUsers(library: readonly Guide[]): readonly Guide[] {
  return library.filter(({ group }) => group !== ENGINEERS);
}

function textOf(document: OpenApiView, library: readonly Guide[]): string {
  const operations = routesOf(document).map((route) => {
    const { path, method, operation } = route;
    return `### ${operation.summary}: ${method} ${path}

${operation.description}

    ${curl(route)}
`;
  });
  const errors = Object.entries(ERRORS).map(
    ([code, { status, title, cure }]) => `- ${status} [${code}](/docs/errors/${code}): ${title}. ${cure}`,
  );
  const guides = forUsers(library).map(
    ({ path, summary }) => `- [${summary.title}](${path}): ${shortened(summary.lead)}`,
  );
  return `# ${document.info.title}

> US businesses in state, federal and county registers, and SEC filings, over HTTP.

Send \`Authorization: Bearer <key>\` with every request, except GET /api/v1/sources. Responses are JSON:
\`{ data, meta }\`. Errors are problem documents (RFC 9457). Only a 200 of a priced operation is charged;
\`dry_run=true\` returns the price for free. To retry safely, send an \`Idempotency-Key\` header. After a 429 or 503, wait
the seconds in \`Retry-After\`. Get entity ids from a search. \`meta.absent\` has the reason for each missing field.

## Documents

- [OpenAPI 3.1](/openapi.json): every parameter, field, error and header
- [API reference](/docs/api): the same as web pages
- [Full text](/llms-full.txt): this page and all guides

## Guides

${guides.join('\n')}

## Operations

${operations.join('\n')}
## Errors

${errors.join('\n')}
`;
}
