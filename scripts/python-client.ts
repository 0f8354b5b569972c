/** Part of a JSON Schema as the OpenAPI document uses it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The members of an OpenAPI document that a client is generated from. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Method {
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly operation: Operation;
  /** Python types of the members of a response. */
  readonly data: string;
  readonly meta: string;
  readonly isIdempotent: boolean;
  /** Whether `offset` pages through the results. */
  readonly isPaged: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: string | undefined;
}

const KEYWORDS = new Set(['from', 'class', 'import', 'in', 'is', 'not', 'or', 'and', 'pass', 'global']);
const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};
const VERBS = ['get', 'post', 'delete'];
/** Iterators over the results of all pages. */
const ITERATORS: Readonly<Record<string, string>> = {
  searchEntities: 'each_entity',
  searchFilings: 'each_filing',
  searchContracts: 'each_contract',
  searchLobbying: 'each_lobbying_filing',
};

/** Returns the generated module of the Python client: a type for each schema, and a method for each operation. */
export function pythonClient({ paths, components }: OpenApi): string {
  const types = new Types(components.schemas);
  const methods = Object.entries(paths).flatMap(([path, verbs]) =>
    VERBS.flatMap((verb) =>
      verbs[verb] ? methodOf(path, verb, verbs[verb], components.schemas, types) : [],
    ),
  );
  return `${[
    '"""Types and operations of the API. Generated from openapi.json by `npm run gen`; do not edit."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, AsyncIterator, Callable, Dict, Iterator, List, Literal, Optional, Sequence, TypedDict, Union',
    '',
    'from .transport import Answer, AsyncTransport, Transport',
    '',
    ...types.lines(),
    ...clientOf('Operations', 'Transport', methods, false),
    ...clientOf('AsyncOperations', 'AsyncTransport', methods, true),
  ].join('\n')}`;
}

/** Writes schemas as type aliases and TypedDicts. */
class Types {
  readonly #lines: string[] = [];

  constructor(schemas: Readonly<Record<string, Schema>>) {
    for (const [name, schema] of Object.entries(schemas)) this.#define(name, schema);
  }

  lines(): readonly string[] {
    return this.#lines;
  }

  /** `parent` names the type of an object that has no name of its own. */
  of(schema: Schema, parent: string): string {
    const { $ref, type, enum: values, anyOf, items, properties, additionalProperties: others } = schema;
    if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
    if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
    if (anyOf) return unionOf(anyOf.map((one, index) => this.of(one, `${parent}${index + 1}`)));
    if (Array.isArray(type)) return unionOf(type.map((one) => this.of({ ...schema, type: one }, parent)));
    if (type === 'array') return `List[${items ? this.of(items, `${parent}Item`) : 'Any'}]`;
    if (type !== 'object') return SCALARS[String(type)] ?? 'Any';
    if (properties && Object.keys(properties).length > 0) {
      this.#define(parent, schema);
      return parent;
    }
    return `Dict[str, ${typeof others === 'object' ? this.of(others, `${parent}Value`) : 'Any'}]`;
  }

  #define(name: string, schema: Schema): void {
    const { type, properties = {}, required = [] } = schema;
    if (type !== 'object' || Object.keys(properties).length === 0) {
      // An alias is evaluated at once, so the names in it may not be defined yet.
      const quoted = this.of(schema, name).replace(
        /(?<!")\b(?!(?:Union|Optional|List|Dict|Literal|Any|None|str|int|float|bool)\b)([A-Z]\w+)\b(?!")/g,
        '"$1"',
      );
      this.#lines.push(`${name} = ${quoted}`, '');
      return;
    }
    const members = Object.entries(properties).map(([member, one]) => ({
      member,
      type: this.of(one, name + member.charAt(0).toUpperCase() + member.slice(1)),
      isRequired: required.includes(member),
    }));
    const parts = [true, false].map((isRequired) => members.filter((one) => one.isRequired === isRequired));
    const [needed = [], optional = []] = parts;
    const base = needed.length > 0 && optional.length > 0 ? `_${name}Required` : undefined;
    if (base) this.#typedDict(base, 'TypedDict', needed, true);
    if (optional.length > 0) this.#typedDict(name, base ?? 'TypedDict', optional, false);
    else this.#typedDict(name, 'TypedDict', needed, true);
  }

  #typedDict(
    name: string,
    base: string,
    members: readonly { readonly member: string; readonly type: string }[],
    isTotal: boolean,
  ): void {
    const total = isTotal ? '' : ', total=False';
    const isPlain = members.every(({ member }) => /^[A-Za-z_]\w*$/.test(member) && !KEYWORDS.has(member));
    if (isPlain) {
      this.#lines.push(`class ${name}(${base}${total}):`);
      this.#lines.push(...members.map(({ member, type }) => `    ${member}: ${type}`), '');
      return;
    }
    const own = base === 'TypedDict' ? name : `_${name}Members`;
    const entries = members.map(({ member, type }) => `${JSON.stringify(member)}: ${JSON.stringify(type)}`);
    this.#lines.push(`${own} = TypedDict("${own}", {${entries.join(', ')}}${total})`, '');
    if (own !== name) this.#lines.push(`class ${name}(${base}, ${own}):`, '    pass', '');
  }
}

