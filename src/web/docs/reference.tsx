import type { ComponentChildren } from 'preact';
import { ERRORS } from '../../contract/errors.js';
import type { StaticDocument } from '../../contract/service/document.js';
import { API_KEY_PATTERN } from '../../contract/service/key-pattern.js';
import { Prose } from '../parts/marked.js';
import { type OpenApiView, routesOf } from './openapi-view.js';
import { OperationSection } from './operation-section.js';
import { type DocsFrame, docsPage } from './page.js';
import { DocsTable } from './table.js';

/** The reference: at `/docs/api` what all operations have in common, below it a page for each of them. */
export function referencePages(
  operationIds: readonly string[],
  document: () => OpenApiView,
  frame: DocsFrame,
): readonly StaticDocument[] {
  const routeOf = (id: string) => routesOf(document()).find(({ operation }) => operation.operationId === id);
  const operationPage = (id: string) =>
    docsPage(
      pathOfOperation(id),
      () => routeOf(id)?.operation.summary ?? id,
      frame,
      () => {
        const route = routeOf(id);
        return (
          <Layout document={document()} current={id}>
            {route && <OperationSection route={route} document={document()} />}
          </Layout>
        );
      },
      { hasExamples: true },
    );
  return [overviewPage('/docs/api', document, frame), ...operationIds.map(operationPage)];
}

/** What all operations have in common, and their list. */
export function overviewPage(path: string, document: () => OpenApiView, frame: DocsFrame): StaticDocument {
  return docsPage(path, 'Reference', frame, () => <Overview document={document()} />);
}

export const pathOfOperation = (id: string) => `/docs/api/${id}`;

function Layout({
  document,
  current,
  children,
}: {
  readonly document: OpenApiView;
  readonly current?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="layout">
      <nav aria-label="Reference">
        <ul>
          <li>
            <strong>{`${document.info.title} ${document.info.version}`}</strong>
          </li>
          {TOPICS.map(({ id, title }) => (
            <li>
              <a href={`/docs/api#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <ul>
          <li>
            <strong>Operations</strong>
          </li>
          {routesOf(document).map(({ operation: { operationId, summary } }) => (
            <li>
              <a
                href={pathOfOperation(operationId)}
                {...(operationId === current && { 'aria-current': 'page' })}
              >
                {summary}
              </a>
            </li>
          ))}
        </ul>
        <ul>
          <li>
            <strong>For programs</strong>
          </li>
          <li>
            <a href="/openapi.json">openapi.json</a>
          </li>
          <li>
            <a href="/llms.txt">llms.txt</a>
          </li>
        </ul>
      </nav>
      <div>{children}</div>
    </div>
  );
}

function Overview({ document }: { readonly document: OpenApiView }) {
  return (
    <Layout document={document}>
      <section id="start">
        <h1>{document.info.title}</h1>
        <p class="lead">US businesses in state, federal and county registers, and SEC filings.</p>
        <p>
          <Prose text={START} />
        </p>
      </section>
      <section id="operations">
        <h2>Operations</h2>
        <DocsTable caption="Operations" header={['operation', 'request']}>
          {routesOf(document).map(({ path, method, operation: { operationId, summary } }) => (
            <tr>
              <td>
                <a href={pathOfOperation(operationId)}>{summary}</a>
              </td>
              <td>
                <code>{`${method} ${path}`}</code>
              </td>
            </tr>
          ))}
        </DocsTable>
      </section>
      {TEXTS.map(({ id, title, text, more }) => (
        <section id={id}>
          <h2>{title}</h2>
          <p>
            <Prose text={text} /> {more && <a href={more.path}>{more.title}</a>}
          </p>
        </section>
      ))}
      <Headers document={document} />
      <Errors />
      <Keys />
    </Layout>
  );
}

const START =
  'Send a key with every request: `Authorization: Bearer <key>`. Responses are `{ data, meta }`. Errors are problem documents ' +
  '(RFC 9457) whose `type` links to a page about the error. Unknown parameters are ignored and listed in ' +
  '`meta.ignoredParameters`. Under `/api/v1`, fields may be added at any time; clients must ignore unknown fields.';

const TEXTS = [
  {
    id: 'credits',
    title: 'Credits',
    text:
      'Only a 200 from a priced operation is charged. 304 responses, errors, HEAD requests and `dry_run=true` are free. The ' +
      'balance must cover the full price before the request runs. Each response reports its cost and the remaining balance.',
  },
  {
    id: 'retries',
    title: 'Retries',
    text:
      'Send an `Idempotency-Key` with a request that you may repeat. For 24 hours, each part of the same request is charged ' +
      'once under the same key. The repeated response is computed again and has the header `Idempotency-Replayed: true`; its ' +
      '`creditsUsed` counts only what was not paid before. While the first request is running, the second gets a 409. If the ' +
      'key was used for another request, you get a 422. After a 429 or 503, wait the number of seconds in `Retry-After`.',
  },
  {
    id: 'differences',
    title: 'Differences from the specification',
    text:
      'Search dates are inclusive at both ends. A field that the publisher left blank is null even if its type is string. ' +
      'Insufficient credits give a 402. A search without results costs its price. The body of a GET is ignored. Extra slashes ' +
      'in a path are ignored; its case matters. Officers of a city record have `source: "state"`. The full list, with notes ' +
      'for clients of other services:',
    more: { path: '/docs/differences', title: 'Differences' },
  },
  {
    id: 'deprecation',
    title: 'Deprecation',
    text:
      'Removals are announced at least six months ahead in the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). No ' +
      'response carries them today.',
  },
];

const TOPICS = [
  { id: 'start', title: 'Start' },
  { id: 'operations', title: 'All operations' },
  ...TEXTS,
  { id: 'headers', title: 'Headers' },
  { id: 'errors', title: 'Errors' },
  { id: 'keys', title: 'Keys and leaks' },
];

function Headers({ document }: { readonly document: OpenApiView }) {
  return (
    <section id="headers">
      <h2>Response headers</h2>
      <DocsTable caption="Headers" header={['header', 'example', 'description']}>
        {Object.entries(document.components.headers).map(([name, { description, example }]) => (
          <tr>
            <td>{name}</td>
            <td>{String(example)}</td>
            <td>
              <Prose text={description} />
            </td>
          </tr>
        ))}
      </DocsTable>
    </section>
  );
}

function Errors() {
  return (
    <section id="errors">
      <h2>Errors</h2>
      <DocsTable caption="Errors" header={['status', 'code', 'description']}>
        {Object.entries(ERRORS).map(([code, { status, title }]) => (
          <tr>
            <td>{status}</td>
            <td>
              <a href={`/docs/errors/${code}`}>{code}</a>
            </td>
            <td>{title}.</td>
          </tr>
        ))}
      </DocsTable>
    </section>
  );
}

function Keys() {
  return (
    <section id="keys">
      <h2>Keys and leaks</h2>
      <p>
        <Prose
          text={
            'A key is `dsr_live_` (`dsr_test_` for the sample), 30 random characters of `0-9A-Za-z`, and the CRC32 of everything ' +
            'before it as 6 characters in base 62. Pattern for secret scanners:'
          }
        />
      </p>
      <pre>{API_KEY_PATTERN.source}</pre>
      <p>
        <Prose
          text={
            'The operator revokes a leaked key with `dossier key revoke <id>`, which takes effect within a second. After 20 invalid ' +
            'keys from one address within a minute, further invalid keys get a 429 until the minute ends. Valid keys still work.'
          }
        />
      </p>
    </section>
  );
}
