import type { StartProgress } from '../contract/errors.js';

export type Readiness =
  | { readonly ready: true }
  /** One sentence for clients, and how far a start is. */
  | { readonly ready: false; readonly reason: string; readonly progress?: StartProgress };
