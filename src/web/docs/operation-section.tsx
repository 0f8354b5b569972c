import { ERRORS } from '../../contract/errors.js';
import { Prose } from '../parts/marked.js';
import { curl } from './curl.js';
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

/** One line of a table of fields. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly depth: number;
  readonly required: boolean;
}

/** A longer list of values stands with the meaning. */
const VALUES_IN_TYPE = 4;

/** The members of an object, those of its objects and lists below them. */
function fieldsOf(schema: SchemaView, depth = 0): readonly Field[] {
  const object = objectIn(schema);
  return Object.entries(object?.properties ?? {}).flatMap(([name, member]) => {
    const required = object?.required?.includes(name) ?? false;
    const description = [descriptionOf(member), valuesOf(member)].filter(Boolean).join(' ');
    const field = { name, type: typeOf(member), description, depth, required };
    return [field, ...fieldsOf(member, depth + 1)];
  });
}

function typeOf(schema: SchemaView): string {
  if (schema.enum && schema.enum.length <= VALUES_IN_TYPE) return schema.enum.map(String).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`;
  if (typeof schema.additionalProperties === 'object') return 'object by name';
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' | ') ?? 'any');
}

/** `One of …`, where the values are too many for the type. */
function valuesOf(schema: SchemaView): string {
  const values = (schema.items ?? schema).enum ?? [];
  if (values.length <= VALUES_IN_TYPE) return '';
  return `One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
}

function descriptionOf(schema: SchemaView): string {
  return schema.description ?? schema.anyOf?.find(({ description }) => description)?.description ?? '';
}

/** The object that a schema is, contains, or lists. */
function objectIn(schema: SchemaView): SchemaView | undefined {
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  return schema.anyOf?.map(objectIn).find((found) => found !== undefined);
}
