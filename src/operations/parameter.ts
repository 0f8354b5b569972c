import Type, { type TOptional, type TSchema, type TString, type TUnion } from 'typebox';

/**
 * Query parameters arrive as strings, are checked as strings and parsed by the operation, which says what is wrong
 * in its own words. `published` is what the documents say of them instead: the type a client should think of.
 */
export interface Published {
  readonly schema: Readonly<Record<string, unknown>>;
  /** `form` without `explode`: the values of a list stand in one parameter, with commas between them. */
  readonly style?: 'form';
  readonly explode?: false;
}

type Text = TOptional<TString>;
type TextOrTexts = TOptional<TUnion<[TString, ReturnType<typeof Type.Array<TString>>]>>;

export function textParameter(description: string, example: string): Text {
  return parameter(description, example, { type: 'string', maxLength: 500 });
}

export function dateParameter(description: string, example: string): Text {
  return parameter(description, example, { type: 'string', format: 'date' });
}

export function numberParameter(
  description: string,
  example: number,
  type: 'number' | 'integer' = 'number',
): Text {
  return parameter(description, example, { type });
}

/** `most` is not a bound: more is applied as `most`. */
export function integerParameter(
  description: string,
  { least, otherwise }: { least: number; otherwise: number },
): Text {
  return parameter(description, otherwise, { type: 'integer', minimum: least, default: otherwise });
}

export function choiceParameter(description: string, values: readonly string[], otherwise?: string): Text {
  const schema = { type: 'string', enum: values, ...(otherwise !== undefined && { default: otherwise }) };
  return parameter(description, otherwise ?? values[0], schema);
}

export function flagParameter(description: string): Text {
  return parameter(description, true, { type: 'boolean', default: false });
}

/** One comma-separated parameter that may also repeat. */
export function listParameter(description: string, example: readonly string[], values?: readonly string[]) {
  const items = { type: 'string', ...(values && { enum: values }) };
  const published: Published = { schema: { type: 'array', items }, style: 'form', explode: false };
  const options = { description, examples: [example], published };
  return Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], options)) as TextOrTexts;
}

export function publishedOf(schema: TSchema): Published | undefined {
  return (schema as TSchema & { published?: Published }).published;
}

function parameter(description: string, example: unknown, schema: Published['schema']): Text {
  const published: Published = { schema };
  return Type.Optional(Type.String({ description, examples: [example], published }));
}
