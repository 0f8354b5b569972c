import buildSerializer from 'fast-json-stringify';
import type { TSchema } from 'typebox';

type Write = (value: unknown) => string;

/** Writes what the schema declares and nothing else. Compiled with the first value: all of them at once delay a start. */
export function serializer(schema: TSchema): Write {
  let write: Write | undefined;
  return (value) => {
    write ??= buildSerializer(withoutUnions(schema) as Parameters<typeof buildSerializer>[0]);
    return write(value);
  };
}

/**
 * `X or null` as an X that may be null. A union is decided by a validator, which the library compiles when the first
 * value comes: the first answer with enrichment held the event loop for a fifth of a second, and each was slower.
 */
function withoutUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const plain = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, withoutUnions(member)]),
  );
  const { anyOf, ...others } = plain as { anyOf?: readonly { type?: unknown }[] };
  const [only, ...more] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const isNullable = only !== undefined && more.length === 0 && anyOf?.length === 2;
  return isNullable ? { ...only, ...others, nullable: true } : plain;
}