function unionOf(types: readonly string[]): string {
  const others = [...new Set(types.filter((type) => type !== 'None'))];
  const union = others.length > 1 ? `Union[${others.join(', ')}]` : (others[0] ?? 'None');
  return others.length < new Set(types).size && others.length > 0 ? `Optional[${union}]` : union;
}

function methodOf(
  path: string,
  verb: string,
  operation: Operation,
  schemas: Readonly<Record<string, Schema>>,
  types: Types,
): readonly Method[] {
  const success = Object.entries(operation.responses).find(([status]) => /^20[012]$/.test(status))?.[1];
  const schema = success?.content?.['application/json']?.schema;
  const answers = (schema?.anyOf ?? (schema ? [schema] : [])).map(
    ({ $ref }) => schemas[$ref?.split('/').at(-1) ?? ''],
  );
  const answer = answers.find((one) => one?.properties?.data && one.properties.meta);
  const { data, meta } = answer?.properties ?? {};
  if (!data || !meta) return [];
  const all = operation.parameters ?? [];
  const parameters = all.filter(({ $ref, name }) => $ref === undefined && name !== 'format');
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const { operationId: id } = operation;
  return [
    {
      name: snake(id.replace(/^(?:get|list)(?=[A-Z])/, '')),
      verb: verb.toUpperCase(),
      path,
      operation,
      data: types.of(data, ''),
      meta: types.of(meta, ''),
      isIdempotent: all.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
      isPaged: ITERATORS[id] !== undefined,
      parameters,
      body: body && types.of(body, ''),
    },
  ];
}

function clientOf(
  name: string,
  base: string,
  methods: readonly Method[],
  isAsync: boolean,
): readonly string[] {
  return ['', `class ${name}(${base}):`, ...methods.flatMap((method) => linesOf(method, isAsync))];
}

function linesOf(method: Method, isAsync: boolean): readonly string[] {
  const { name, verb, path, operation, data, meta, isIdempotent, isPaged, parameters, body } = method;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const positional = [
    ...inPath.map((one) => `${argument(one)}: ${SCALARS[String(one.schema.type)]}`),
    ...(body ? [`body: ${body}`] : []),
  ];
  const keywords = [...inQuery]
    .sort((one, other) => Number(other.required) - Number(one.required))
    .map((one) => `${argument(one)}: ${argumentType(one.schema)}${one.required ? '' : ' = None'}`);
  const query = `{${inQuery.map((one) => `"${one.name}": ${argument(one)}`).join(', ')}}`;
  const place = path.replace(/\{(\w+)\}/g, (_, id) => `{self._quote(${snake(id)})}`);
  const call = [`"${verb}"`, `${inPath.length > 0 ? 'f' : ''}"${place}"`];
  const own = [...keywords, ...(isIdempotent ? ['idempotency_key: Optional[str] = None'] : [])];
  const text = [
    `    ${isAsync ? 'async ' : ''}def ${name}(`,
    ...['self', ...positional, ...(own.length > 0 ? ['*', ...own] : [])].map((one) => `        ${one},`),
    `    ) -> Answer[${data}, ${meta}]:`,
    `        """${operation.summary}."""`,
    `        return ${isAsync ? 'await ' : ''}self._call(${call.join(', ')}, ${query}, ${body ? 'body' : 'None'}, ${isIdempotent ? 'self._key(idempotency_key)' : 'None'})`,
    '',
  ];
  if (!isPaged) return text;
  const item = data.replace(/^List\[(.*)\]$/, '$1');
  const iterator = `${isAsync ? 'AsyncIterator' : 'Iterator'}[${item}]`;
  return [
    ...text,
    `    def ${ITERATORS[operation.operationId]}(`,
    ...['self', '*', ...keywords, `on_page: Optional[Callable[[Answer[${data}, ${meta}]], None]] = None`].map(
      (one) => `        ${one},`,
    ),
    `    ) -> ${iterator}:`,
    `        """Results of all pages of \`${name}\`. Each page is charged; \`on_page\` is called before its results."""`,
    `        return self._pages("${path}", ${query}, on_page)`,
    '',
  ];
}

function argument({ name }: Parameter): string {
  const snaked = snake(name);
  return KEYWORDS.has(snaked) ? `${snaked}_` : snaked;
}

/** A comma-separated list may be given as a sequence or as text. */
function argumentType({ type, enum: values, items }: Schema): string {
  const literal = (of: readonly string[]) =>
    `Literal[${of.map((value) => JSON.stringify(value)).join(', ')}]`;
  if (type === 'array') return `Union[str, Sequence[${items?.enum ? literal(items.enum) : 'str'}], None]`;
  return `Optional[${values ? literal(values) : (SCALARS[String(type)] ?? 'str')}]`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');
}
