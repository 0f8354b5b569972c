type Json = Readonly<Record<string, unknown>>;

/**
 * A schema as the document shows it: what may be null is one type list instead of a union (unless it has a name), a map is written
 * with `additionalProperties`, and keywords of our own are left out.
 */
export function publishedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(publishedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name]) => !name.startsWith('~') && name !== 'published');
  const plain = Object.fromEntries(entries.map(([name, value]) => [name, publishedSchema(value)]));
  return asMap(withoutNullUnion(plain));
}

function withoutNullUnion(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [held, nothing] = anyOf as [Json, Json];
  if (nothing.type !== 'null' || typeof held.type !== 'string' || 'title' in held) return schema;
  const values = Array.isArray(held.enum) ? { enum: [...held.enum, null] } : {};
  return { ...held, ...rest, type: [held.type, 'null'], ...values };
}

/** A map by any name; generators make nothing of a pattern. */
function asMap(schema: Json): Json {
  const { patternProperties, ...rest } = schema;
  const [pattern, ...more] = Object.entries((patternProperties ?? {}) as Json);
  if (pattern?.[0] !== '^.*$' || more.length > 0) return schema;
  return { ...rest, additionalProperties: pattern[1] };
}
