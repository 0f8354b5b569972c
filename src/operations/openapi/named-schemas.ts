import { isDeepStrictEqual } from 'node:util';

type Json = Readonly<Record<string, unknown>>;

/** Keywords that hold a schema or a list of them. */
const INNER = ['items', 'additionalProperties', 'anyOf', 'oneOf'] as const;

/**
 * The schemas that stand under a name of their own. Generators call a type by that name; of a schema without one each makes
 * up another.
 */
export class NamedSchemas {
  readonly #schemas = new Map<string, Json>();

  /**
   * A published schema in which every object, and everything with a `title`, is a reference. Its name is the title, else
   * `name` of the whole and the names of the members down to it, joined: `Source` and `lastRun` make `SourceLastRun`.
   */
  refer(schema: unknown, name: string): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.refer(one, name));
    if (!isObject(schema)) return schema;
    const { title, ...rest } = schema;
    const own = typeof title === 'string' ? title : name;
    const inner = this.#withInner(rest, own);
    return title !== undefined || rest.properties ? this.#put(own, inner) : inner;
  }

  /** By name. */
  all(): Json {
    const byName = [...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(byName);
  }

  #withInner(schema: Json, name: string): Json {
    const members = isObject(schema.properties) && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([key, member]) => [
          key,
          this.refer(member, name + capital(key)),
        ]),
      ),
    };
    const held = INNER.filter((keyword) => keyword in schema);
    return {
      ...schema,
      ...members,
      ...Object.fromEntries(held.map((keyword) => [keyword, this.refer(schema[keyword], name)])),
    };
  }

  #put(name: string, schema: Json): Json {
    const known = this.#schemas.get(name);
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`Two schemas are called ${name}.`);
    this.#schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }
}

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
