import type { StartProgress } from '../contract/errors.js';

export type Readiness =
  | { readonly ready: true }
  /** One sentence for clients, and the startup progress. */
  | { readonly ready: false; readonly reason: string; readonly progress?: StartProgress };
