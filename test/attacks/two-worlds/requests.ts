import fc, { type GeneratorValue } from 'fast-check';
import { FEEDS, PAGES } from '../../../src/web/pages/index.js';
import { ENTITY } from './content.js';

export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** As OpenAPI and the list of MCP tools describe it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly schema?: Schema;
  readonly required?: boolean;
  readonly example?: unknown;
}

interface OpenApiOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: Schema; example?: unknown }>>;
  };
}

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
}

const NAMES = ['quillfeather', 'Quillfeather Heron Works, LLC', 'apple', 'aspen'];
/** Parameters that take the name of a company. */
const NAMED = /^(name|q|company|recipient|client_name)$/;
const IDS = [
  ENTITY,
  'CO:2',
  'CO:99',
  'exp_0123456789abcdef01',
  'wat_0123456789abcdef',
  'lst_0123456789abcdef0123456789abcdef',
];
/** They tell totals; see `docs/domain/credits.md`. */
const TOTALS = new Set(['/api/v1/sources', '/sources', '/sources/:id', '/operate', '/operate/loads']);
const QUERIES = 4;
const PROTOCOL = {
  ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
} as const;

/** Generates requests that would tell two worlds apart if an answer depended on the facts in which they differ. */
export class Requests {
  readonly #contract: Contract;
  readonly #gen: GeneratorValue;
  readonly #values: readonly string[];
  /** Parameters of all searches: exports, watches and pages take them, too. */
  readonly #filters: readonly Parameter[];

  /** `texts`: of the facts, in both worlds. */
  constructor(contract: Contract, texts: readonly string[], gen: GeneratorValue) {
    this.#contract = contract;
    this.#gen = gen;
    this.#values = texts;
    const parameters = Object.values(contract.paths).flatMap(({ get }) => queryOf(get ?? {}));
    const others = ['dataset', 'entity', 'attached'].map((name) => ({ name }));
    const byName = new Map([...parameters, ...others].map((one) => [one.name, { ...one, required: false }]));
    this.#filters = [...byName.values()];
  }

  /** Every operation of the contract in every way that may cost nothing; `HEAD` is one of its methods. */
  operations(): readonly TestRequest[] {
    return Object.entries(this.#contract.paths).flatMap(([template, methods]) =>
      TOTALS.has(template)
        ? []
        : Object.entries(methods).flatMap(([method, operation]) =>
            this.#requestsOf(template, method, operation),
          ),
    );
  }

