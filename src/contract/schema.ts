import Type, { type Static, type TSchema } from 'typebox';

/** An enumeration. `title` is the schema's name in the OpenAPI document. */
export function OneOf<const Values extends readonly string[]>(
  values: Values,
  description: string,
  title?: string,
) {
  const named = title === undefined ? {} : { title };
  return Type.Unsafe<Values[number]>(Type.Enum([...values], { description, type: 'string', ...named }));
}

/** A string that the documentation leaves open, although all values are known to the code. */
export function TextOf<const Values extends readonly string[]>(_values: Values, description: string) {
  return Type.Unsafe<Values[number]>(Type.String({ description }));
}

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/**
 * Values that conform to a schema, as the code passes them: read-only, and optional fields may be undefined.
 */
export type Conforming<Schema extends TSchema> = Immutable<Static<Schema>>;

type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: Immutable<Value[Member]> | IfOptional<Value, Member> }
    : Value;

type IfOptional<Value, Member extends keyof Value> =
  Record<never, never> extends Pick<Value, Member> ? undefined : never;
