/** As much of an OpenAPI document as the reference reads. */
export interface OpenApiView {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationView>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, ParameterView>>;
    readonly headers: Readonly<Record<string, HeaderView>>;
    readonly schemas: Readonly<Record<string, SchemaView>>;
  };
}

/** An operation with its location. */
export interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationView;
}

/** Without HEAD, which is described once for all of them. */
export function routesOf({ paths }: OpenApiView): readonly Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

export interface OperationView {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly (ParameterView | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: SchemaView; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, ResponseView>>;
  readonly 'x-example-request'?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
  };
}

export interface ParameterView {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: SchemaView;
  readonly example?: unknown;
}

interface HeaderView {
  readonly description: string;
  readonly example: unknown;
}

interface ResponseView {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: SchemaView; readonly example?: unknown }>>;
}

export interface SchemaView {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaView>>;
  readonly required?: readonly string[];
  readonly items?: SchemaView;
  readonly anyOf?: readonly SchemaView[];
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: boolean | SchemaView;
  readonly default?: unknown;
}

/** The schema with what it refers to in place of references, all the way down; no schema refers to itself. */
export function resolvedSchema(schema: SchemaView, document: OpenApiView): SchemaView {
  return withoutReferences(schema, document) as SchemaView;
}

function withoutReferences(value: unknown, document: OpenApiView): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as SchemaView;
  if ($ref !== undefined) {
    return withoutReferences(document.components.schemas[$ref.split('/').at(-1) ?? ''], document);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutReferences(member, document)]),
  );
}