  /** Pages and their data, the reconciliation protocol with this token, and the tools of agents. */
  others(token: string, tools: readonly Tool[]): readonly TestRequest[] {
    const pages = [...PAGES, ...FEEDS].map(({ path }) => path).filter((path) => !TOTALS.has(path));
    const looks = ['', '/preview', '/flyout/entity', '/suggest/entity', '/suggest/property', '/properties'];
    const get = (path: string, query: Record<string, string> = {}): TestRequest => ({
      ...{ method: 'GET', path: `${path}?${new URLSearchParams(query)}` },
    });
    return [
      ...pages.map((path) => get(path.replace(/:id|\*id/, ENTITY), this.#query(this.#filters))),
      ...['/', '/docs', '/openapi.json', '/llms.txt', '/healthz', '/readyz', '/robots.txt'].map((path) =>
        get(path),
      ),
      ...looks.flatMap((look) =>
        ['CO:1', 'CO:99', this.#pick(this.#values)].map((id) =>
          get(`/reconcile/k/${token}${look}`, { id, prefix: id }),
        ),
      ),
      get(`/reconcile/k/${token}`, {
        queries: JSON.stringify({ q0: { query: this.#pick([ENTITY, ...NAMES]) } }),
      }),
      get(`/reconcile/k/${token}`, {
        extend: JSON.stringify({ ids: [ENTITY], properties: [{ id: 'formed' }, { id: 'status' }] }),
      }),
      ...[{ method: 'tools/list', params: {} }, ...tools.map((tool) => this.#call(tool))].map((message) => ({
        ...{ method: 'POST', path: '/mcp', headers: PROTOCOL },
        body: { jsonrpc: '2.0', id: 1, ...message },
      })),
    ];
  }

  #call({ name, inputSchema }: Tool): object {
    return { method: 'tools/call', params: { name, arguments: this.#value(name, inputSchema) } };
  }

  #requestsOf(template: string, method: string, operation: OpenApiOperation): TestRequest[] {
    const own = queryOf(operation);
    const ids = template.includes('{id}') ? [ENTITY, this.#pick(IDS)] : [''];
    const json = operation.requestBody?.content['application/json'];
    return ids.flatMap((id) =>
      Array.from({ length: own.length > 0 || json ? QUERIES : 1 }, () => this.#query(own)).flatMap((query) =>
        ['', 'true'].map((dryRun) => {
          const all = new URLSearchParams({ ...query, ...(dryRun && { dry_run: dryRun }) });
          return {
            method: method.toUpperCase(),
            path: `${template.replace('{id}', id).replace(/\{(number|row)\}/, '1')}?${all}`,
            headers: { 'if-none-match': '"guess"', 'if-modified-since': 'Fri, 31 Dec 9999 23:59:59 GMT' },
            ...(json && { body: this.#body(json) }),
          };
        }),
      ),
    );
  }

  /** The documented body with some members of its schema in their place. */
  #body({ schema, example }: { readonly schema: Schema; readonly example?: unknown }): unknown {
    const made = this.#value('', schema) as object;
    const endpoint = example !== undefined && 'endpoint' in (example as object);
    return { ...(example as object), ...made, ...(endpoint && { endpoint: 'https://8.8.8.8/hook' }) };
  }

  /** What is required, and up to three others. */
  #query(parameters: readonly Parameter[]): Record<string, string> {
    const optional = parameters.filter(({ required }) => required !== true);
    const some = this.#gen(fc.subarray<Parameter>, optional, { maxLength: Math.min(3, optional.length) });
    const all = [...parameters.filter(({ required }) => required === true), ...some];
    return Object.fromEntries(all.map((one) => [one.name ?? '', this.#parameter(one)]));
  }

  /** Half of the texts are those of the documents, so that a request has parameters that are valid together. */
  #parameter({ name = '', schema = {}, example }: Parameter): string {
    const isText = schema.enum === undefined && schema.items === undefined && !NAMED.test(name);
    const isExample = example !== undefined && isText && this.#gen(fc.boolean);
    return String([isExample ? example : this.#value(name, schema)].flat());
  }

  #value(name: string, schema: Schema): unknown {
    if (schema.$ref)
      return this.#value(name, this.#contract.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.#pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.#value(name, this.#pick(choices));
    switch ([schema.type].flat()[0]) {
      case 'object':
        return this.#object(schema);
      case 'array':
        return [this.#value(name, schema.items ?? {})];
      case 'boolean':
        return this.#gen(fc.boolean);
      case 'integer':
      case 'number':
        return Number(this.#pick(['0', '1', ...this.#values.filter((text) => /^\d+$/.test(text))]));
      default:
        return this.#text(name, schema.format);
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema): object {
    const members = Object.entries(properties).filter(
      ([name]) => required.includes(name) || this.#gen(fc.boolean),
    );
    const free = additionalProperties === true || typeof additionalProperties === 'object';
    return {
      ...(free && this.#query(this.#filters)),
      ...Object.fromEntries(members.map(([name, schema]) => [name, this.#value(name, schema)])),
    };
  }

  #text(name: string, format: string | undefined): string {
    if (name === 'id' || name === 'entity') return this.#pick(IDS);
    const dates = this.#values.filter((text) => /^\d{4}-\d\d-\d\d$/.test(text));
    if (format === 'date') return this.#pick(['2010-01-01', ...dates]);
    if (NAMED.test(name)) return this.#pick(this.#gen(fc.boolean) ? NAMES : this.#values);
    return this.#pick(this.#values);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#gen(fc.nat, { max: values.length - 1 })] as Value;
  }
}

function queryOf({ parameters = [] }: OpenApiOperation): readonly Parameter[] {
  return parameters.filter((one) => one.in === 'query');
}
