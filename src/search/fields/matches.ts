import type { NumberSet } from '../sets/number-set.js';
import type { StoredSet } from '../sets/stored-set.js';
import type { NumberRange } from '../texts/sorted-texts.js';

/** Names that meet a text or, where those are broad, their documents at once, and the names whose documents are not among them. */
export type Matches =
  | { readonly names: NumberRange }
  | { readonly names: NumberSet }
  | { readonly documents: readonly StoredSet[]; readonly rest: NumberSet };
