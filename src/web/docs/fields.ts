import type { SchemaView } from './openapi-view.js';

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
export function fieldsOf(schema: SchemaView, depth = 0): readonly Field[] {
  const object = objectIn(schema);
  return Object.entries(object?.properties ?? {}).flatMap(([name, member]) => {
    const required = object?.required?.includes(name) ?? false;
    const description = [descriptionOf(member), valuesOf(member)].filter(Boolean).join(' ');
    const field = { name, type: typeOf(member), description, depth, required };
    return [field, ...fieldsOf(member, depth + 1)];
  });
}

export function typeOf(schema: SchemaView): string {
  if (schema.enum && schema.enum.length <= VALUES_IN_TYPE) return schema.enum.map(String).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`;
  if (typeof schema.additionalProperties === 'object') return 'object by name';
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' | ') ?? 'any');
}

/** `One of …`, where the values are too many for the type. */
export function valuesOf(schema: SchemaView): string {
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
