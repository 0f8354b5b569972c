type Json = Readonly<Record<string, unknown>>;
type Components = Readonly<Record<string, Json>>;

const REFERENCE = /^#\/components\/(\w+)\/(.+)$/;

/** Those components that a root leads to, over as many references as it takes. Security schemes are not referred to so. */
export function usedComponents(components: Components, root: unknown): Components {
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === 'string' && !used.has($ref)) {
      used.add($ref);
      const [, group = '', name = ''] = REFERENCE.exec($ref) ?? [];
      follow(components[group]?.[name]);
    }
    for (const inner of Object.values(value)) follow(inner);
  };
  follow(root);
  return Object.fromEntries(
    Object.entries(components).map(([group, members]) => [
      group,
      Object.fromEntries(
        Object.entries(members).filter(([name]) => used.has(`#/components/${group}/${name}`)),
      ),
    ]),
  );
}
