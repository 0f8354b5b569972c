export type Readiness =
  | { readonly ready: true }
  /** One sentence for clients. */
  | { readonly ready: false; readonly reason: string };
