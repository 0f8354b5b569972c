import { ERRORS } from '../../contract/errors.js';
import { deferred, type StaticDocument } from '../../contract/service/document.js';
import { curl } from './curl.js';
import { shortened } from './guides/home.js';
import { ENGINEERS, type Guide } from './guides/library.js';
import { type OpenApiView, routesOf } from './openapi-view.js';

const TYPE = 'text/plain; charset=utf-8';

/** The service in a page of plain text, for programs that read (llmstxt.org). */
export function llmsText(document: () => OpenApiView, library: readonly Guide[]): StaticDocument {
  return deferred({ path: '/llms.txt', type: TYPE, hasExamples: true }, () => textOf(document(), library));
}

/** The same, and every guide as it is written. */
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

> US businesses across state, federal and county public data, and SEC filings, over HTTP.

Every request carries \`Authorization: Bearer <key>\`, except GET /api/v1/sources, which needs no key. Answers are
\`{ data, meta }\` in JSON; errors are problem documents (RFC 9457). Only a 200 of a priced operation is charged;
\`dry_run=true\` tells the price for nothing. Retry safely with an \`Idempotency-Key\` header. After a 429 or 503 wait the
seconds in \`Retry-After\`. Take entity ids from a search. A field that is absent has its reason in \`meta.absent\`.

## Documents

- [OpenAPI 3.1](/openapi.json): every parameter, field, error and header
- [Reference](/docs/api): the same for people
- [Everything](/llms-full.txt): this page and all guides

## Guides

${guides.join('\n')}

## Operations

${operations.join('\n')}
## Errors

${errors.join('\n')}
`;
}
