import { ERRORS } from '../../contract/errors.js';
import { Prose } from '../parts/marked.js';
import { curl } from './curl.js';
import { fieldsOf, typeOf, valuesOf } from './fields.js';
import {
  type OpenApiView,
  type OperationView,
  type ParameterView,
  type Route,
  resolvedSchema,
  type SchemaView,
} from './openapi-view.js';
import { DocsTable } from './table.js';

/** One operation: its request, its response and its errors. */
export function OperationSection({
  route,
  document,
}: {
  readonly route: Route;
  readonly document: OpenApiView;
}) {
  const { path, method, operation } = route;
  const parameters = operation.parameters.map((parameter) => resolved(parameter, document));
  const answer = answerOf(operation)?.content?.['application/json'];
  const envelope = answer && resolvedSchema(answer.schema, document);
  const body = operation.requestBody?.content['application/json']?.schema;
  const { summary } = operation;
  return (
    <section id={operation.operationId}>
      <h1>{summary}</h1>
      <div class="route">
        <span class="method">{method}</span>
        <span>{path}</span>
      </div>
      <p class="lead">
        <Prose text={operation.description} />
      </p>
      <pre>{curl(route)}</pre>
      <h2>Parameters</h2>
      <ParameterTable caption={`Parameters: ${summary}`} parameters={parameters} />
      {body && (
        <>
          <h2>Body</h2>
          <FieldTable caption={`Body: ${summary}`} schema={resolvedSchema(body, document)} />
        </>
      )}
      <h2>
        Response: <code>data</code>
      </h2>
      <FieldTable caption={`data: ${summary}`} schema={envelope?.properties?.data} />
      <details>
        <summary>
          Response: <code>meta</code>
        </summary>
        <FieldTable caption={`meta: ${summary}`} schema={envelope?.properties?.meta} />
      </details>
      {answer?.example !== undefined && (
        <>
          <h2>Example response</h2>
          <pre tabIndex={0}>{JSON.stringify(answer.example, null, 2)}</pre>
        </>
      )}
      <h2>Errors</h2>
      <ErrorList caption={`Errors: ${summary}`} operation={operation} />
    </section>
  );
}

/** Returns the success response. */
function answerOf({ responses }: OperationView): OperationView['responses'][string] | undefined {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
}

interface Captioned {
  readonly caption: string;
}

function ParameterTable({
  caption,
  parameters,
}: Captioned & { readonly parameters: readonly ParameterView[] }) {
  return (
    <DocsTable caption={caption} header={['name', 'type', 'description']}>
      {parameters.map(({ name, in: place, required, schema, description }) => (
        <tr>
          <td>{name}</td>
          <td>{`${typeOf(schema)}${place === 'header' ? ', header' : ''}${required ? ', required' : ''}`}</td>
          <td>
            <Prose text={`${description} ${valuesOf(schema)}`} />
            {schema.default !== undefined && (
              <span class="note">{` Default: ${String(schema.default)}.`}</span>
            )}
          </td>
        </tr>
      ))}
    </DocsTable>
  );
}

function FieldTable({ caption, schema }: Captioned & { readonly schema: SchemaView | undefined }) {
  const fields = schema ? fieldsOf(schema) : [];
  if (fields.length === 0) {
    return (
      <p>
        <Prose text={schema?.description ?? ''} />
      </p>
    );
  }
  return (
    <DocsTable caption={caption} header={['field', 'type', 'description']}>
      {fields.map(({ name, type, description, depth, required }) => (
        <tr>
          <td class={`depth${Math.min(depth, 3)}`}>{name}</td>
          <td>{type}</td>
          <td>
            <Prose text={description} />
            {!required && <span class="note"> Optional.</span>}
          </td>
        </tr>
      ))}
    </DocsTable>
  );
}

function ErrorList({ caption, operation }: Captioned & { readonly operation: OperationView }) {
  const statuses = Object.keys(operation.responses).map(Number);
  const entries = Object.entries(ERRORS).filter(([, { status }]) => statuses.includes(status));
  return (
    <DocsTable caption={caption} header={['status', 'code', 'description']}>
      {entries.map(([code, { status, title }]) => (
        <tr>
          <td>{status}</td>
          <td>
            <a href={`/docs/errors/${code}`}>{code}</a>
          </td>
          <td>{title}.</td>
        </tr>
      ))}
    </DocsTable>
  );
}

function resolved(parameter: OperationView['parameters'][number], document: OpenApiView): ParameterView {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.split('/').at(-1) ?? '';
  const found = document.components.parameters[name];
  if (!found) throw new RangeError(`The document has no parameter ${name}.`);
  return found;
}
