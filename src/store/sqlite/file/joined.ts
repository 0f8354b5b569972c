type Intersection<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Others]
  ? First & Intersection<Others>
  : unknown;

/** Returns one object with the methods of all parts, each bound to its part. */
export function joined<const Parts extends readonly object[]>(...parts: Parts): Intersection<Parts> {
  const methods: Record<string, unknown> = {};
  for (const part of parts as readonly Record<string, unknown>[]) {
    const prototype = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(part) as object);
    for (const [name, { value }] of Object.entries(prototype)) {
      if (typeof value === 'function' && name !== 'constructor') methods[name] = value.bind(part);
    }
  }
  return methods as Intersection<Parts>;
}
