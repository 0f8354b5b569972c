import Type, { type TSchema } from 'typebox';

/** One of a closed vocabulary. */
export function OneOf<const Values extends readonly string[]>(values: Values, description: string) {
  return Type.Enum([...values] as unknown as [...Values], { description, type: 'string' });
}

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}
