import { ERRORS } from '../contract/errors.js';
import { EXAMPLE_SERVER } from '../contract/service/document.js';
import { fieldsOf, typeOf, valuesOf } from './fields.js';
import { type Html, html, prose } from './html.js';
import {
  type OpenApiView,
  type OperationView,
  type ParameterView,
  type Route,
  resolvedSchema,
  type SchemaView,
} from './openapi-view.js';

/** All of one operation: what to send, what comes back, what may go wrong. */
export function operationSection(route: Route, document: OpenApiView): Html {
  const { path, method, operation } = route;
  const parameters = operation.parameters.map((parameter) => resolved(parameter, document));
  const answer = answerOf(operation)?.content?.['application/json'];
  const envelope = answer && resolvedSchema(answer.schema, document);
  return html`<section id="${operation.operationId}">
<h2>${operation.summary}</h2>
<div class="route"><span class="method">${method}</span><span>${path}</span></div>
<p class="lead">${prose(operation.description)}</p>
<pre>${curl(route)}</pre>
<h3>Parameters</h3>
${parameterTable(parameters)}
${bodyOf(operation, document)}
<h3>Answer: <code>data</code></h3>
${fieldTable(envelope?.properties?.data)}
<details><summary>Answer: <code>meta</code></summary>${fieldTable(envelope?.properties?.meta)}</details>
${answer?.example === undefined ? '' : exampleOf(answer.example)}
<h3>Errors</h3>
${errorList(operation)}
</section>`;
}

/** As a reader would type it; the address becomes that of the server that shows the page. */
export function curl({ path, method, operation }: Route): string {
  const example = operation['x-example-request'];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => example?.params?.[name] ?? '');
  const query = new URLSearchParams(example?.query).toString();
  const key = operation.security.length > 0 ? `-H 'Authorization: Bearer <key>' ` : '';
  const body = operation.requestBody?.content['application/json']?.example;
  const sent = body !== undefined ? `--json '${JSON.stringify(body)}' ` : (METHODS[method] ?? '');
  return `curl ${key}${sent}'${EXAMPLE_SERVER}${filled}${query && `?${query}`}'`;
}

/** As curl is told of a method that no body implies. */
const METHODS: Readonly<Record<string, string>> = { POST: '-X POST ', DELETE: '-X DELETE ' };

/** Status of an answer that is no error. */
function answerOf({ responses }: OperationView): OperationView['responses'][string] | undefined {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
}

function bodyOf({ requestBody }: OperationView, document: OpenApiView): Html {
  const schema = requestBody?.content['application/json']?.schema;
  return schema ? html`<h3>Body</h3>${fieldTable(resolvedSchema(schema, document))}` : html``;
}

function parameterTable(parameters: readonly ParameterView[]): Html {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) => html`<tr><td>${name}</td>
<td>${typeOf(schema)}${place === 'header' ? ', header' : ''}${required ? ', needed' : ''}</td>
<td>${prose(`${description} ${valuesOf(schema)}`)}${schema.default === undefined ? '' : html` <span class="note">Default: ${String(schema.default)}.</span>`}</td></tr>`,
  );
  return table(['name', 'type', 'meaning'], rows);
}

function fieldTable(schema: SchemaView | undefined): Html {
  const fields = schema ? fieldsOf(schema) : [];
  if (fields.length === 0) return html`<p>${prose(schema?.description ?? '')}</p>`;
  const rows = fields.map(
    ({
      name,
      type,
      description,
      depth,
      required,
    }) => html`<tr><td class="depth${Math.min(depth, 3)}">${name}</td>
<td>${type}</td><td>${prose(description)}${required ? '' : html` <span class="note">May be absent.</span>`}</td></tr>`,
  );
  return table(['field', 'type', 'meaning'], rows);
}

function exampleOf(example: unknown): Html {
  return html`<h3>Example answer</h3><pre>${JSON.stringify(example, null, 2)}</pre>`;
}

function errorList(operation: OperationView): Html {
  const statuses = Object.keys(operation.responses).map(Number);
  const entries = Object.entries(ERRORS).filter(([, { status }]) => statuses.includes(status));
  const rows = entries.map(
    ([code, { status, title }]) =>
      html`<tr><td>${status}</td><td><a href="/docs/errors/${code}">${code}</a></td><td>${title}.</td></tr>`,
  );
  return table(['status', 'code', 'meaning'], rows);
}

export function table(header: readonly string[], rows: readonly Html[]): Html {
  const heads = header.map((name) => html`<th>${name}</th>`);
  return html`<div class="scroll"><table class="stacks"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function resolved(parameter: OperationView['parameters'][number], document: OpenApiView): ParameterView {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.split('/').at(-1) ?? '';
  const found = document.components.parameters[name];
  if (!found) throw new RangeError(`The document has no parameter ${name}.`);
  return found;
}
