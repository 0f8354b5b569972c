import type { Scope } from '../../contract/vocabulary.js';

/** Why no key may have these scopes; undefined if one may. */
export function scopesFault(scopes: readonly Scope[]): string | undefined {
  const alone = scopes.find((scope) => scope === 'reconcile' || scope === 'feeds');
  if (alone === undefined || scopes.length === 1) return undefined;
  return `${alone} must stand alone: its key is part of an address, which is written down in many places.`;
}
