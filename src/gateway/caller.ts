import type { Scope } from '../contract/vocabulary.js';
import type { Account } from '../store/store.js';
import type { RequestWindow } from './rate-window.js';

export interface Caller {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly account: Account;
  /** Name of the person whom a proxy has signed in, for the audit log. */
  readonly person?: string;
  /** The counter of the account's requests. */
  readonly window: RequestWindow;
}
