import type { Scope } from '../../contract/vocabulary.js';

/** Returns why a key must not have these scopes; `undefined` if it may. */
export function scopesFault(scopes: readonly Scope[]): string | undefined {
  const alone = scopes.find((scope) => scope === 'reconcile' || scope === 'feeds');
  if (alone === undefined || scopes.length === 1) return undefined;
  return `${alone} must stand alone: its key is part of an address, which is written down in many places.`;
}
