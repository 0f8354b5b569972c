import type { AuthProxy } from '../domain/accounts/auth-proxy.js';

/** Who may look at the pages, and what they tell of the operator. */
export interface WebSettings {
  readonly access: 'open' | 'key' | 'off';
  /** Open for visits from this machine alone; others need a key. */
  readonly localOnly: boolean;
  /** The address for readers who want a correction. */
  readonly contact: string | null;
  readonly authProxy?: AuthProxy;
}

/** As where nothing is set and the service listens on loopback. */
export const WEB: WebSettings = { access: 'open', localOnly: true, contact: null };
