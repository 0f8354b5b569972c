import Type, { type TSchema } from 'typebox';

/** One of a closed vocabulary. A `title` is the name of the schema in the OpenAPI document. */
export function OneOf<const Values extends readonly string[]>(
  values: Values,
  description: string,
  title?: string,
) {
  const named = title === undefined ? {} : { title };
  return Type.Enum([...values] as unknown as [...Values], { description, type: 'string', ...named });
}

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}
