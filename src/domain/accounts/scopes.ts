import type { Scope } from '../../contract/vocabulary.js';

/** Why no key may have these scopes; undefined if one may. */
export function scopesFault(scopes: readonly Scope[]): string | undefined {
  if (!scopes.includes('reconcile') || scopes.length === 1) return undefined;
  return 'reconcile must stand alone: its key is part of an address, which is written down in many places.';
}
