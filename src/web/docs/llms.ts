import { ERRORS } from '../../contract/errors.js';
import { deferred, type StaticDocument } from '../../contract/service/document.js';
import { curl } from './curl.js';
import { type OpenApiView, routesOf } from './openapi-view.js';

/** The service in a page of plain text, for programs that read (llmstxt.org). */
export function llmsText(document: () => OpenApiView): StaticDocument {
  const type = 'text/plain; charset=utf-8';
  return deferred({ path: '/llms.txt', type, hasExamples: true }, () => textOf(document()));
}

function textOf(document: OpenApiView): string {
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
  return `# ${document.info.title}

> US businesses across state, federal and county public data, and SEC filings, over HTTP.

Every request carries \`Authorization: Bearer <key>\`, except GET /api/v1/sources, which needs no key. Answers are
\`{ data, meta }\` in JSON; errors are problem documents (RFC 9457). Only a 200 of a priced operation is charged;
\`dry_run=true\` tells the price for nothing. Retry safely with an \`Idempotency-Key\` header. After a 429 or 503 wait the
seconds in \`Retry-After\`. Take entity ids from a search. A field that is absent has its reason in \`meta.absent\`.

## Documents

- [OpenAPI 3.1](/openapi.json): every parameter, field, error and header
- [Reference](/docs): the same for people

## Operations

${operations.join('\n')}
## Errors

${errors.join('\n')}
`;
}
